# SPDX-License-Identifier: MIT
"""
Plays one chapter of the script once and meets every place where the power could go.

A watcher sees FRAM and devices before each operation: that is all that a cut there leaves behind,
because from the cut on the board is dead, whatever code still unwinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Unpack

from emulator.cabinet.options import FirmwareOptions
from emulator.chapters.player import Chapter, Player
from emulator.lab.powercut_bench import Bench, Counts, Verdict, World, moving, world_of
from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError
from emulator.types.common.laws import Record
from emulator.types.registry import TYPES
from machines.memory.record import decode
from machines.model import Model

# So many violations are told in full; all are counted.
TOLD_MAX = 50

# How the power goes: between two turns the first three, within a tick only the first, and the last one
# between two instructions.
CUT, REPLUG, WARNED, FUEL = HOWS = ("cut", "replug", "warned", "fuel")


class Place(NamedTuple):
    """Where a cut falls, so that it can be found again."""

    chapter: str
    tick: int
    op: int | None
    """
    Operations done in the tick, or instructions for ``fuel``; None: behind the turn of the board's loop that
    ended at ``at_us``.
    """
    turn: int
    """Turns of the board's loop that had ended, so that places between two ticks can be told apart."""
    at_us: int
    how: str
    """``cut``; ``replug``: the plug comes back at once; ``warned``: the mains fail first; ``fuel``."""

    def __str__(self) -> str:
        what = "instruction" if self.how == FUEL else "operation"
        where = f"turn {self.turn}" if self.op is None else f"tick {self.tick}, {what} {self.op}"
        return f"{self.chapter}, {where}, {self.at_us} us, {self.how}"


@dataclass
class Tally:
    """Sums over the cuts of a chapter, or of all."""

    cuts: int = 0
    replugs: int = 0
    warned_cuts: int = 0
    fuel_cuts: int = 0
    kills: int = 0
    """Ticks that were really cut between two instructions; the other cuts lay between two equal ones."""
    fram_bytes: int = 0
    open_coins_in: int = 0
    open_coins_out: int = 0
    open_notes: int = 0
    open_tickets: int = 0
    open_pulses: int = 0
    misplaced_coins: int = 0
    violations: int = 0
    told: list[tuple[Place, str]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def add(self, place: Place, verdict: Verdict) -> None:
        """Count one cut."""
        self.cuts += 1
        self.replugs += place.how == REPLUG
        self.warned_cuts += place.how == WARNED
        self.fuel_cuts += place.how == FUEL
        left = verdict.left
        self.open_coins_in += left.coins_in > 0
        self.open_coins_out += left.coins_out > 0
        self.open_notes += left.notes_in > 0
        self.open_tickets += left.tickets > 0
        self.open_pulses += any(left.pulses.values())
        self.misplaced_coins += left.misplaced_cents > 0
        if verdict.findings:
            self.add_finding(place, "; ".join(verdict.findings))

    def add_finding(self, place: Place, what: str) -> None:
        """Count something that was wrong."""
        self.violations += 1
        if len(self.told) < TOLD_MAX:
            self.told.append((place, what))

    def merge(self, other: Tally) -> None:
        """Add what another chapter counted."""
        for name, count in vars(other).items():
            if isinstance(count, int):
                setattr(self, name, getattr(self, name) + count)
        self.told = (self.told + other.told)[:TOLD_MAX]
        for name, count in vars(other.counts).items():
            setattr(self.counts, name, getattr(self.counts, name) + count)


class _EnoughError(BaseException):
    """Ends a chapter from within its firmware, which must not be able to catch it as an Exception."""


class Recorder(Closing):
    """
    Plays a chapter once and meets every place where the power could go.

    Args:
        chapter: what is played.
        model, key: the machine.
        chosen: numbers of the places to visit, ascending; None: all.
        count_only: visit none.
        stop_at_first: end the chapter with the first cut that left something wrong.
        progress: called with the number of a place, now and then.
        run: whose firmware it runs and on what.

    Attributes:
        places: places met.
        tally: what was found at those visited.
    """

    def __init__(
        self,
        chapter: Chapter,
        model: Model,
        key: bytes,
        *,
        chosen: Sequence[int] | None = None,
        count_only: bool = False,
        stop_at_first: bool = False,
        progress: Callable[[int], None] | None = None,
        **run: Unpack[FirmwareOptions],
    ) -> None:
        self.tally = Tally()
        self.places = 0
        self._chapter = chapter
        self._chosen = chosen
        self._next = 0
        self._progress = progress
        self._stop_at_first = stop_at_first
        self._cab = cab = chapter.cabinet(model, key, **run)
        self._witness = TYPES[model.type].sweep().witness(cab)
        cab.board.power_off()
        auditor = TYPES[model.type].sweep().auditor(model, cab)
        self._bench: Bench | None = None
        if not count_only:
            self._bench = Bench(chapter.cabinet(model, key, **run), auditor)
        self._floor: Record = decode(cab.nvram) or {}
        self._balances = cab.board.after_event
        self._watching = False
        self._turn = 0
        self._floor_stale = True
        self._world: World | None = None
        self._verdict: Verdict | None = None
        self._shadow = bytearray(cab.nvram)
        self._writes = cab.board.fram.writes

    def close(self) -> None:
        """Close both cabinets."""
        self._cab.close()
        if self._bench is not None:
            self._bench.close()

    def run(self) -> Tally:
        """Play the chapter to its end."""
        cab, tally = self._cab, self.tally
        board = cab.board
        board.after_event = self._turned
        board.fram.on_write = self._wrote
        self._watch(True)
        try:
            board.power_on()
            self._chapter.play(Player(cab, self._watch))
        except EmulatorError as error:
            self._violation(f"the script without any cut: {error}")
        except _EnoughError:
            pass
        if cab.flags:
            self._violation(f"the board flags {', '.join(sorted(set(cab.flags)))} without any cut")
        if self._bench is not None:
            tally.counts = self._bench.counts
        return tally

    def _watch(self, on: bool) -> None:
        self._watching = on
        self._writes = self._cab.board.fram.writes
        self._cab.board.chip.operations.watcher = self._operation if on else None

    # What happens on the board.

    def _wrote(self, address: int, byte: int) -> None:
        if self._shadow[address] != byte:
            self._shadow[address] = byte
            self._floor_stale = True
            self._verdict = None

    def _operation(self) -> None:
        """Before an operation: what a cut here leaves is what stands there now."""
        board = self._cab.board
        if not self._count_writes():
            # The operation before this one was no byte of FRAM, so it may have moved a device.
            self._moved()
        self._meet(board.chip.operations.done)

    def _turned(self) -> None:
        """Behind a turn of the board's loop: the power may go between two ticks, or the mains fail."""
        if self._balances is not None:
            try:
                self._balances()
            except EmulatorError as error:
                self._violation(f"without any cut: {error}")
        self._turn += 1
        self._moved()
        if self._watching and self._cab.board.powered:
            self._count_writes()
            self._meet(None)
            if moving(self._cab.board):
                self._meet(None, REPLUG)
            self._meet(None, WARNED)
        self._moved()

    def _count_writes(self) -> int:
        """Bytes of FRAM written since the place before."""
        writes = self._cab.board.fram.writes
        count, self._writes = writes - self._writes, writes
        self.tally.fram_bytes += count
        return count

    def _moved(self) -> None:
        """A device may have moved: what is known of the place before does not hold any more."""
        self._world = self._verdict = None

    # Places.

    def _meet(self, op: int | None, how: str = CUT) -> None:
        number = self.places
        self.places += 1
        if self._bench is None:
            return
        if self._floor_stale:
            self._raise_floor()
        if self._chosen is not None:
            if self._next == len(self._chosen) or self._chosen[self._next] != number:
                return
            self._next += 1
        if self._progress is not None and (self._chosen or not number & 0xFF):
            self._progress(number)
        self.tally.add(self._place(op, how), self._visit(how))
        if self._stop_at_first and self.tally.violations:
            raise _EnoughError

    def _visit(self, how: str) -> Verdict:
        """Cut here, unless nothing has changed since the place before."""
        assert self._bench is not None
        if how == CUT and self._verdict is not None:
            self._bench.counts.merged += 1
            return self._verdict
        world, fram = self._snapshot(how == WARNED), bytes(self._shadow)
        if how == WARNED:
            return self._bench.warned_cut(world, fram, self._floor)
        if how == REPLUG:
            return self._bench.replugged(world, fram, self._floor)
        self._verdict = self._bench.cut(world, fram, self._floor)
        return self._verdict

    def _snapshot(self, program: bool) -> World:
        """The cabinet and what was seen of it; taken once for all places that only differ in the FRAM."""
        if self._world is None or (program and not self._world.program):
            self._world = world_of(self._cab, self._witness, program=program)
        return self._world

    def _raise_floor(self) -> None:
        """The newest record that the FRAM has ever held whole: no cut may fall back behind it."""
        record = decode(bytes(self._shadow))
        if record is not None and record["sequence"] > self._floor.get("sequence", -1):
            self._floor = record
        self._floor_stale = False

    def _place(self, op: int | None, how: str) -> Place:
        board = self._cab.board
        return Place(self._chapter.name, board.ticks, op, self._turn, board.now_us, how)

    def _violation(self, text: str) -> None:
        self.tally.add_finding(self._place(None, CUT), text)
