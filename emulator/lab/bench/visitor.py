# SPDX-License-Identifier: MIT
"""
A visitor and an attendant at a machine of any type: they pay in, play, take what comes, and mend.

    visitor = Visitor(Bench(exam.cabinet()))
    made = visitor.play()              # pays in if it must; made.stake_cents, made.prize_cents
    visitor.out_of_service()           # what still works, if anything does

What a play won is what the visitor owns more after it than before it and its stake.
"""

from __future__ import annotations

from dataclasses import dataclass

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.reading import cents, readable
from emulator.support.errors import EmulatorError
from machines.types.chance.model import ChanceModel

# What a visitor buys a house card with.
CARD_CENTS = 1_000_000
PURSE = {5000: 10, 1000: 40, 500: 40, 200: 200, 100: 200, 50: 60, 20: 60, 10: 200}
# How long a play may take: a game of skill, or free plays with picks.
_PLAY_MS = 600_000
_LOOK_MS = 100
# Nothing moves for so long once a play and its payment are over.
_STILL_MS = 1_600
# A lamp that blinks changes twice in this time.
_BLINK_US = 1_500_000
# A game of skill says something else at least this often.
_LINE_US = 4_500_000
# A coin falls for less than this, and the machine may need it to say that it has it.
_COIN_MS = 900


class BenchError(EmulatorError):
    """A machine that does not do what anybody would expect of it; the message says what."""


@dataclass(frozen=True)
class Made:
    """One play as its visitor lived it, all of it in cents; how many plays it counted as."""

    stake_cents: int
    prize_cents: int


class Visitor:
    """
    Somebody with enough money at a machine on the bench.

    Args:
        bench: the machine, which has booted.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench, self.cab = bench, bench.cab
        self.price_cents = self.cab.model.bets_cents[0]

    # -- money ------------------------------------------------------------------------------------

    @property
    def owns_cents(self) -> int:
        """Purse, wallet, tray, house card, and what the counters show of his."""
        card = self.cab.card
        return self.bench.wealth() + (0 if card is None else card.balance_cents)

    @property
    def credits_cents(self) -> int:
        """The credit counter; 0 where it shows no amount."""
        shown = self.cab.display.credits
        return cents(shown) if readable(shown) else 0

    def pay_in(self, least_cents: int = 0) -> None:
        """
        Pay in until the credits are the price, or this much.

        Raises:
            BenchError: the machine takes nothing more before that.
        """
        wanted = max(least_cents, self.price_cents)
        for _ in range(60):
            if self.credits_cents >= wanted:
                return
            self.one_in(wanted - self.credits_cents)
        raise BenchError(f"the machine must take {wanted} cents (it says {self._line})")

    def one_in(self, wanted_cents: int) -> None:
        """Put the coin in that is worth most of what is wanted, or take it from the card."""
        if self.cab.card_reader:
            self._from_card()
            return
        held = sorted(one for one in self.cab.model.coins_cents if self.cab.purse.get(one, 0))
        if not held:
            raise BenchError("the purse must hold a coin that the machine takes")
        fitting = [one for one in held if one <= wanted_cents]
        self.cab.insert(fitting[-1] if fitting else held[0])
        self.bench.wait(_COIN_MS)

    def arrive(self) -> None:
        """Buy a house card and put it in, where the machine takes one."""
        if self.cab.card_reader and (self.cab.card is None or not self.cab.card.inside):
            self.cab.insert_card(None if self.cab.card else CARD_CENTS)
            self.bench.wait(1_500)

    def _from_card(self) -> None:
        self.arrive()
        self.cab.press("hold_1")
        self.bench.wait(_COIN_MS)

    def collect(self) -> int:
        """Ask for everything back; returns what came into tray and card."""
        before = self._in_hand
        for _ in range(4):
            if not self.bench.held:
                break
            if not self.bench.until(lambda: self.bench.lit("collect"), 10_000):
                break
            self.bench.press("collect")
            self.rest()
        return self._in_hand - before

    @property
    def _in_hand(self) -> int:
        card = self.cab.card
        return self.cab.tray_cents + (0 if card is None else card.balance_cents)

    # -- plays ------------------------------------------------------------------------------------

    def play(self, button: str = "start") -> Made:
        """
        Pay in if that must be, press, and live through the play, its payment and all that it asks.

        Raises:
            BenchError: no play begins, or it does not end.
        """
        self.pay_in()
        before, starts = self.owns_cents, len(self.bench.starts)
        if not self.bench.until(lambda: self.bench.lit(button), 30_000):
            raise BenchError(f"{button} must be lit with the price paid in (the line says {self._line})")
        self.bench.press(button)
        if not self.bench.until(lambda: len(self.bench.starts) > starts, 5_000):
            raise BenchError(f"a lit {button} must start a play (the line says {self._line})")
        self.rest()
        stake = sum(start.stake_cents for start in self.bench.starts[starts:])
        return Made(stake, self.owns_cents - before + stake)

    def rest(self, limit_ms: int = _PLAY_MS) -> None:
        """
        Wait for the end of whatever goes on; take a win that could be dared, and the first of what is hidden.

        Raises:
            BenchError: it does not end.
        """
        still_ms = 0
        for _ in range(0, limit_ms, _LOOK_MS):
            still_ms = still_ms + _LOOK_MS if self.bench.quiet() else 0
            if still_ms > _STILL_MS:
                if self._over:
                    return
                self._answer()
                still_ms = 0
            self.bench.wait(_LOOK_MS)
        raise BenchError(f"the machine must come to rest in {limit_ms} ms (the line says {self._line})")

    @property
    def _over(self) -> bool:
        """Whether the machine waits for money or for a start, or has stopped."""
        if self.bench.lit("tower") or not self.cab.powered:
            return True
        if self.cab.model.type == "A":
            # START is also what stops a light; in a game the line goes on changing, and nothing is paid back.
            asked = any(on for name, on in self.cab.lamps.items() if name not in ("collect", "tower"))
            return self.bench.lit("collect") or (not asked and self._line_stands)
        if self._blinks or self._picks:
            return False
        if self.bench.lit("start"):
            return True
        return not self._asks and self.credits_cents < self.price_cents

    @property
    def _line_stands(self) -> bool:
        """Whether line and START have been the same for longer than any picture of a game of skill."""
        changes = [*self.bench.of("message")[-1:], *self.bench.of("lamp", name="start")[-1:]]
        return all(one.t_us < self.cab.now_us - _LINE_US for one in changes)

    @property
    def _blinks(self) -> bool:
        """Whether DOUBLE blinks: a prize can be dared, and is on no counter before it is taken."""
        if self.cab.model.gamble is None or not self.bench.lit("collect"):
            return False
        since_us = self.cab.now_us - _BLINK_US
        return len([one for one in self.bench.of("lamp", name="double")[-4:] if one.t_us > since_us]) > 1

    @property
    def _dares(self) -> bool:
        """Whether a win waits to be taken or dared."""
        model = self.cab.model
        declared = isinstance(model, ChanceModel) and model.draft.gamble is not None
        return self._blinks or (declared and self.bench.lit("double") and self.bench.lit("collect"))

    @property
    def _picks(self) -> bool:
        """Whether one of the hidden prizes waits to be picked, on a machine that declares such."""
        model = self.cab.model
        return isinstance(model, ChanceModel) and bool(model.draft.picks) and self.bench.lit("hold_1")

    @property
    def _asks(self) -> bool:
        """Whether the machine waits for an answer: take or dare, or which of the hidden ones."""
        chance = self.cab.model.type == "C" and not self.cab.card_reader
        return self._dares or self._picks or (chance and self.bench.lit("hold_1"))

    def _answer(self) -> None:
        if self.cab.model.type == "A" and self.bench.lit("start"):
            self.bench.press("start")
        if self._asks:
            self.bench.press("collect" if self._dares else "hold_1")

    # -- what works, and what does not --------------------------------------------------------------

    def out_of_service(self, wait_ms: int = 6_000) -> list[str]:
        """Try a coin, a card and every start; returns what worked: nothing where the machine stands still."""
        bench, cab = self.bench, self.cab
        starts, taken, credits = len(bench.starts), len(bench.of("coin_accepted")), self.credits_cents
        if not cab.card_reader:
            held = [one for one in cab.model.coins_cents if cab.purse.get(one, 0)]
            if held:
                cab.insert(min(held))
        elif cab.card is not None and cab.card.inside:
            bench.press("hold_1")
        # On a machine of chance DOUBLE chooses the bet or dares a win.
        for name in ("start", "double") if cab.model.type == "B" else ("start",):
            bench.press(name)
        bench.wait(wait_ms)
        found = []
        if len(bench.of("coin_accepted")) > taken:
            found.append("coin")
        if len(bench.starts) > starts:
            found.append("play")
        if self.credits_cents > credits and "coin" not in found:
            found.append("credit")
        return found

    @property
    def calls(self) -> bool:
        """Whether the machine calls for somebody and says why: its light on top, and words on its line."""
        return self.bench.lit("tower") and bool(self.cab.display.message.strip())

    def mend(self, *faults: str) -> None:
        """An attendant ends faults, opens the door and shuts it again."""
        for fault in faults:
            self.cab.mend(fault)
        self.cab.open_door()
        self.bench.wait(1_000)
        self.cab.close_door()
        self.bench.wait(5_000)

    @property
    def _line(self) -> str:
        return repr(self.cab.display.message.strip())
