# SPDX-License-Identifier: MIT
"""
A table that goes on by itself: its croupier, the house's players, and people.

    game = TableGame(dealer, people=[4])
    game.run(ms=2_000)                 # the house's players lay their chips
    game.lay(4, "caballo 17-20", 500)
    game.press(4, "ready")             # the croupier takes no more bets once all are ready
    game.run(ms=12_000)

Time is its own. Nothing that is asked here raises: what the rules refuse changes nothing and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from emulator.tables.dealer import Dealer
from emulator.tables.guests import Guest
from emulator.tables.told import (
    APART_MS,
    CARD_MS,
    PARTED_MS,
    RESTS_MS,
    SAID_BEFORE_MS,
    SAYS_MS,
    TURNED_MS,
    Bounds,
    DeviceSeen,
    Told,
    settled_ms,
)
from machines import MachinesError
from machines.tables.chance import read_chance

GRID_US = 50_000
"""How often a pot of several tables is heard."""
BETS_MS, BETS_WITH_PEOPLE_MS = 9_000, 40_000
"""How long bets are taken, at most."""
GUEST_MS = 420
"""Between two chips of the house's players."""
RUN_MS = 2_600
"""The ball runs so long before no more bets are taken."""
CHOICE_MS = 15_000
LIES_MS = 420
"""From when a card leaves the shoe until it lies."""
LOOK_MS = 2_400
"""How long a settled table is looked at."""
BOARD = 20
FIRST_CARDS = 4


class TableGame:
    """
    One table.

    Args:
        dealer: the rules and what lies on the cloth.
        people: seats of people; the house plays the others.
        seed: of the habits of the house's players.
        cash: chips are bought with money of a hall, before one sits down, and never for nothing.

    Attributes:
        bought_cents: what who has lost all of it buys again.
    """

    def __init__(
        self, dealer: Dealer, people: Collection[int] = (), seed: str = "", *, cash: bool = False
    ) -> None:
        self.dealer, self.people, self._cash = dealer, frozenset(people), cash
        dealer.hears = self.people
        self.now_us = 0
        self.number = 0
        self.told: list[Told] = []
        self.past: list[tuple[str, str]] = []
        self.last_faces: tuple[int, ...] = ()
        self.bought_cents = max(dealer.chips().values(), default=0) or 200 * dealer.least_cents
        self._guests = {seat: Guest(seat, seed) for seat in dealer.chips()}
        self._ready: set[int] = set()
        self._effort = 100
        self._due_ms, self._since_ms = GUEST_MS, 0
        self._stage = ""
        self._mine: dict[int, list[tuple[str, int]]] = {}
        """What people laid in the last round, to be repeated."""
        self._laid: dict[int, list[tuple[str, int]]] = {}
        self._round = dealer.round
        self._said: list[tuple[int, str]] = [(0, dealer.opening)]
        self._opens()

    @property
    def now_ms(self) -> int:
        """The table's time."""
        return self.now_us // 1000

    @property
    def betting(self) -> bool:
        """Whether chips can be laid: until no more bets are taken, also while the ball runs."""
        return self.phase == "bets"

    @property
    def phase(self) -> str:
        """The dealer's; ``settled`` while a round that is over is looked at."""
        return "settled" if self._stage == "settled" else self.dealer.phase

    @property
    def device(self) -> DeviceSeen | None:
        """What the device shows that draws for the table, as far as the picture has come, if one does."""
        drawn = next((one for one in self.told if one.kind == "drawn"), None)
        lies_ms = RESTS_MS[self.dealer.decides] - SAID_BEFORE_MS
        return self.dealer.device(drawn is not None and self.now_ms < drawn.t_ms + lies_ms)

    @property
    def words(self) -> str:
        """What the croupier said last."""
        return next((said for at_ms, said in reversed(self._said) if at_ms <= self.now_ms), "")

    # -- what people do ------------------------------------------------------------------------------------

    def bounds(self, seat: int, spot: str) -> Bounds | None:
        """What a seat may add to a spot now."""
        return self.dealer.bounds(seat, spot)

    def lay(self, seat: int, spot: str, cents: int) -> bool:
        """Lay chips on a spot, as many of them as the limit allows; whether any were taken."""
        bounds = self.dealer.bounds(seat, spot) if seat in self.people and self.betting else None
        if bounds is None:
            return False
        cents = min(max(cents, bounds.least), bounds.most) // bounds.step * bounds.step
        if cents < max(1, bounds.least) or not self._do(lambda: self.dealer.bet(seat, spot, cents)):
            return False
        self._laid.setdefault(seat, []).append((spot, cents))
        return True

    def take(self, seat: int, spot: str) -> int:
        """Take back what lies on a spot; how much that was, 0 if it must stay."""
        if seat not in self.people or not self.betting:
            return 0
        lies = sum(one.cents for one in self.dealer.stakes() if one.seat == seat and one.spot == spot)
        if not lies or not self._do(lambda: self.dealer.unbet(seat, spot)):
            return 0
        self._laid[seat] = [bet for bet in self._laid.get(seat, []) if bet[0] != spot]
        return lies

    def press(self, seat: int, act: str, effort_percent: int = 100) -> None:
        """Do what a button says, if it is offered."""
        if act not in self.offered(seat):
            return
        if act == "buy":
            self._do(lambda: self.dealer.buy(seat, self.bought_cents))
        elif act == "pass_dice":
            self._do(lambda: self.dealer.pass_dice(seat))
        elif act == "ready":
            self._ready.add(seat)
            self._effort = effort_percent
        elif act == "clear":
            for spot in {one.spot for one in self.dealer.stakes() if one.seat == seat}:
                self.take(seat, spot)
        elif act == "repeat":
            for spot, cents in self._missing(seat).items():
                self.lay(seat, spot, cents)
        elif self.betting:
            self._do(lambda: self.dealer.choose(seat, act))
        else:
            self._decides(seat, act)

    def offered(self, seat: int) -> list[str]:
        """What somebody can do now besides laying chips."""
        if seat not in self.people:
            return []
        if self.dealer.phase == "choices":
            return list(self.dealer.choices().get(seat, ())) if self.now_ms >= self._lies_ms() else []
        if not self.betting or seat in self._ready:
            return []
        lies = any(one.seat == seat and not one.held for one in self.dealer.stakes())
        if self.broke(seat):
            return ["ready"] if self._cash else ["buy", "ready"]
        if self.dealer.must_lay(seat):
            return [*(["clear"] if lies else []), "pass_dice"]
        again = not self._laid.get(seat) and self._missing(seat)
        before = [*(["clear"] if lies else []), *(["repeat"] if again else [])]
        return [*before, *self.dealer.says(seat), "ready"]

    def broke(self, seat: int) -> bool:
        """Whether somebody has too few chips for a bet, and none on the cloth."""
        lies = any(one.seat == seat for one in self.dealer.stakes())
        return not lies and self.dealer.chips()[seat] < self.dealer.least_cents

    def _missing(self, seat: int) -> dict[str, int]:
        """What of the last round's bets does not lie: a stake that has won lies still."""
        wanted: dict[str, int] = {}
        for spot, cents in self._mine.get(seat, []):
            wanted[spot] = wanted.get(spot, 0) + cents
        for one in self.dealer.stakes():
            if one.seat == seat and one.spot in wanted:
                wanted[one.spot] -= one.cents
        return {spot: cents for spot, cents in wanted.items() if cents > 0}

    def give(self, chance: str) -> bool:
        """
        Take what a real wheel, dice or shoe gave, as ``"Ac 4s Ad 5s"``, instead of drawing it.

        Returns:
            whether it was what the table waits for.
        """
        return self._moves(lambda: self.dealer.go_on(read_chance(chance)))

    def away(self, seat: int) -> None:
        """Somebody goes: the house plays for them until they come back."""
        self.people -= {seat}
        self._ready.discard(seat)

    def back(self, seat: int) -> None:
        """Somebody comes back to their seat."""
        if seat in self.dealer.chips():
            self.people |= {seat}

    def waits_for(self) -> set[int]:
        """Seats of people whom the table waits for."""
        if self.dealer.phase == "choices":
            return set(self.dealer.choices()) & self.people if self.now_ms >= self._lies_ms() else set()
        return set(self.people - self._ready) if self.betting else set()

    def _lies_ms(self) -> int:
        """When the last card lies, or is collected, and the croupier has asked: nobody decides unseeing."""
        cards = [one.t_ms + LIES_MS for one in self.told if one.kind in ("card", "gone")]
        return max([*cards, *(one.t_ms for one in self.told if one.kind == "said")], default=0)

    # -- what goes on by itself ----------------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds pass; how they are divided into calls changes nothing."""
        until_us = self.now_us + us
        while self.dealer.joined and self.now_us < until_us:
            step_us = (self.now_us // GRID_US + 1) * GRID_US
            self._run_until(min(step_us, until_us))
            if self.now_us == step_us:
                self.dealer.hear(self.now_ms)
        self._run_until(until_us)

    def _run_until(self, until_us: int) -> None:
        while self._due_ms * 1000 <= until_us:
            self.now_us = max(self.now_us, self._due_ms * 1000)
            self._due_ms = self.now_ms + GUEST_MS
            self._go_on()
        self.now_us = until_us

    def _go_on(self) -> None:
        """The next thing that happens by itself."""
        phase = self.dealer.phase
        if self._stage == "settled" and phase != "choices":
            self._opens()
        elif phase == "bets":
            self._bets()
        elif phase == "choices":
            self._choices()
        else:
            self._croupier()

    def _bets(self) -> None:
        if self._stage in ("runs", "closed"):  # the ball has run long enough: no more bets
            self._closes()
            return
        for seat, guest in self._guests.items():
            if seat in self.people:
                continue
            said = guest.says(self.dealer)
            if said and self._do(lambda said=said, seat=seat: self.dealer.choose(seat, said)):
                return
            bet = guest.next_bet(self.dealer)
            if bet is not None and self._do(lambda bet=bet, seat=seat: self.dealer.bet(seat, *bet)):
                return
        limit = BETS_WITH_PEOPLE_MS if self.people else BETS_MS
        if not self.people <= self._ready and self.now_ms - self._since_ms < limit:
            return
        if self.dealer.decides in ("wheel", "cups", "fortune"):
            self._stage = "runs"
            self.dealer.rolls(closed=False)
            self.told.append(Told(self.now_ms, "spin", cents=self._effort))
            self._due_ms = self.now_ms + RUN_MS
        else:
            self._closes()

    def _closes(self) -> None:
        """No more bets: from here on the croupier alone goes on until the round is settled."""
        self._notes_time()
        self._stage, shooter = "closed", self.dealer.shooter
        if shooter in self.people and self.dealer.must_lay(shooter):  # nobody stakes for a person
            if not self._do(lambda: self.dealer.pass_dice(shooter)):
                self._stage, self._since_ms = "", self.now_ms
            return
        self.dealer.rolls(closed=True)
        self._croupier()

    def _choices(self) -> None:
        waited = self.now_ms - max(self._since_ms, self._lies_ms()) > CHOICE_MS
        for seat, among in self.dealer.choices().items():
            if seat in self.people and waited:
                self._notes_time()
            if seat not in self.people or waited:
                guess = self._guests[seat].choice(among) if seat not in self.people else among[0]
                self._decides(seat, self.dealer.advice(seat) or guess)
                return

    def _decides(self, seat: int, what: str) -> None:
        """Somebody decides; the last decision ends the round."""
        new = len(self.told)
        if self._do(lambda: self.dealer.choose(seat, what)) and self.dealer.phase != "choices":
            self._looked_at(self.told[new:])

    def _croupier(self) -> None:
        """One move of the croupier's."""
        self._moves(self.dealer.go_on)

    def _moves(self, move: Callable[[], Sequence[Told]]) -> bool:
        """A move of the croupier's, and how long it takes until the next; whether the rules had it."""
        before, new = self.dealer.phase, len(self.told)
        done = self._do(move)
        if self.dealer.phase != before:
            self._since_ms = self.now_ms
            if self.dealer.phase == "choices":
                self._notes_time()
        self._looked_at(self.told[new:])
        if self.betting and before != "bets":  # a shoe is ready
            self._said.append((self.now_ms + RESTS_MS["cards"], self.dealer.opening))
        return done

    def _looked_at(self, new: Sequence[Told]) -> None:
        """The table waits for as long as what happened takes; a round that is settled is over after that."""
        if self.dealer.round != self._round:
            self._stage = "settled"
            self.past = [*filter(lambda result: result[0], [self.dealer.result()]), *self.past][:BOARD]
        self._due_ms = self.now_ms + self._lasts_ms(new)

    def _lasts_ms(self, new: Sequence[Told]) -> int:
        """How long what happened is looked at."""
        counts = [sum(one.kind == kind for one in new) for kind in ("lost", "paid", "back")]
        paid_ms = settled_ms(*counts) + LOOK_MS if any(counts) or self._stage == "settled" else GUEST_MS
        if any(one.kind in ("card", "turn") for one in new):
            late_ms = max(one.t_ms for one in new) - self.now_ms
            return late_ms + max(RESTS_MS["cards"], paid_ms if self._stage == "settled" else 0)
        if any(one.kind == "drawn" for one in new):
            return RESTS_MS[self.dealer.decides]
        return PARTED_MS if any(one.kind == "parted" for one in new) else paid_ms

    def _opens(self) -> None:
        """A round begins: the house's players take back what has won."""
        drawn = next((one.faces for one in self.told if one.kind == "drawn"), None)
        self.last_faces = drawn or self.last_faces
        if self.told:
            self.number += 1
        self.told = []
        self._mine |= {seat: bets for seat, bets in self._laid.items() if bets}
        self._laid.clear()
        self._ready.clear()
        self._effort, self._stage, self._since_ms = 100, "", self.now_ms
        self._notes_time()
        self._round = self.dealer.round
        for stake in self.dealer.stakes():
            if stake.seat not in self.people and not stake.held:
                self._do(lambda stake=stake: self.dealer.unbet(stake.seat, stake.spot))
        self._said.append((self.now_ms, self.dealer.opening))
        for seat in self._guests:
            if seat not in self.people and self.broke(seat):
                self._do(lambda seat=seat: self.dealer.buy(seat, self.bought_cents))
        for guest in self._guests.values():
            guest.begins()

    def _notes_time(self) -> None:
        """What people had time for is an input of the table: when it began, and when it was over."""
        if self.people:
            self._do(lambda: self.dealer.time(self.now_ms))

    def _do(self, act: object) -> bool:
        """Do something that the rules may refuse."""
        try:
            self._events(act())  # type: ignore[operator]
        except MachinesError:
            return False
        return True

    def _events(self, events: Sequence[Told]) -> list[Told]:
        """What happened, at its time: cards come one after the other, and what is said of them between."""
        new: list[Told] = []
        at_ms, cards = self.now_ms, 0
        for one in events:
            new.append(one._replace(t_ms=at_ms + one.t_ms))
            if one.kind == "card":
                cards += 1
                at_ms += APART_MS.get(one.to, CARD_MS + (TURNED_MS if cards == FIRST_CARDS else 0))
            elif one.kind == "said" and cards:
                at_ms += SAYS_MS
        self.told += new
        self._said = [*self._said, *((one.t_ms, one.to) for one in new if one.kind == "said")][-8:]
        return new
