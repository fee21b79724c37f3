# SPDX-License-Identifier: MIT
"""
A table of the hall whose every move is kept: who comes to it finds it as it was left, also after a kill.

    with Sitting(folder / "boule.jsonl", "boule", key) as sitting:
        sitting.bring("9f2c41d07a6be358:7", Money(notes={2000: 2}))   # an input of the table, with its number
        sitting.table.act(Move("bet", sitting.seat, "rojo", 400))     # on the disk when this returns
        sitting.rise()                                  # what lies comes back, or is played to its end
        sitting.carry("9f2c41d07a6be358:8", sitting.money())

Its file is the journal of a sitting (docs/tables.md), with the halls' transfers as inputs of the table: chips
are bought and cashed under the name of the transfer. Chips, stakes and the bank's float add up to the float
that the house began with, and to what visitors have brought and not carried away.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path

from emulator.hall import desk
from emulator.hall.books import BRING, CARRY, Place
from emulator.hall.kept_device import KeptDevice, Wanted
from emulator.hall.money import HallError, Money
from emulator.hall.sitting_books import SittingBooks, books_of, read_books
from emulator.hall.table_draws import read_draws
from emulator.hall.tables import JOURNAL, KIND, older_books, told
from emulator.records.chain import JournalError
from emulator.support import files
from emulator.support.closing import Closing
from emulator.tables.sitting_journal import SittingRecorder, replay_sitting
from machines.support.plain import JsonView
from machines.tables.game import CROUPIER, Banked, Event, Move, chips, seated, stakes
from machines.tables.refusal import TableError
from machines.tables.registry import GAMES
from machines.tables.table import Table

SEAT, SEATS = 4, 6
"""Where a visitor sits, between players of the house."""
GUEST_CENTS = 100_000
FLOAT_CENTS = 10_000_000
"""What the bank of a table begins with, and is filled up with once it has lost it."""
MOVES_MOST = 1_500
"""Past this a journal begins anew, with what everybody has; whoever comes waits for all of them."""
_STEPS_MOST = 20_000
_COIN_CENTS = desk.COINS[0]


class Sitting(Closing):
    """
    One table, locked while it is open.

    Args:
        path: of its journal; without one the table is opened.
        game: its name in the registry.
        key: of a table that is opened, or whose journal begins anew.
        device: that draws for it; None: the core's stream of the table does.

    Attributes:
        table: goes on where it was left; every move is kept before anybody hears of it.
        seat: the visitor's.
        device: kept beside the journal, with every draw that the table has had.

    Raises:
        HallError: another process has it, or its journal cannot be read, written or done again.
    """

    def __init__(self, path: Path, game: str, key: bytes, device: Wanted | None = None) -> None:
        self._path, self._game = path, game
        self.device: KeptDevice | None = None
        with told(path):
            files.make_folder(path.parent)
            self._lock = files.Lock(path)
        if not self._lock.held:
            raise HallError(f"{path}: the table is in use by process {self._lock.holder}", "close it there")
        self._lines: _Lines | None = None
        try:
            with told(path):
                self._open(key)
            if device is not None:
                self.device = KeptDevice(path, device)
                self.table.device = self.device.croupier
        except BaseException:
            self.close()
            raise

    def _open(self, key: bytes) -> None:
        if not self._path.is_file():
            self._first(key, older_books(self._path))
        elif (books := read_books(self._path)).game_version != Table(self._game, key).game.version:
            self._after_another_game(key, books)
        self._read()
        if len(self.table.moves) > MOVES_MOST and not self.bound:
            self._again(key)

    def _read(self) -> None:
        """Every whole line of the journal, done again; the next one is written behind them."""
        try:
            report = replay_sitting(self._path)
        except JournalError as error:
            raise HallError(str(error), "keep the file, and put it out of the way") from error
        self.table, self.books = report.table, books_of(report.header, report.table)
        self.seat = SEAT
        self._lines = _Lines(self._path, report.whole_bytes)
        self._recorder = SittingRecorder(self.table, self._lines, report.last_hash, self._beside)
        self._mine = self.mine_cents
        self.table.listen(self._kept)

    def _after_another_game(self, key: bytes, books: SittingBooks) -> None:
        """Moves of another version of the game cannot be done again: where nobody sits, all begins anew."""
        if books.here:
            raise HallError(
                f"{self._path}: somebody sits at a table of version {books.game_version} of {self._game}",
                "open the hall once with the release of azar that wrote it",
            )
        files.replace(self._path.with_suffix(f".old{JOURNAL}"), self._path.read_bytes())
        self._first(key, books)

    def _first(self, key: bytes, books: SittingBooks) -> None:
        """Everybody sits down; of visitors who have been there only what they have left is here."""
        hands = dict.fromkeys(range(1, SEATS + 1), GUEST_CENTS) | {SEAT: books.left_cents}
        self._anew(key, hands, FLOAT_CENTS, books, sum(hands.values()) + FLOAT_CENTS - books.here_cents)

    def _again(self, key: bytes) -> None:
        """The journal begins anew: stakes of the house's players go back to them, all else to the bank."""
        money = self.table.state["money"]
        hands = {int(name[5:]): cents for name, cents in money.items() if name.startswith("seat ")}
        for seat, _, cents in stakes(self.table.state):
            if seat != CROUPIER:  # what the house staked is the bank's
                hands[seat] += cents
        bank_cents = self.table.total_cents() - sum(hands.values())
        filled_cents = 0
        while bank_cents + filled_cents < 1:  # it has lost its float, and gets another
            filled_cents += FLOAT_CENTS
        float_cents = self.books.float_cents + self.books.guests_cents + filled_cents
        self._shut()
        self._anew(key, hands, bank_cents + filled_cents, self.books, float_cents)
        self._read()

    def _anew(
        self, key: bytes, hands: dict[int, int], bank_cents: int, books: SittingBooks, float_cents: int
    ) -> None:
        """Write the beginning of a journal, whole or not at all."""
        table = Table(self._game, key, hands)
        table.act(Move("fill", CROUPIER, cents=bank_cents))
        if table.total_cents() != float_cents + books.here_cents:
            raise HallError(f"{self._path}: chips must add up to the float and what visitors have there")
        stream = io.StringIO()
        more = {"halls": books.halls, "float_cents": float_cents, "left_cents": hands[SEAT]}
        more |= read_draws(self._path).last.header()
        SittingRecorder.written(table, stream, more)
        files.replace(self._path, stream.getvalue().encode("ascii"))

    def _beside(self) -> JsonView:
        """Of a move whose chance the device made: which draw that was."""
        return {} if self.device is None else self.device.beside()

    def _kept(self, move: Move, events: Sequence[Event]) -> None:
        """The move is in the file; where money or chance has moved, on the disk before it is shown."""
        assert self._lines is not None
        mine = self.mine_cents
        with told(self._path):
            if self._recorder.failure is not None:
                raise self._recorder.failure
            if mine != self._mine or move.word or move.values or move.kind in self.table.game.chance_moves:
                self._lines.sync()
        self._mine = mine
        self.books.take(move)

    # -- the visitor's money --------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(KIND, GAMES[self._game], 1, str(self._path.resolve()))

    @property
    def staked_cents(self) -> int:
        """What of the visitor's lies on the cloth."""
        return sum(cents for seat, _, cents in stakes(self.table.state) if seat == self.seat)

    @property
    def mine_cents(self) -> int:
        """The visitor's chips, those in hand and those on the cloth."""
        return chips(self.table.state, self.seat) + self.staked_cents

    @property
    def covers_cents(self) -> int:
        """What the visitor's bank has to keep in hand for the stakes of others, where seats bank."""
        game = self.table.game
        return game.holds(self.table.state, self.seat) if isinstance(game, Banked) else 0

    @property
    def bound(self) -> bool:
        """Whether money of the visitor hangs on what comes."""
        return bool(self.staked_cents or self.covers_cents)

    def money(self) -> Money:
        """What the desk gives for the chips in hand; less than its smallest coin stays at the table."""
        cents = max(0, chips(self.table.state, self.seat) - self.covers_cents)
        return desk.in_notes(Money(coins={1: cents // _COIN_CENTS * _COIN_CENTS}))

    def bring(self, transfer: str, money: Money) -> None:
        """Chips for the money, on the disk when this returns."""
        self._book("buy", f"{BRING} {transfer}", money.cents)

    def carry(self, transfer: str, money: Money) -> None:
        """The money for chips, in the same way."""
        left_cents = chips(self.table.state, self.seat) - money.cents
        self._book("cash", f"{CARRY} {transfer} {left_cents}", money.cents)

    def _book(self, kind: str, name: str, cents: int) -> None:
        """An input of the table that has the number of the transfer, also where no money goes."""
        self.books.require_next(name)
        if cents:
            move = Move(kind, self.seat, cents=cents, word=name)
        else:
            move = Move("time", CROUPIER, cents=int(self.table.state["now_ms"]), word=name)
        self.table.act(move)

    def rise(self) -> None:
        """
        What lies on the cloth comes back where it may be taken back; the rest is played to its end.

        Nobody walks away from a bet that is lost, or forgets one that is won. What is still not over after
        very long stays, and is the visitor's at the next visit.
        """
        for _ in range(_STEPS_MOST):
            mine = {spot for seat, spot, _ in stakes(self.table.state) if seat == self.seat}
            if not mine and not self.covers_cents:
                return
            free = {one.spot for one in self.table.legal(self.seat) if one.kind == "unbet"}
            moves = [Move("unbet", self.seat, spot) for spot in sorted(mine & free)] or self._onward()
            if not moves:
                return
            for move in moves:
                self._do(move)

    def _do(self, move: Move) -> None:
        """A move for somebody who leaves: no device that is out of order keeps them."""
        try:
            self.table.act(move)
        except TableError:
            if self.table.device is None:
                raise
            self.table.device = None
            self.table.act(move)

    def _onward(self) -> list[Move]:
        """How the table goes on without the visitor, for whom no new bet is laid; nothing where it cannot."""
        try:
            move = self.table.next_move()
        except TableError:  # whoever has to lay has no chips: the house gives its players others
            seats = [seat for seat in seated(self.table.state) if seat != self.seat]
            broke = [seat for seat in seats if not chips(self.table.state, seat)]
            return [Move("buy", seat, cents=GUEST_CENTS) for seat in broke]
        if (move.kind, move.seat) != ("bet", self.seat):
            return [move]
        passes = (one for one in self.table.legal(self.seat) if one.kind.startswith("pass_"))
        return [Move(one.kind, self.seat) for one in passes][:1]

    # -- the file -------------------------------------------------------------------------------------------

    def _shut(self) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    def close(self) -> None:
        """Give it free; a second call does nothing."""
        try:
            if self.device is not None:
                self.device.close()
        finally:
            self._shut()
            self._lock.release()


class _Lines:
    """The end of a journal, where lines go to the system one by one."""

    def __init__(self, path: Path, whole_bytes: int) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        if os.fstat(self._descriptor).st_size != whole_bytes:  # what a cut left of a line
            os.ftruncate(self._descriptor, whole_bytes)
            self.sync()

    def write(self, text: str) -> int:
        """A line, whole."""
        data = text.encode("ascii")
        if (written := os.write(self._descriptor, data)) != len(data):
            raise OSError(f"{written} of {len(data)} bytes were written")
        return written

    def flush(self) -> None:
        """Nothing is held back."""

    def fileno(self) -> int:
        """Of the journal."""
        return self._descriptor

    def sync(self) -> None:
        """Wait for the disk."""
        files.sync(self._descriptor)

    def close(self) -> None:
        """Nothing is written any more."""
        os.close(self._descriptor)
