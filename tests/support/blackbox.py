# SPDX-License-Identifier: MIT
"""
The bench of the black-box laboratory: coins and buttons go in, what a person can see and count comes out.

    bench = Bench(cierzo(seed="00"))
    bench.insert(200, 200)
    play = bench.play("start")
    play.stake_cents, play.prize_cents, play.stops

Nothing here knows the program on the board: no variable of it, no byte of its books, no rule profile.
So the same check judges our machine and a mutant of it, whose firmware ``mutants`` puts into every cabinet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from emulator import Cabinet

# The same reels and firmware with a plan that is all prizes, to meet the largest ones in minutes.
RICH = Path(__file__).parent / "blackbox_rich.toml"


class Limit(NamedTuple):
    """One figure of the law, typed from the norm and not from our rule profile."""

    value: int
    unit: str
    article: str


_RD = "Real Decreto 2110/1998"
_EURO = f"{_RD}, euro amounts of the 1999 agreement"
LAW = {
    "B-02": Limit(20, "cents", "Decreto 159/2002 of Aragón, art. 5.3"),
    "B-03": Limit(2, "plays", f"{_EURO}, art. 7.c"),
    "B-04": Limit(80_00, "cents", f"{_EURO}, art. 6.3: 400 times the price"),
    "B-05": Limit(120_00, "cents", f"{_EURO}, arts. 6.3 and 7.c: 600 times the price"),
    "B-07": Limit(75, "percent of 20,000 plays", f"{_RD} art. 6.4"),
    "B-08": Limit(40, "percent of 5,000 plays", f"{_RD} art. 6.4"),
    "B-10": Limit(5_000, "ms", f"{_RD} art. 6.5"),
    "B-11": Limit(5_000, "ms", f"{_RD} art. 6.9"),
    "B-12": Limit(4_00, "cents", f"{_RD} art. 6.8: the price of 20 plays"),
    "B-14": Limit(80_00, "cents", f"{_RD} arts. 7.f and 6.3: the maximum prize"),
    "B-17": Limit(8_00, "cents", f"{_EURO}, art. 7.d: 40 times the price"),
    "K-18": Limit(2, "reels", f"{_RD} art. 14.2.c"),
}
CYCLE_PLAYS = 20_000
WINDOW_PLAYS = 5_000
RATE_PLAYS = 120
RATE_US = 600_000_000
COINS = (10, 20, 50, 100, 200)
PRICE = LAW["B-02"].value
PAY_COINS = (100, 10)
METER_UNIT = 10

# Events that an instrument on the bench can sense; everything else that a cabinet tells is left out.
_SENSED = frozenset(
    {"button", "coin_slot", "coin_accepted", "coin_returned", "coin_in_tray", "coin_stored", "hopper_coin"}
    | {"reel_start", "reel_stop", "lamp", "message", "display", "meter", "power", "door"}
)


class Seen(NamedTuple):
    """One thing that an instrument sensed."""

    t_us: int
    kind: str
    fields: Mapping[str, Any]


class Start(NamedTuple):
    """Reels set off and the credit counter fell: a play was started."""

    t_us: int
    stake_cents: int


class Play(NamedTuple):
    """One play from its stake to its prize, as the visitor lived it."""

    start_us: int
    stake_cents: int
    prize_cents: int
    stops: tuple[int, ...]
    moved: frozenset[int]


def cierzo(model: str | Path = "cierzo", **options: Any) -> Cabinet:
    """The machine that ships, a TEST one with plenty in the purse unless told otherwise."""
    options.setdefault("seed", "00")
    options.setdefault("purse", {200: 40, 100: 60, 50: 20, 20: 20, 10: 60})
    return Cabinet(model, **options)


def readable(shown: str) -> bool:
    """Whether a counter shows an amount; a dark one and the dashes of a locked machine show none."""
    return shown.strip().replace(".", "").isdigit()


def cents(shown: str) -> int:
    """The amount that a counter shows."""
    assert readable(shown), f"a counter must show an amount (shows {shown!r})"
    return int(shown.replace(".", ""))


def total(coins: Mapping[int, int]) -> int:
    """Value of coins by count."""
    return sum(value * count for value, count in coins.items())


def payable(hoppers: Mapping[int, int], amounts: Iterable[int]) -> bool:
    """Whether these coins can pay these amounts exactly, one after the other; 100 is a multiple of 10."""
    left = dict(hoppers)
    for amount in amounts:
        for coin in PAY_COINS:
            count = min(left.get(coin, 0), amount // coin)
            left[coin] = left.get(coin, 0) - count
            amount -= count * coin
        if amount:
            return False
    return True


class Bench:
    """
    A machine on the bench with its instruments.

    Args:
        cab: the machine, just made; it boots and finds its reels before this returns.
        boot: False leaves it in the instant of its first power-on.
    """

    def __init__(self, cab: Cabinet, *, boot: bool = True) -> None:
        self.cab = cab
        self.seen: list[Seen] = []
        self._credits = cents(cab.display.credits) if readable(cab.display.credits) else 0
        self.starts: list[Start] = []
        self.moved: set[int] = set()
        self._paid = 0
        cab.listen(self._hear)
        if boot:
            self.wait(5_500)

    # -- instruments --------------------------------------------------------------------------------

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind not in _SENSED:
            return
        self.seen.append(Seen(t_us, kind, dict(fields)))
        if kind == "reel_start":
            self.moved.add(fields["reel"])
        elif kind == "hopper_coin":
            self._paid += fields["cents"]
        elif kind == "display" and readable(fields.get("credits", "")):
            self._watch_credits(t_us, cents(fields["credits"]))

    def _watch_credits(self, t_us: int, credits_now: int) -> None:
        fell = self._credits - credits_now
        self._credits = credits_now
        if fell > 0 and any(s.kind == "reel_start" and s.t_us == t_us for s in self.seen[-20:]):
            self.starts.append(Start(t_us, fell))

    def of(self, kind: str, **fields: Any) -> list[Seen]:
        """What was sensed of one kind, with these fields."""
        return [
            s for s in self.seen if s.kind == kind and all(s.fields.get(k) == v for k, v in fields.items())
        ]

    @property
    def credits(self) -> int:
        """Cents on the credit counter."""
        return cents(self.cab.display.credits)

    @property
    def reserve(self) -> int:
        """Cents on the reserve counter."""
        return cents(self.cab.display.reserve)

    @property
    def prizes(self) -> int:
        """Cents on the prize counter."""
        return cents(self.cab.display.prizes)

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

    def lit(self, lamp: str) -> bool:
        """Whether a lamp is on."""
        return self.cab.lamps[lamp]

    def quiet(self) -> bool:
        """Whether nothing moves: no reel, no coin."""
        return not self.rolling and not self.cab.coins

    def settle(self, limit_ms: int = 240_000) -> None:
        """Wait until reels and coins have been at rest for 1.5 s, longer than any pause of a payment."""
        still = 0
        for _ in range(0, limit_ms, 100):
            still = still + 100 if self.quiet() else 0
            if still > 1_500:
                return
            self.cab.run(ms=100)
        raise AssertionError(f"the machine must come to rest within {limit_ms} ms")

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
        raise AssertionError(f"the meters must come to rest within {limit_ms} ms")

    def collect(self) -> int:
        """Press COLLECT, wait for the coins, and return what fell into the tray."""
        before = self.cab.tray_cents
        assert self.until(lambda: self.lit("collect"), 20_000), "COLLECT must be lit while there is money"
        self.press("collect")
        self.settle()
        return self.cab.tray_cents - before

    def play(self, button: str = "start") -> Play:
        """Press a lit button and live through the whole play, automatic payment included."""
        assert self.until(lambda: self.lit(button), 15_000), f"{button} must be lit before it is pressed"
        before, count = self.prizes + self.paid, len(self.starts)
        self.moved.clear()
        self.press(button)
        assert len(self.starts) == count + 1, f"a lit {button} must start a play"
        self.settle()
        start = self.starts[count]
        prize = self.prizes + self.paid - before
        return Play(start.t_us, start.stake_cents, prize, self.stops, frozenset(self.moved))

    # -- what a visitor owns --------------------------------------------------------------------------

    def wealth(self) -> int:
        """Everything that is the visitor's: purse, tray, credits, reserve and prizes not yet paid."""
        return total(self.cab.purse) + self.cab.tray_cents + self.credits + self.reserve + self.prizes


def gaps_ms(starts: Iterable[Start]) -> list[float]:
    """Time between each start and the next one, in ms."""
    times = [start.t_us for start in starts]
    return [(b - a) / 1000 for a, b in pairwise(times)]


def busiest(times_us: list[int], window_us: int) -> int:
    """Most events in any half-open window of that length."""
    most = begin = 0
    for end, t_us in enumerate(times_us):
        while t_us - times_us[begin] >= window_us:
            begin += 1
        most = max(most, end - begin + 1)
    return most
