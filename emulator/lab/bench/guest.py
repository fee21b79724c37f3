# SPDX-License-Identifier: MIT
"""
A guest of a casino at a machine of type C: money into its mouth, buttons, and what can be seen and counted.

    with guest_at(exam, "price") as guest:
        guest.pay(600)
        guest.start()                  # 600: what the credit counter fell by
        guest.finish()
        guest.owned()                  # credits, tray, card and what staff has paid, in cents

Coins, tokens or the house's card go in by the machine's own mouth. Nothing here knows the program.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from emulator.cabinet import Cabinet
from emulator.chapters.link import QUIET, join
from emulator.lab.bench.reading import Seen, cents, readable
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Words
from emulator.support.errors import EmulatorError

LOOK_MS = 25
PRESS_MS = 60
# Longer than a debounced press takes to be answered, and shorter than any play.
ANSWER_MS = 300
COIN_MS = 300
FALL_MS = 700
BOOT_MS = 6_000
PATIENCE_MS = 240_000
# A machine at rest shows nothing new for so long.
STILL_MS = 1_500
PURSE_COINS = 400
CARD_CENTS = 50_000_000
_SENSED = frozenset({"lamp", "buzzer"})


class StuckError(EmulatorError):
    """
    The visit cannot go on.

    Args:
        words: where it stopped.
        broken: the machine does not do what its front announces; else what was looked for did not come.
    """

    def __init__(self, words: Words, broken: bool = True) -> None:
        super().__init__(words.en)
        self.words, self.broken = words, broken


class Turned(NamedTuple):
    """One paid play as the guest lived it."""

    start_us: int
    stake_cents: int
    won_cents: int
    stops: tuple[int, ...]


def cents_of(shown: str) -> int | None:
    """The amount that a counter shows; None where it is dark or shows dashes."""
    return cents(shown) if readable(shown) else None


@contextlib.contextmanager
def guest_at(exam: Examination, journal: str = "", **options: Any) -> Iterator[Guest]:
    """
    A guest at a new machine that has booted.

    Args:
        journal: name of the journal that its run is kept in; empty: none is kept.
        options: those of the cabinet.
    """
    coins = exam.model.coins_cents
    options.setdefault("purse", dict.fromkeys(coins, PURSE_COINS))
    made = exam.recorded(journal, **options) if journal else contextlib.nullcontext(exam.cabinet(**options))
    with made as cabinet:
        try:
            join(cabinet, QUIET, bytes.fromhex(exam.stream("link")).ljust(32, b"\0"))
            guest = Guest(cabinet)
            cabinet.run(ms=BOOT_MS)
            yield guest
        finally:
            cabinet.close()


class Guest:
    """
    Hands, eyes and a note of all money.

    Args:
        cabinet: just made.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self.cab = cabinet
        self.model = cabinet.model
        self.start_us = 0
        self.by_hand_cents = 0
        self.put_in_cents = self.taken_cents = 0
        self.falls: list[tuple[int, int]] = []
        """When the credit counter fell, in us, and by how many cents."""
        self.seen: list[Seen] = []
        """Lamps and buzzer as they went on and off."""
        self.rises_us: list[int] = []
        self._shown = 0
        cabinet.listen(self._hear)

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in _SENSED:
            self.seen.append(Seen(t_us, kind, dict(fields)))
        now = cents_of(fields.get("credits", "")) if kind == "display" else None
        if now is not None:
            if now < self._shown:
                self.falls.append((t_us, self._shown - now))
            elif now > self._shown:
                self.rises_us.append(t_us)
            self._shown = now

    def first(self, kind: str, since_us: int, **fields: Any) -> int | None:
        """When something of this kind, with these fields, was first seen from then on; None: it was not."""
        for one in self.seen:
            if (
                one.kind == kind
                and one.t_us >= since_us
                and all(one.fields.get(name) == value for name, value in fields.items())
            ):
                return one.t_us
        return None

    # -- eyes ---------------------------------------------------------------------------------------

    @property
    def cashless(self) -> bool:
        """Whether it takes the house's card and no coin."""
        return not self.model.coins_cents

    @property
    def credits(self) -> int:
        """What the credit counter shows; what it last showed while it shows dashes."""
        now = cents_of(self.cab.display.credits)
        return self._shown if now is None else now

    @property
    def prizes(self) -> int:
        """What the counter of prizes shows."""
        return cents_of(self.cab.display.prizes) or 0

    @property
    def rolling(self) -> bool:
        """Whether a reel turns."""
        return any(reel.moving for reel in self.cab.reels)

    def lit(self, lamp: str) -> bool:
        """Whether a lamp is on."""
        return bool(self.cab.lamps[lamp])

    @property
    def stops(self) -> tuple[int, ...]:
        """Where the reels stand."""
        return tuple(reel.stop for reel in self.cab.reels)

    def card_cents(self) -> int:
        """What the house says is on the guest's card."""
        card = self.cab.card
        return 0 if card is None else card.balance_cents

    def owned(self) -> int:
        """Credits, tray, card and what staff paid him: all that is the guest's at this machine."""
        out = self.cab.tray_cents + self.taken_cents
        return self.credits + out + self.card_cents() + self.by_hand_cents

    # -- time ---------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.cab.run(ms=ms)

    def until(self, holds: Callable[[], bool], limit_ms: int, look_ms: int = LOOK_MS) -> bool:
        """Let time pass until something holds; False if it does not within the limit."""
        for _ in range(0, limit_ms, look_ms):
            if holds():
                return True
            self.cab.run(ms=look_ms)
        return holds()

    def still(self, limit_ms: int = PATIENCE_MS) -> bool:
        """Let time pass until nothing that moves or pays has changed for a while."""
        seen, quiet_ms = self._moving(), 0
        for _ in range(0, limit_ms, 100):
            self.cab.run(ms=100)
            now = self._moving()
            quiet_ms = quiet_ms + 100 if now == seen and not self.rolling and not self.cab.coins else 0
            seen = now
            if quiet_ms >= STILL_MS:
                return True
        return False

    def _moving(self) -> tuple[object, ...]:
        shown = self.cab.display
        return shown.credits, shown.prizes, self.cab.tray_cents, self.card_cents()

    # -- hands --------------------------------------------------------------------------------------

    def press(self, name: str, ms: int = PRESS_MS) -> None:
        """Press a button and let go of it again."""
        self.cab.press(name, ms)
        self.cab.run(ms=ms + LOOK_MS)

    def insert(self, cents: int) -> None:
        """Drop one coin in and let it fall."""
        self._drop(cents)
        self.cab.run(ms=FALL_MS - COIN_MS)

    def _drop(self, cents: int) -> None:
        if not self.cab.purse.get(cents):
            self.taken_cents += self.cab.take_tray()
            self.cab.new_visitor()
        self.cab.insert(cents)
        self.put_in_cents += cents
        self.cab.run(ms=COIN_MS)

    def pay(self, cents: int) -> None:
        """Put an amount in by the machine's mouth: coins, largest first, or a card that holds just that."""
        if self.cashless:
            self._pay_by_card(cents)
            return
        for coin in sorted(self.model.coins_cents, reverse=True):
            while cents >= coin:
                self.insert(coin)
                cents -= coin
        self.cab.run(ms=COIN_MS)

    def _pay_by_card(self, cents: int) -> None:
        self._new_card(cents)
        self.charge()

    def _new_card(self, cents: int) -> None:
        """Take out the card that is in, keep what it holds, and insert a new one."""
        if self.cab.card is not None and self.cab.card.inside:
            self.taken_cents += self.card_cents()
            self.cab.remove_card()
            self.cab.run(ms=FALL_MS)
        self.cab.insert_card(cents)
        self.put_in_cents += cents

    def charge(self) -> None:
        """Move all that the card holds to the credits, a press at a time."""
        while self.card_cents() and self.until(lambda: self.lit("hold_1"), 2_000):
            before = self.card_cents()
            self.press("hold_1")
            if not self.until(lambda before=before: self.card_cents() < before, 3_000):  # type: ignore[misc]
                return
            self.cab.run(ms=ANSWER_MS)

    def top_up(self, cents: int) -> None:
        """Have at least this on the credit counter, with as few acts as it takes."""
        if self.cashless:
            if not self.card_cents():
                self._new_card(CARD_CENTS)
            while self.credits < cents and self.until(lambda: self.lit("hold_1"), 3_000):
                self.press("hold_1")
                self.cab.run(ms=FALL_MS)
            return
        coin = max(self.model.coins_cents)
        while self.credits < cents:
            before = self.credits
            for _ in range(0, cents - before, coin):
                self._drop(coin)
            self.cab.run(ms=FALL_MS)
            if self.credits == before:
                raise StuckError(Words("no toma más monedas", "it takes no more coins"))

    # -- plays --------------------------------------------------------------------------------------

    def start(self) -> int:
        """Press START; return what the credit counter fell by at once, 0 if no play was paid."""
        falls = len(self.falls)
        self.cab.press("start", PRESS_MS)
        if not self.until(lambda: len(self.falls) > falls, ANSWER_MS):
            return 0
        self.start_us, stake_cents = self.falls[falls]
        return stake_cents

    @property
    def locked(self) -> bool:
        """Whether the light on top calls the staff and the machine takes no button that pays or plays."""
        return self.lit("tower") and not self.lit("start") and not self.lit("collect")

    def finish(self, watch: Callable[[], None] | None = None, limit_ms: int = PATIENCE_MS) -> None:
        """
        Live through a play: the first of what it offers is picked, wins are kept, staff pays when called.

        Args:
            watch: called at every look.

        Raises:
            StuckError: it comes to no end.
        """
        seen, quiet_ms = self._moving(), 0
        for _ in range(0, limit_ms, LOOK_MS):
            if watch is not None:
                watch()
            if self.offers():
                self.press("start" if self.lit("start") else "collect")
                quiet_ms = 0
            elif self.lit("start"):
                return
            elif quiet_ms >= STILL_MS:
                if not self.locked:
                    return
                self.staff()
                quiet_ms = 0
            self.cab.run(ms=LOOK_MS)
            now = self._moving()
            quiet_ms = quiet_ms + LOOK_MS if now == seen and not self.rolling else 0
            seen = now
        raise StuckError(Words("la partida no acaba", "the play comes to no end"))

    def offers(self) -> bool:
        """Whether the play under way asks for a choice: a machine at rest never lights the second hold."""
        return self.lit("hold_2") and (self.lit("start") or self.lit("collect"))

    def staff(self) -> int:
        """The attendant's key: what the counter of prizes shows is paid by hand; return the cents."""
        owed_cents = self.prizes
        self.cab.turn_key("operator")
        self.cab.run(ms=500)
        self.cab.turn_key("operator", False)
        self.cab.run(ms=2_000)
        if self.locked and self.prizes == owed_cents:
            return 0
        self.by_hand_cents += owed_cents
        return owed_cents

    def play(self, plays: int = 10) -> Turned:
        """Make a play and tell what it brought; so many are paid for at once where the credits are out."""
        price = self.model.bets_cents[0]
        if self.credits < price:
            self.top_up(plays * price)
        if not self.until(lambda: self.lit("start"), 15_000):
            raise StuckError(Words("INICIO no se enciende con crédito", "START stays dark with credits"))
        before = self.owned() - self.put_in_cents
        stake = self.start()
        if not stake:
            raise StuckError(Words("INICIO encendido no inicia partida", "a lit START starts no play"))
        start_us = self.start_us
        self.finish()
        return Turned(start_us, stake, self.owned() - self.put_in_cents - before + stake, self.stops)

    def play_until_win(self, least_cents: int = 1, plays: int = 200) -> Turned:
        """
        Play until a play wins so much.

        Raises:
            StuckError: none of so many plays did.
        """
        for _ in range(plays):
            turn = self.play(1)
            if turn.won_cents >= least_cents:
                return turn
        raise StuckError(Words(f"ningún premio en {plays} jugadas", f"no prize in {plays} plays"), False)

    def power_cycle(self, off_ms: int = 1_000) -> None:
        """Pull the plug, put it back, and let the machine boot."""
        self.cab.power_off()
        self.cab.run(ms=off_ms)
        self.cab.power_on()
        self.cab.run(ms=BOOT_MS)

    def collect(self) -> int:
        """Press COLLECT, wait for what is paid, and return by how much tray, card and hand pays rose."""
        before = self.owned() - self.credits
        if not self.until(lambda: self.lit("collect"), 20_000):
            return 0
        self.press("collect")
        self.still()
        if self.locked:
            self.staff()
        return self.owned() - self.credits - before
