# SPDX-License-Identifier: MIT
"""
Eyes on a device of a table: what the core drew, what was lit, and what the memory held at that instant.

    watch = Watch(hand)
    hand.throw()
    watch.steps[-1].closed, watch.lit[-1].committed
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.hands import Hand, Shown
from machines.support.plain import JsonView


class Step(NamedTuple):
    """One draw of the core."""

    t_us: int
    outcome: bytes
    closed: bool
    """No more bets were taken."""
    running: bool
    """The ball was on the rim still."""


class Lit(NamedTuple):
    """Something that was lit."""

    t_us: int
    shown: Shown
    committed: bool
    """The memory held just this as its last draw, and counted it, or it had been lit before."""
    in_time: bool
    """The ball lay still, or the lid was lifted."""
    rested_us: int
    """For how long the ball had been lying."""


def throw_in_time(hand: Hand) -> list[tuple[str, int]]:
    """
    The first throw of a device that has just been made: what happened, and at which microsecond.

    ``begun``; of a wheel ``closed``, no more bets; ``drawn`` by the core; ``committed``, in its memory;
    ``rest``, the ball lies, or ``lifted``, the lid is; ``shown``. What never came is left out.
    """
    device, times = hand.device, dict[str, int]()
    wheel = device if isinstance(device, ElectronicWheel) else None

    def heard(kind: str, t_us: int, fields: JsonView) -> None:
        if kind == "step":
            times["drawn"] = t_us
        elif kind in ("pocket", "dice") and hand.shown is not None:
            times.setdefault("shown", t_us)

    def turned() -> None:
        now_us = device.now_us
        if "drawn" in times and hand.counted[0] == 1:
            times.setdefault("committed", now_us)
        if wheel is None and device.lid_open:
            times.setdefault("lifted", now_us)
        elif wheel is not None and wheel.closed:
            times.setdefault("closed", now_us)
        if wheel is not None and wheel.lies and "drawn" in times:
            times.setdefault("rest", now_us)

    device.run(ms=100)
    device.listen(heard)
    device.board.after_event = turned
    times["begun"] = device.now_us
    hand.throw()
    device.board.after_event = None
    return sorted(times.items(), key=lambda one: one[1])


class Watch:
    """
    Listens to a device from now on.

    Attributes:
        steps: draws of the core, in order.
        lit: results that were lit.
        absorbed: how many results had been lit, each time that fresh entropy came in.
        said: messages, in order.
    """

    def __init__(self, hand: Hand) -> None:
        self.steps: list[Step] = []
        self.lit: list[Lit] = []
        self.absorbed: list[int] = []
        self.said: list[str] = []
        self._hand, self._rest_us = hand, 0
        self._last: tuple[int, Shown] = (0, ())
        hand.device.listen(self._heard)
        hand.device.listen_inputs(self._input)

    def _input(self, name: str, t_us: int, arguments: JsonView) -> None:
        if name == "entropy":
            self.absorbed.append(len(self.lit))

    def _heard(self, kind: str, t_us: int, fields: JsonView) -> None:
        hand, device = self._hand, self._hand.device
        wheel = device if isinstance(device, ElectronicWheel) else None
        if kind == "step":
            closed, running = (True, False) if wheel is None else (wheel.closed, wheel.running)
            self.steps.append(Step(t_us, bytes.fromhex(fields["outcome"]), closed, running))
        elif kind == "ball":
            self._rest_us = t_us
        elif kind == "message":
            self.said.append(str(fields["text"]).removeprefix("TEST ").strip())
        elif kind in ("pocket", "dice") and (shown := hand.shown) is not None:
            record = device.record
            now, before = (hand.counted[0], shown), self._last
            counted = now[0] > before[0] or now == before
            held = record["phase"] > 0 and hand.drawn(record) == shown and counted
            self._last = now
            self.lit.append(Lit(t_us, shown, held, hand.may_show, t_us - self._rest_us))
