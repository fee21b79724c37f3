# SPDX-License-Identifier: MIT
"""The electronics of a note acceptor with parallel lines: three lines out of it, three into it."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.devices.note_acceptor import NoteAcceptor
from machines.support.plain import Json, JsonView


class ParallelNoteHead:
    """
    A rising edge of ``note_stack`` stacks the note in escrow, or acknowledges the one that was stacked.

    ``note_stacked`` is asserted until it is acknowledged, and again after each power cut meanwhile: the head
    remembers that in a memory of its own. No note is taken before.

    Args:
        board: has the lines ``note_escrow``, ``note_stacked`` and ``note_fault``, ``note_enable``,
            ``note_stack`` and ``note_return``.
        unanswered_cents: what was stacked and not acknowledged when this run begins.
    """

    def __init__(self, board: Board, unanswered_cents: int = 0) -> None:
        self._escrow = board.line("note_escrow")
        self._stacked = board.line("note_stacked")
        self._fault = board.line("note_fault")
        self._enable = board.line("note_enable")
        self._board = board
        self._mechanism: NoteAcceptor
        self.unanswered_cents = unanswered_cents
        self.unplugged = False
        board.line("note_stack").watch(self._asked)
        board.line("note_return").watch(self._refused)

    def attach(self, mechanism: NoteAcceptor) -> None:
        """The mechanism that stacks and gives back."""
        self._mechanism = mechanism

    def plug(self, plugged: bool) -> None:
        """Cut the cable to the board, or mend it; the acceptor's own supply stays."""
        self.unplugged = not plugged
        self._show()

    def _show(self) -> None:
        """Bring the lines to what they should say."""
        on = self._board.powered and not self.unplugged
        self._escrow.drive(on and self._mechanism.escrow_cents > 0)
        self._stacked.drive(on and self.unanswered_cents > 0)
        self._fault.drive(not on or not self._working)

    _working = False

    def _asked(self, asserted: bool) -> None:
        if not asserted or self.unplugged:
            return
        if self.unanswered_cents:
            self.unanswered_cents = 0
            self._mechanism.acknowledged()
            self._show()
        else:
            self._mechanism.stack()

    def _refused(self, asserted: bool) -> None:
        if asserted and not self.unplugged:
            self._mechanism.give_back()

    def open_for(self, cents: int) -> bool:
        """Enabled for whatever it knows, and nothing unanswered."""
        return self._enable.asserted and not self.unplugged and not self.unanswered_cents

    def accepts(self, cents: int, good: bool) -> bool:
        """It knows what it knows."""
        return good

    def ready(self, ready: bool, trouble: str) -> None:
        """One line for every trouble."""
        self._working = ready
        self._show()

    def held(self, cents: int) -> None:
        """The line ``note_escrow``."""
        self._escrow.drive(cents > 0 and not self.unplugged)

    def stacked(self, cents: int) -> None:
        """The line ``note_stacked``, until it is acknowledged."""
        self.unanswered_cents = cents
        self._show()

    def gone_back(self, cents: int) -> None:
        """No line tells of it."""

    def full(self) -> None:
        """No line tells of it: no note is taken."""

    def dark(self) -> None:
        """All lines fall; only the memory stays."""
        self._working = False
        self._show()

    def untold_cents(self, now_us: int) -> int:
        """What was not acknowledged."""
        return self.unanswered_cents

    def kept(self, landing_cents: int) -> Json:
        """The note that was stacked and not acknowledged."""
        cents = self.unanswered_cents or landing_cents
        return {"unanswered_cents": cents} if cents else {}

    def save(self) -> Json:
        """What it remembers and the state of its cable."""
        return {"unanswered": self.unanswered_cents, "unplugged": self.unplugged, "working": self._working}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned; the expander loads its own lines."""
        self.unanswered_cents = saved["unanswered"]
        self.unplugged = saved["unplugged"]
        self._working = saved["working"]
