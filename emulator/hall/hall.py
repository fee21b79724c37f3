# SPDX-License-Identifier: MIT
"""
A hall: what stands in it, its ledger, and the one visitor who walks from one stand to the next.

    with Hall.open() as hall:
        session = hall.walk_to(hall.stands[0])      # the pocket goes with the visitor
        session.cabinet.insert(20)
        hall.come_back()                            # and comes back, less what the machine has
        hall.pocket.cents

A hall with a seed is a TEST hall: machines and ledger of its own, which are gone when it closes.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from emulator.hall import desk
from emulator.hall.books import Place
from emulator.hall.kinds import KINDS
from emulator.hall.ledger import HallLedger, own_ledger
from emulator.hall.links import Links
from emulator.hall.machines import MachinePurse
from emulator.hall.money import HallError, Money
from emulator.hall.seats import Seats, table_path
from emulator.hall.sitting import Sitting
from emulator.hall.stand import MACHINE, TABLE, Stand, stands, with_wheels
from emulator.hall.tables import KIND as TABLE_KIND
from emulator.hall.transfers import Purse, Transfers, there
from emulator.records.session import Session, Wanted, open_session
from emulator.records.storage import newest_path
from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError
from emulator.support.seed import seed_key
from machines.support.languages import DEFAULT_LANGUAGE


@dataclass(frozen=True)
class Keeping:
    """Where a hall is kept that has a folder of its own, as that of a kiosk has."""

    ledger: Path
    wanted: Callable[[str], Wanted]
    """How the machine of a model is opened."""
    path_of: Callable[[str], Path]
    """Where it is kept."""
    first: Money = desk.FIRST
    """What a visitor is given."""


class Hall(Closing):
    """
    One hall that is open.

    Args:
        ledger: open, and locked for this process.
        found: what stands here.
        seed: hex digits of a TEST hall; None: the user's own.
        folder: where a TEST hall keeps its machines.
        keeping: where all is kept, unless in the user's data folder.

    Attributes:
        was_at: where the visitor stood when the hall was broken off.
        begin_at: where a window shows the visitor first; None: in the room.
        stands: in the order in which one comes past them.
        here: where the visitor stands; None: in the hall.
        session: the machine that runs there.
        sitting: the table where the visitor sits.
    """

    def __init__(
        self,
        ledger: HallLedger,
        found: Sequence[Stand],
        *,
        seed: str | None = None,
        folder: Path | None = None,
        language: str = DEFAULT_LANGUAGE,
        keeping: Keeping | None = None,
    ) -> None:
        self._keeping = keeping
        self.was_at: Stand | None = None
        self.begin_at: Stand | None = None
        self.ledger, self.stands, self.seed, self.language = ledger, list(found), seed, language
        self.here: Stand | None = None
        self.session: Session | None = None
        self._folder = folder
        self._transfers = Transfers(ledger, KINDS)
        self._purse: Purse | None = None
        self.sitting: Sitting | None = None
        self._open = contextlib.ExitStack()
        names = [Path(one.name).stem for one in self.stands if one.kind == MACHINE]
        self.links = Links(ledger.path.parent / "links", names, seed)

    @classmethod
    def open(
        cls,
        models: Sequence[str] = (),
        *,
        seed: str | None = None,
        language: str = DEFAULT_LANGUAGE,
        keeping: Keeping | None = None,
        wheels: Sequence[str] = (),
    ) -> Hall:
        """
        Open a hall; money that was left anywhere when it was broken off comes back into the pocket.

        Args:
            models: as ``stands`` takes them.
            seed: makes a TEST hall, in memory of the system's and gone at the end.
            wheels: games, of those that stand there, for which an electronic wheel draws.

        Raises:
            HallError: another process has it, its ledger is damaged, or no wheel can stand there.
            EmulatorError: the machine at which the visitor stood cannot be opened.
        """
        found = with_wheels(stands(models), wheels)
        folder = None
        if seed is not None:
            seed_key(seed)
            folder = Path(tempfile.mkdtemp(prefix="azar-hall-"))
        try:
            path = own_ledger() if folder is None else folder / "hall.jsonl"
            path = path if keeping is None else keeping.ledger
            ledger = HallLedger.open(path, test=seed is not None)
            hall = cls(ledger, found, seed=seed, folder=folder, language=language, keeping=keeping)
            try:
                hall.recover()
            except BaseException:
                hall.close()
                raise
        except BaseException:
            _remove(folder)
            raise
        return hall

    @property
    def test(self) -> bool:
        """Whether this is a TEST hall, whose chance repeats."""
        return self.seed is not None

    @property
    def pocket(self) -> Money:
        """What the visitor has in the hall, and not at a machine."""
        return self.ledger.books.pocket

    def close(self) -> None:
        """The visitor comes back from wherever he is, and everything is kept."""
        try:
            self.come_back()
        finally:
            self._open.close()
            self.links.close()
            self.ledger.close()
            _remove(self._folder)

    # -- walking --------------------------------------------------------------------------------------

    def walk_to(self, stand: Stand) -> Session:
        """
        Go to a machine with what of the pocket can be used there.

        Raises:
            HallError: the visitor stands somewhere, or this is no machine.
            EmulatorError: the machine cannot be opened, or the transfer cannot be kept.
        """
        if self.here is not None:
            raise HallError(f"the visitor must have come back from {self.here.title} (got {stand.title})")
        if stand.kind != MACHINE:
            raise HallError(f"stand must be a machine (got {stand.kind} {stand.name})")
        with self._undone(), contextlib.ExitStack() as opened:
            session = opened.enter_context(open_session(self._wanted(stand.name)))
            self.links.join(session)
            purse = MachinePurse(session)
            self._transfers.bring(purse, self._for(session))
            self._open = opened.pop_all()
        self.session, self._purse, self.here = session, purse, stand
        return session

    def come_back(self) -> None:
        """Come back to the hall with all that purse, wallet and tray hold; nothing where he is there."""
        if self._purse is None:
            return
        if self.session is not None and self.session.cabinet.tray_cents:
            self.session.cabinet.take_tray()
        try:
            if self.sitting is not None:
                self.sitting.rise()
            self._transfers.carry(self._purse)
        finally:
            self.session, self.sitting, self._purse, self.here = None, None, None, None
            self._open.close()

    def sit_at(self, stand: Stand, language: str = "") -> Sitting:
        """
        Sit down at a table, as it was left, with chips for the notes of the pocket.

        Args:
            language: of the message line of its device; that of the hall unless given.

        Raises:
            HallError: the visitor stands somewhere, this is no table, or the pocket is not enough.
        """
        self._require_table(stand)
        with self._undone(), contextlib.ExitStack() as opened:
            sitting = opened.enter_context(self._seats(language).open(self.table_path(stand), stand.game))
            self._transfers.bring(sitting, self._chips(stand.price_cents - sitting.mine_cents))
            self._open = opened.pop_all()
        self.sitting, self._purse, self.here = sitting, sitting, stand
        return sitting

    def _seats(self, language: str = "") -> Seats:
        wheels = [one.game for one in self.stands if one.wheel]
        return Seats(self.seed, language or self.language, wheels)

    def table_path(self, stand: Stand) -> Path:
        """Where a table is kept."""
        return table_path(self.ledger.path.parent / "tables", stand)

    def _require_table(self, stand: Stand) -> None:
        if self.here is not None:
            raise HallError(f"the visitor must have come back from {self.here.title} (got {stand.title})")
        if stand.kind != TABLE:
            raise HallError(f"stand must be a table (got {stand.kind} {stand.name})")

    def _chips(self, least_cents: int) -> Money:
        """The notes of the pocket, changed into some if there are too few."""
        if sum(value * count for value, count in self.pocket.notes.items()) < least_cents:
            self.change(
                desk.in_notes(Money(coins=self.pocket.coins, notes=self.pocket.notes))
                + Money(tokens=self.pocket.tokens, cards=self.pocket.cards)
            )
        money = Money(notes=dict(self.pocket.notes))
        if money.cents < least_cents:
            raise HallError(f"the pocket must hold {least_cents} cents for a stake (got {self.pocket.cents})")
        return money

    @contextlib.contextmanager
    def _undone(self) -> Iterator[None]:
        """Bring back what was on the way, if this block fails, and what could not be brought back before."""
        if self.ledger.books.pending is not None or self.ledger.books.at is not None:
            self.recover()
        try:
            yield
        except EmulatorError:
            self.recover()
            raise

    def _for(self, session: Session) -> Money:
        """
        What of the pocket goes to a machine: coins and notes, or tokens where it takes them; its card.

        Tokens, and a card with a play on it, are bought if need be.
        """
        model, cards = session.cabinet.model, session.cabinet.card_reader
        if model.tokens is not None and not self.pocket.tokens:
            with contextlib.suppress(HallError):
                self.change(desk.with_tokens(self.pocket, model.coins_cents))
        if cards and Money(cards=self.pocket.cards).cents < min(model.bets_cents):
            self.charge()
        pocket = self.pocket
        brought = Money(cards=pocket.cards if cards else {})
        if model.tokens is not None:
            return brought + Money(tokens=pocket.tokens)
        return brought + Money(coins=pocket.coins, notes=pocket.notes)

    @property
    def takes_cards(self) -> bool:
        """Whether a machine that takes house cards stands here."""
        return any(one.takes_cards for one in self.stands)

    def path_of(self, stand: Stand) -> Path | None:
        """The file of the machine that stands there, whether or not it is there yet."""
        if self._keeping is not None:
            return self._keeping.path_of(stand.name)
        name = Path(stand.name).stem
        if self._folder is not None:
            return self._folder / f"{name}.nvram"
        return newest_path(name)

    def _wanted(self, model: str) -> Wanted:
        if self._keeping is not None:
            return replace(self._keeping.wanted(model), hall=True)
        if self._folder is None:
            return Wanted(model, language=self.language, hall=True)
        name = Path(model).stem
        return Wanted(
            model, seed=self.seed, nvram=self._folder / f"{name}.nvram", language=self.language,
            journal=self._folder / f"{name}-{self.ledger.books.number}.jsonl", hall=True,
        )  # fmt: skip

    # -- the desk -----------------------------------------------------------------------------------

    def new_purse(self) -> None:
        """The desk takes back what is in the pocket and gives a new purse of toy money."""
        first = desk.FIRST if self._keeping is None else self._keeping.first
        if self.pocket:
            self.ledger.write({"do": "return", "money": self.pocket.as_json()})
        self.ledger.write({"do": "give", "money": first.as_json()})

    def change(self, wanted: Money) -> None:
        """All of the pocket for money that is worth the same."""
        if wanted != self.pocket:
            self.ledger.write({"do": "change", "gave": self.pocket.as_json(), "got": wanted.as_json()})

    def charge(self) -> bool:
        """Put money of the pocket on its house card, a new one where it has none; False: there is none."""
        try:
            self.change(desk.with_card(self.pocket))
        except HallError:
            return False
        return True

    # -- after a break ------------------------------------------------------------------------------

    def recover(self) -> None:
        """
        Find every coin again after the process was killed, and give a first purse where there was none.

        A transfer that was under way is ended as its place knows it; a visitor who stood at a machine comes
        back with what lay in its purse, and who sat at a table once what lay on its cloth is played.
        """
        self._transfers.settle()
        place = self.ledger.books.at
        if place is not None and not there(place):
            self._transfers.lose()
        elif place is not None and place.kind == TABLE_KIND:
            sat = (one for one in self.stands if (one.kind, one.name) == (TABLE, place.name))
            self.was_at = next(sat, None)
            with self._seats().rising(place) as purse:
                self._transfers.carry(purse)
        elif place is not None:
            with open_session(self._wanted_at(place)) as session:
                self._transfers.carry(MachinePurse(session))
        if not self.ledger.books.given_cents:
            self.new_purse()

    def _wanted_at(self, place: Place) -> Wanted:
        """The machine at which the visitor stood, wherever it is kept."""
        found = next((one for one in self.stands if Path(one.name).stem == place.name), None)
        self.was_at = found
        if self._keeping is not None and found is not None:
            return replace(self._wanted(found.name), nvram=Path(place.path))
        return Wanted(found.name if found else place.name, nvram=Path(place.path), hall=True)


def _remove(folder: Path | None) -> None:
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
