# SPDX-License-Identifier: MIT
"""
The mechanism of a note acceptor: mouth, transport, escrow, stacker and the box behind it.

    head = ParallelNoteHead(board)
    acceptor = NoteAcceptor(board, ledger, head, (500,))
    acceptor.insert(note_id, 500)        # drawn in, judged, held in escrow until the head is told what to do
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.ledger import Ledger
from machines.support.plain import Json, JsonView

# A note of 120 mm and its way into escrow at 0.2 m/s, and back again.
DRAW_US = 800_000
BACK_US = 800_000
# From escrow to the gate behind which a note cannot come back, and on into the stack.
GATE_US = 400_000
STACK_US = 600_000
# A note that nobody decides about goes back by itself.
ESCROW_US = 10_000_000
# Motors and sensors are tried after power on.
SELF_TEST_US = 1_000_000
# A motor that turns so long and moves nothing is given up.
STALL_US = 1_000_000
# A note on a string is drawn out so long after its host knows of it.
PULL_US = 300_000
# Of the box behind the stacker.
BOX_NOTES = 600

# Where the note is, and what its due time ends.
IN, ESCROW, GATE, STACK, BACK, STALLED, JAMMED = range(7)
PATHS = ("in", "escrow", "stacking", "stacked", "back", "jammed", "jammed")
# Where a note can be stuck: before it was judged, before the gate, behind it.
JAMS = ("mouth", "gate", "stacker")
_JAM_STAGE = {IN: "mouth", GATE: "gate", STACK: "stacker"}


class NoteHead(Protocol):
    """The electronics of a note acceptor: what the host is told, and whether it lets notes in."""

    def attach(self, mechanism: NoteAcceptor) -> None:
        """The mechanism that stacks and gives back what the host says."""

    def plug(self, plugged: bool) -> None:
        """The cable to the board; the acceptor's own supply stays."""

    def open_for(self, cents: int) -> bool:
        """Whether the host lets notes in, and has answered for the last one; looked at by the mouth."""

    def accepts(self, cents: int, good: bool) -> bool:
        """Whether a note that was drawn in goes to escrow; ``good``: the sensors know it."""

    def ready(self, ready: bool, trouble: str) -> None:
        """The mechanism works, or does not: ``trouble`` is of JAMS, "string", or "" in a test."""

    def held(self, cents: int) -> None:
        """A good note waits in escrow; 0: it does no longer."""

    def stacked(self, cents: int) -> None:
        """The note is in the stack and cannot come back."""

    def gone_back(self, cents: int) -> None:
        """The note is with the visitor again."""

    def full(self) -> None:
        """The box takes no more."""

    def dark(self) -> None:
        """There is no current."""

    def untold_cents(self, now_us: int) -> int:
        """Cents that are stacked and for which the host has not answered."""

    def kept(self, landing_cents: int) -> Json:
        """What it keeps without current, as plain JSON values; ``landing_cents`` is stacked by then."""

    def save(self) -> Json:
        """What changes, as plain values."""

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""


class NoteAcceptor(Device):
    """
    One note at a time. Without current it stays where it is; with the current back a note before the gate is
    driven out to the visitor and one behind it into the stack, before anything else is done.

    Args:
        board: tells the time; has the power.
        ledger: where notes lie.
        head: electronics.
        known_cents: values that it knows; any other note goes back.

    Attributes:
        stacked_notes: in the box.
        forged: the next note is a copy.
    """

    def __init__(self, board: Board, ledger: Ledger, head: NoteHead, known_cents: Sequence[int]) -> None:
        super().__init__("note_acceptor")
        self._board = board
        self._ledger = ledger
        self._head = head
        self._known = tuple(known_cents)
        self.stacked_notes = 0
        self.forged = False
        self._jam = ""
        self._full = False
        self._strings = False
        # [note, cents, stage, due, begin of the stage]; none while the path is free.
        self._note: list[int] = []
        # A note on a string: [note, cents, due]; its string has been felt.
        self._hung: list[int] = []
        self._string_felt = False
        self._ready_us = NEVER
        self._ready = False
        head.attach(self)

    # -- hands --------------------------------------------------------------------------------------

    def insert(self, note_id: int, cents: int) -> bool:
        """Offer a note to the mouth; False: its rollers do not take it."""
        if not self.is_open:
            if self._is_full() and self._ready:
                self._head.full()
            self._board.emit("note_refused", cents=cents, why=self._why_closed())
            return False
        self._ledger.move(note_id, "note_path")
        self._move([note_id, cents], IN, DRAW_US)
        self._board.emit("note_in", note=note_id, cents=cents)
        return True

    @property
    def is_open(self) -> bool:
        """Whether the mouth would draw a note in now, as its light tells."""
        return not self.obstacle and self._head.open_for(self._known[0])

    @property
    def obstacle(self) -> str:
        """What keeps the mechanism itself from drawing a note in, in words; "" if nothing does."""
        if not self._board.powered:
            return "no power"
        if not self._ready:
            return "trying itself" if self._ready_us != NEVER else "out of order"
        if self._note:
            return "another note is in it"
        return "box full" if self._is_full() else ""

    def _why_closed(self) -> str:
        """Why the mechanism takes no note, of ``NOTE_REASONS``; "" if its host will have none."""
        if not self._board.powered:
            return "power"
        if self._note and self._note[2] in (STALLED, JAMMED):
            return "jam"
        if not self._ready:
            return "closed" if self._ready_us != NEVER else "tilt"
        if self._note:
            return "close"
        return "box" if self._is_full() else ""

    def _is_full(self) -> bool:
        return self._full or self.stacked_notes >= BOX_NOTES

    def fill(self, full: bool) -> None:
        """Fill the box to the brim, or empty it of what is no note of anybody's."""
        self._full = full

    def string(self, on: bool) -> None:
        """The next note hangs on a string; or somebody has cut it off."""
        self._strings = on
        if not on and self._string_felt:
            self._string_felt = False
            self._begin_test()

    def plug(self, plugged: bool) -> None:
        """Pull the cable to the board, or put it back."""
        self._head.plug(plugged)

    def jam(self, where: str) -> None:
        """The next note that comes there is stuck; "": somebody takes it out, or pushes it into the box."""
        self._jam = where
        if where or not self._note or self._note[2] not in (STALLED, JAMMED):
            return
        note, self._note = self._note, []
        if self._ledger.place(note[0]) == "note_gate":
            self._store(note)
        else:
            self._ledger.move(note[0], "wallet")
            self._head.gone_back(note[1])
        self._begin_test()

    # -- what the head asks for ---------------------------------------------------------------------

    @property
    def escrow_cents(self) -> int:
        """The note in escrow; 0: none."""
        return self._note[1] if self._note and self._note[2] == ESCROW else 0

    def stack(self) -> bool:
        """Stack the note in escrow; False: there is none."""
        if not self.escrow_cents:
            return False
        self._head.held(0)
        self._move(self._note, GATE, GATE_US)
        return True

    def give_back(self) -> bool:
        """Give the note in escrow back; False: there is none."""
        if not self.escrow_cents:
            return False
        self._head.held(0)
        self._turn_back(self._note, "")
        return True

    def acknowledged(self) -> None:
        """The host knows of the note that was stacked: the time of one on a string has come."""
        if self._hung:
            self._hung[2] = self._board.now_us + PULL_US
            self._plan()

    # -- time ---------------------------------------------------------------------------------------

    def tick(self, now_us: int) -> None:
        """Move on what is due."""
        if self._hung and self._hung[2] <= now_us:
            self._pull_out()
        if self._note and self._note[3] <= now_us:
            self._move_on()
        if self._ready_us <= now_us and not self._note:
            self._ready_us = NEVER
            self._ready = not self._string_felt
            self._head.ready(self._ready, "string" if self._string_felt else "")
        self._plan()

    def _move_on(self) -> None:
        note, stage = self._note, self._note[2]
        if self._jam and _JAM_STAGE.get(stage) == self._jam:
            self._jam = ""
            self._move(note, STALLED, STALL_US)
        elif stage == IN:
            self._judge(note)
        elif stage == ESCROW:
            self.give_back()
        elif stage == GATE:
            self._ledger.move(note[0], "note_gate")
            self._move(note, STACK, STACK_US)
        elif stage == STACK:
            self._note = []
            self._store(note)
        elif stage == BACK:
            self._note = []
            self._ledger.move(note[0], "wallet")
            self._head.gone_back(note[1])
            self._board.emit("note_back", note=note[0], cents=note[1])
        else:
            note[2:4] = JAMMED, NEVER
            self._ready = False
            self._head.ready(False, self._stuck_at(note))

    def _stuck_at(self, note: list[int]) -> str:
        return "stacker" if self._ledger.place(note[0]) == "note_gate" else "gate"

    def _judge(self, note: list[int]) -> None:
        why = "slug" if self.forged else "" if note[1] in self._known else "unknown"
        good, self.forged = not why, False
        if self._head.accepts(note[1], good):
            self._move(note, ESCROW, ESCROW_US)
            self._head.held(note[1])
            self._board.emit("note_held", note=note[0], cents=note[1])
        else:
            self._turn_back(note, why)

    def _turn_back(self, note: list[int], why: str) -> None:
        """Drive it out again; ``why`` is of ``NOTE_REASONS``, "" where its host decided."""
        told = note[2] == BACK
        self._move(note, BACK, BACK_US)
        if not told:
            self._board.emit("note_returned", note=note[0], cents=note[1], why=why)

    def _store(self, note: list[int]) -> None:
        """It lies in the box: the host is told, and only then a string may be felt."""
        self._ledger.move(note[0], "note_box")
        self.stacked_notes += 1
        if self._strings:
            self._strings = False
            self._hung = [note[0], note[1], NEVER]
        self._head.stacked(note[1])
        self._board.emit("note_stacked", note=note[0], cents=note[1])

    def _pull_out(self) -> None:
        """It was credited and is gone: the books have a note that the box has not."""
        note_id, cents, _ = self._hung
        self._hung = []
        self._ledger.move(note_id, "wallet")
        self.stacked_notes -= 1
        self._string_felt = True
        self._board.emit("fault_moved", id="note_string", way="note", cents=cents)
        self._ready = False
        self._head.ready(False, "string")

    def _move(self, note: list[int], stage: int, for_us: int) -> None:
        now_us = self._board.now_us
        self._note = [note[0], note[1], stage, now_us + for_us, now_us]
        self._plan()

    def _plan(self) -> None:
        # Without current no motor turns; a hand on a string needs none. The test ends when the path is free.
        moving_us = self._note[3] if self._note else self._ready_us
        if not self._board.powered:
            moving_us = NEVER
        self.due_us = min(moving_us, self._hung[2] if self._hung else NEVER)

    # -- power --------------------------------------------------------------------------------------

    def _begin_test(self) -> None:
        self._ready = False
        self._head.ready(False, "")
        self._ready_us = self._board.now_us + SELF_TEST_US
        self._plan()

    def power_lost(self, now_us: int) -> None:
        """The motors stop where they are."""
        self._ready = False
        self._ready_us = NEVER
        self._head.dark()
        self.due_us = self._hung[2] if self._hung else NEVER

    def reset(self) -> None:
        """A note in the path is moved to one of its two ends first of all."""
        self._begin_test()
        if self._note and self._note[2] in (STALLED, JAMMED):
            self._move(self._note, STALLED, STALL_US)
        elif self._note and self._ledger.place(self._note[0]) == "note_gate":
            self._move(self._note, STACK, STACK_US)
        elif self._note:
            self._turn_back(self._note, "power")

    def in_flight(self, now_us: int) -> list[tuple[int, int, str, int]]:
        """(note, cents, path, progress in permille) of the note in the machine, if there is one."""
        if not self._note:
            return []
        note_id, cents, stage, due_us, begun_us = self._note
        if stage == ESCROW or due_us == NEVER:
            return [(note_id, cents, PATHS[stage], 1000)]
        return [(note_id, cents, PATHS[stage], min(1000, 1000 * (now_us - begun_us) // (due_us - begun_us)))]

    @property
    def faults(self) -> dict[str, bool]:
        """Faults that a note has, or that the next one will have, by name."""
        jammed = bool(self._jam or (self._note and PATHS[self._note[2]] == "jammed"))
        hung = self._strings or bool(self._hung) or self._string_felt
        return {"jam": jammed, "string": hung, "full": self._full}

    def landings(self) -> Iterator[tuple[int, str]]:
        """(note, place) of a note on its way or on a string: where it comes to rest if the power goes now."""
        if self._note:
            behind_gate = self._ledger.place(self._note[0]) == "note_gate"
            yield self._note[0], "note_box" if behind_gate else "wallet"
        if self.pulled_cents():
            yield self._hung[0], "wallet"

    def pulled_cents(self) -> int:
        """Cents of a note that is being drawn out, which no power cut stops; 0: none is."""
        return self._hung[1] if self._hung and self._hung[2] != NEVER else 0

    def kept(self) -> Json:
        """What the head keeps without current; a note behind the gate counts as stacked."""
        landing = self._note and self._ledger.place(self._note[0]) == "note_gate"
        return self._head.kept(self._note[1] if landing else 0)

    def save(self) -> Json:
        """Note, string, faults and what the head keeps."""
        return {
            "note": list(self._note),
            "hung": list(self._hung),
            "box": self.stacked_notes,
            "ready": [self._ready, self._ready_us],
            "faults": [self.forged, self._jam, self._full, self._strings, self._string_felt],
            "head": self._head.save(),
            "due_us": self.due_us,
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._note = list(saved["note"])
        self._hung = list(saved["hung"])
        self.stacked_notes = saved["box"]
        self._ready, self._ready_us = saved["ready"]
        self.forged, self._jam, self._full, self._strings, self._string_felt = saved["faults"]
        self._head.load(saved["head"])
        self.due_us = saved["due_us"]
