# SPDX-License-Identifier: MIT
"""
A machine with its instruments: coins and buttons go in, what a person can see and count comes out.

    bench = Bench(exam.cabinet())
    bench.insert(200, 200)
    play = bench.play("start")
    play.stake_cents, play.prize_cents, play.stops

Any type, with reels on drums, on a screen or without reels; with parallel mechanisms or ccTalk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from emulator.cabinet import Cabinet
from emulator.chapters.link import QUIET, join
from emulator.lab.bench.reading import Play, Seen, Start, cents, readable, total

# Events that an instrument on the bench can sense; everything else that a cabinet tells is left out.
SENSED = frozenset(
    {"button", "coin_slot", "coin_accepted", "coin_returned", "coin_in_tray", "coin_stored", "hopper_coin"}
    | {"note_in", "note_held", "note_back", "note_returned", "note_refused", "note_stacked"}
    | {"reel_start", "reel_stop", "lamp", "message", "display", "meter", "counter", "power", "door", "key"}
    | {"buzzer", "card", "ticket", "dice", "shaker"}
)
# What a mechanism says of the reason is read in the program's books.
_HIDDEN = {"why"}
# From the power-on to the first coin: lamps are tested and reels find their index.
BOOT_MS = 5_500
# Longer than a blink, which is dark for half of it.
_BLINK_US = 1_100_000
# The controller that a linked machine of the bench is joined to draws with a key of its own.
_LINK_KEY = bytes(32)


class BenchError(AssertionError):
    """A machine that does not do what its front announces: a lit button, a payment, an end of a play."""


class Bench:
    """
    A machine on the bench with its instruments.

    Args:
        cab: the machine, just made; it boots and finds its reels before this returns. A linked one that
            has no line is joined to a controller of its own.
        boot: False leaves it in the instant of its first power-on.
    """

    def __init__(self, cab: Cabinet, *, boot: bool = True) -> None:
        self.cab = cab
        self.seen: list[Seen] = []
        self._credits = cents(cab.display.credits) if readable(cab.display.credits) else 0
        self.starts: list[Start] = []
        self.moved: set[int] = set()
        self._paid = 0
        self._pressed = ""
        if cab.model.link is not None and not cab.joined:
            join(cab, QUIET, _LINK_KEY)
        cab.listen(self._hear)
        if boot:
            self.wait(BOOT_MS)

    # -- instruments --------------------------------------------------------------------------------

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind not in SENSED:
            return
        self.seen.append(
            Seen(t_us, kind, {name: value for name, value in fields.items() if name not in _HIDDEN})
        )
        if kind == "reel_start":
            self.moved.add(fields["reel"])
        elif kind == "hopper_coin":
            self._paid += fields["cents"]
        elif kind == "button":
            self._pressed = fields["name"]
        elif kind == "display" and readable(fields.get("credits", "")):
            self._watch_credits(t_us, cents(fields["credits"]))

    def _watch_credits(self, t_us: int, credits_now: int) -> None:
        fell = self._credits - credits_now
        self._credits = credits_now
        if fell > 0 and self._begun(t_us):
            self.starts.append(Start(t_us, fell))

    def _begun(self, t_us: int) -> bool:
        """Whether a fall of the credits now is a stake: motors set off with it, or nobody asked for money."""
        if self.cab.model.motor_steps:
            return any(one.kind == "reel_start" and one.t_us == t_us for one in self.seen[-20:])
        return self._pressed != "collect"

    def of(self, kind: str, **fields: Any) -> list[Seen]:
        """What was sensed of one kind, with these fields."""
        return [
            one
            for one in self.seen
            if one.kind == kind and all(one.fields.get(name) == value for name, value in fields.items())
        ]

    @property
    def credits(self) -> int:
        """Cents on the credit counter."""
        return cents(self.cab.display.credits)

    @property
    def reserve(self) -> int:
        """Cents on the reserve counter; 0 on a machine that has none."""
        return cents(self.cab.display.reserve) if self.has_reserve_counter else 0

    @property
    def has_reserve_counter(self) -> bool:
        """Whether three counters are on the front: credits, reserve and prizes."""
        return self.cab.model.reserve_counter

    @property
    def prizes(self) -> int:
        """What the prize counter shows: cents not yet paid, or on two counters what the last play won."""
        return cents(self.cab.display.prizes)

    @property
    def held(self) -> int:
        """Cents of the player's on the counters."""
        return self.credits + (self.reserve + self.prizes if self.has_reserve_counter else 0)

    @property
    def stops(self) -> tuple[int, ...]:
        """The stop of each reel that stands on the payline."""
        return tuple(reel.stop for reel in self.cab.reels)

    @property
    def wheels(self) -> dict[str, int]:
        """The electromechanical meters: plays, prizes, in, out."""
        return {name: self.cab.meters[name] for name in ("plays", "prizes", "in", "out")}

    @property
    def paid(self) -> int:
        """Cents that passed the sensors of the hoppers, whatever became of them."""
        return self._paid

    @property
    def rolling(self) -> bool:
        """Whether a reel turns."""
        return any(reel.moving for reel in self.cab.reels)

    def lit(self, lamp: str) -> bool:
        """Whether a lamp is on."""
        return self.cab.lamps[lamp]

    def quiet(self) -> bool:
        """Whether nothing moves: no reel, no coin."""
        return not self.rolling and not self.cab.coins

    def wealth(self) -> int:
        """Everything that is the visitor's: purse, wallet, tray, and the counters."""
        return total(self.cab.purse) + total(self.cab.wallet) + self.cab.tray_cents + self.held

    # -- hands --------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.cab.run(ms=ms)

    def until(self, holds: Callable[[], bool], limit_ms: int, step_ms: int = 50) -> bool:
        """Let time pass until something holds; False if it does not within the limit."""
        for _ in range(0, limit_ms, step_ms):
            if holds():
                return True
            self.cab.run(ms=step_ms)
        return holds()

    def insert(self, *coins: int) -> None:
        """Drop coins in, one after another, and let them fall."""
        for coin in coins:
            self.cab.insert(coin)
            self.cab.run(ms=220)
        self.cab.run(ms=600)

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button and let go of it again."""
        self.cab.press(name, ms)
        self.cab.run(ms=ms + 50)

    def power_cycle(self, off_ms: int = 1_000) -> None:
        """Pull the plug and put it back."""
        self.cab.power_off()
        self.cab.run(ms=off_ms)
        self.cab.power_on()

    def asks(self) -> bool:
        """
        Whether a prize waits for an answer, to be doubled or kept; on drums DOUBLE blinks beside START.

        On a machine that declares a gamble this may let 1.1 s pass, to see the lamp go dark.
        """
        if self.cab.model.gamble is None or not self.lit("collect"):
            return False
        if not self.has_reserve_counter:
            return self.lit("double")
        if not self.lit("start"):
            return False
        shown_us = max((one.t_us for one in self.of("lamp", name="start", on=True)), default=0)
        if self.cab.now_us - shown_us < _BLINK_US:
            self.cab.run_us(shown_us + _BLINK_US - self.cab.now_us)
        since_us = max(shown_us, self.cab.now_us - _BLINK_US)
        return self.lit("start") and sum(one.t_us > since_us for one in self.of("lamp", name="double")) > 1

    def keep(self) -> None:
        """Answer a question, if there is one: keep the prize."""
        while self.asks():
            self.press("collect")
            self.settle()

    def settle(self, limit_ms: int = 240_000) -> None:
        """Wait until reels and coins have been at rest for 1.5 s, longer than any pause of a payment."""
        still = 0
        for _ in range(0, limit_ms, 100):
            still = still + 100 if self.quiet() else 0
            if still > 1_500:
                return
            self.cab.run(ms=100)
        raise BenchError(f"the machine must come to rest within {limit_ms} ms")

    def clicks(self, limit_ms: int = 240_000) -> dict[str, int]:
        """Wait until the electromechanical meters have made up for everything, and read them."""
        before, still = self.wheels, 0
        for _ in range(0, limit_ms, 100):
            self.cab.run(ms=100)
            now = self.wheels
            still = still + 100 if now == before else 0
            before = now
            if still > 1_000:
                return now
        raise BenchError(f"the meters must come to rest within {limit_ms} ms")

    def collect(self) -> int:
        """Press COLLECT, wait for the coins, and return what fell into the tray."""
        before = self.cab.tray_cents
        _need(self.until(lambda: self.lit("collect"), 20_000), "COLLECT must be lit while there is money")
        self.press("collect")
        self.settle()
        return self.cab.tray_cents - before

    def play(self, button: str = "start") -> Play:
        """Press a lit button and live through the whole play, automatic payment included; keep the prize."""
        self.keep()
        _need(self.until(lambda: self.lit(button), 15_000), f"{button} must be lit before it is pressed")
        before, count = self.prizes + self.paid, len(self.starts)
        self.moved.clear()
        self.press(button)
        _need(len(self.starts) == count + 1, f"a lit {button} must start a play")
        self.settle()
        self.keep()
        start = self.starts[count]
        prize = self.prizes + self.paid - before if self.has_reserve_counter else self.prizes
        return Play(start.t_us, start.stake_cents, prize, self.stops, frozenset(self.moved))


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise BenchError(what)
