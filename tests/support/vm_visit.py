# SPDX-License-Identifier: MIT
"""A visitor who does everything a cabinet allows, the same every time, and a witness who notes all of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from emulator import Cabinet

PURSE = {10: 800, 20: 800, 50: 400, 100: 400, 200: 400}
# Below so many an attendant fills a hopper to the brim, where its sensor tells the machine: one that cannot
# pay its largest prize takes no coins.
LOW_COINS = 140
# So many things he does for nothing before a machine counts as one that takes no play any more.
PATIENCE = 500
BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve")


class Witness:
    """
    All that can be seen of a run.

    Attributes:
        tilts: every tilt that there was, and "" while there was none.
        trace: every output with its time, and after every turn of the board the tick and its operations.
        seen: how often there was each kind of it.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self.trace: list[tuple[Any, ...]] = []
        self._cabinet = cabinet
        board = cabinet.board
        check = board.after_event
        assert check is not None

        def turned() -> None:
            check()
            self.trace.append(("turn", board.now_us, board.ticks, board.ops))
            self.tilts.add(cabinet.tilt)

        board.after_event = turned
        self.tilts: set[str] = set()
        self.seen: Counter[str] = Counter()
        cabinet.listen(self._heard)

    def _heard(self, kind: str, at_us: int, fields: Mapping[str, Any]) -> None:
        self.trace.append((kind, at_us, dict(fields)))
        self.seen[kind] += 1


class Visitor:
    """
    Puts coins in, presses whatever is lit, holds, collects, and now and then meets a fault or pulls the plug.

    Args:
        cabinet: a machine with PURSE.
        seed: of what the visitor does; it sees nothing but lamps, counters and plays.
        trouble: whether doors open, meters are unplugged, reels jam and the power goes.
    """

    def __init__(self, cabinet: Cabinet, seed: int = 1, *, trouble: bool = True) -> None:
        self._cab = cabinet
        self._random = random.Random(seed)
        self._trouble = trouble

    def play(self, plays: int) -> None:
        """Go on until so many plays were started."""
        for _ in self.turns(plays):
            pass

    def turns(self, plays: int) -> Iterator[None]:
        """The same, and a rest after each thing done."""
        self._cab.run(ms=6_000)
        yield
        made, vain = 0, 0
        while made < plays:
            self._turn()
            yield
            now = self._cab.meters["book_plays"]
            made, vain = now, 0 if now > made else vain + 1
            assert vain < PATIENCE, f"a play must begin within {PATIENCE} things that a visitor does"
        self._cab.press("collect")
        self._cab.run(ms=20_000)
        yield

    def _turn(self) -> None:
        cab, draw = self._cab, self._random
        cab.run(ms=draw.randrange(50, 900))
        for hopper in cab.model.hoppers:
            coins = cab.hopper_levels[hopper.cents]
            if coins < LOW_COINS:
                cab.refill(hopper.cents, hopper.capacity - coins)
        if self._trouble and draw.random() < 0.02:
            self._meet_trouble()
        if cab.display.credits in ("0.00", "0.10") or draw.random() < 0.05:
            coins = [cents for cents, count in cab.purse.items() if count]
            if coins:
                cab.insert(draw.choice(coins))
            else:
                self._fetch()
            return
        lit = [name for name in BUTTONS if cab.lamps.get(name)]
        if not lit or draw.random() < 0.05:
            cab.press(draw.choice(BUTTONS), ms=draw.choice((3, 30, 100)))
            return
        name = draw.choice([*lit, *[name for name in ("start", "double") if name in lit] * 3])
        if name == "collect" and draw.random() < 0.8:
            return
        cab.press(name)
        if name == "collect" and cab.tray_cents:
            cab.take_tray()

    def _fetch(self) -> None:
        """The purse is empty: take what the machine owes."""
        self._cab.press("collect")
        self._cab.run(ms=9_000)
        self._cab.take_tray()

    def _meet_trouble(self) -> None:
        cab, draw = self._cab, self._random
        trouble = draw.randrange(6)
        if trouble == 0:
            cab.power_off()
            cab.run(ms=draw.randrange(1, 3_000))
            cab.power_on()
        elif trouble == 1:
            self._attend()
        elif trouble == 2:
            meter = draw.choice(("plays", "prizes", "in", "out"))
            cab.unplug(meter)
            cab.run(ms=2_000)
            cab.plug(meter)
            self._attend()
        elif trouble == 3:
            reel = draw.randrange(1, 4)
            cab.jam_reel(reel)
            cab.run(ms=draw.randrange(1_000, 9_000))
            cab.jam_reel(reel, jammed=False)
            self._attend()
        elif trouble == 4:
            # The power goes in the middle of the next tick, if that does as much.
            cab.press("start")
            cab.board.cut_at_op(draw.choice((0, 1, 2, 3, 50, 300, 700)))
            cab.run(ms=draw.randrange(1, 600))
            if not cab.powered:
                cab.power_on()
        else:
            cab.down("start")
            cab.run(ms=draw.randrange(1, 9_000))
            cab.up("start")

    def _attend(self) -> None:
        """Open the door, wait, close it: what clears a tilt."""
        self._cab.run(ms=500)
        self._cab.open_door()
        self._cab.run(ms=self._random.randrange(10, 3_000))
        self._cab.close_door()
        self._cab.run(ms=1_000)
