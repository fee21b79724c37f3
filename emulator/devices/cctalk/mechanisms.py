# SPDX-License-Identifier: MIT
"""Joins ccTalk electronics to mechanisms: an acceptor's chute and gate, a hopper's disc and sensors."""

from __future__ import annotations

from collections.abc import Callable

from emulator.devices.cctalk import events
from emulator.devices.cctalk.acceptor import Acceptor, Verdict
from emulator.devices.cctalk.bus import Bus
from emulator.devices.cctalk.hopper import HopperControl, Ways
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.peripheral import Habits, Peripheral

# How long a coin that is counted may wait to be asked for: a poll's interval, another command, two retries.
UNTOLD_US = 600_000

# The sorter of our acceptor has two ways out.
CASH_BOX_PATH = 1
HOPPER_PATH = 2


class CcTalkHead:
    """
    The acceptor's electronics as its mechanism sees them.

    Attributes:
        verdict: on the last coin at the gate.
        credited: called with (cents, position, path) when a coin is credited; path 0: it has no sorter.
    """

    # There are no credit lines that could stick.
    stuck_cents = 0

    def __init__(self, acceptor: Acceptor) -> None:
        self._acceptor = acceptor
        self.verdict = Verdict(False, 0)
        self.credited: Callable[[int, int, int], None] = lambda cents, position, path: None

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        """A coin right behind another is refused, and told so; any other is judged."""
        if not alone and self._acceptor.powered:
            self._acceptor.tell(events.TOO_CLOSE)
            self.verdict = Verdict(False, 0, "too close behind another coin")
        else:
            self.verdict = self._acceptor.judge(cents, now_us)
        return self.verdict.accepted

    def credit(self, cents: int, now_us: int) -> None:
        """An event in the buffer."""
        if not self._acceptor.powered:
            return
        _count(self._acceptor, cents, now_us)
        position = self._acceptor.kinds.index(cents) + 1
        self._acceptor.credit(position)
        self.credited(cents, position, self._acceptor.path(position) if self._acceptor.sorter else 0)

    def release(self, cents: int) -> None:
        """A message has no end that a line would have."""

    def jam(self, cents: int, jammed: bool) -> None:
        """The credit sensor is blocked: told once, and nothing is accepted until it is free."""
        self._acceptor.blockage = events.CREDIT_BLOCKED if jammed else 0
        if jammed:
            self._acceptor.tell(events.CREDIT_BLOCKED)

    def pulled_back(self) -> None:
        """Two sensors know which way a coin goes."""
        self._acceptor.tell(events.BACKWARDS)

    def dark_path(self, cents: int) -> bool:
        """The sorter stands as it was told last."""
        return self.to_hopper(cents)

    def reset(self, jammed_cents: int) -> None:
        """The acceptor keeps its own standing blockage over a restart."""

    def untold_cents(self, now_us: int) -> int:
        """Cents that were counted and may not have been asked for yet."""
        return _untold(self._acceptor, now_us)

    def to_hopper(self, cents: int) -> bool:
        """Whether the sorter sends this coin to its hopper; without one every coin goes to the cash box."""
        return (
            self._acceptor.sorter
            and self._acceptor.path(self._acceptor.kinds.index(cents) + 1) == HOPPER_PATH
        )


class CcTalkHopper:
    """
    The wiring of a hopper whose electronics speak ccTalk.

    Args:
        address: on the bus.
        identity: what it says of itself.
        cents: value of its coin.
        kind: asked for coins or, a ValueHopperControl, for a value.
        crc, habits, ways: of the kind.
    """

    def __init__(
        self,
        address: int,
        identity: Identity,
        cents: int,
        kind: type[HopperControl] = HopperControl,
        *,
        crc: bool = False,
        habits: Habits | None = None,
        ways: Ways | None = None,
    ) -> None:
        self._changed: Callable[[], None] | None = None
        self._levels = (True, False)
        self.bus: Bus | None = None
        self.control = kind(
            address,
            identity,
            moved=self._moved,
            levels=lambda: self._levels,
            cents=cents,
            crc=crc,
            habits=habits,
            ways=ways,
        )

    def watch(self, changed: Callable[[], None]) -> None:
        """The control says when it drives the motor."""
        self._changed = changed

    def _moved(self) -> None:
        if self._changed is not None:
            self._changed()

    def driven(self) -> int:
        """As the control drives it."""
        return self.control.driving

    def sense(self, seen: bool, now_us: int) -> None:
        """The leading edge is the coin that passes."""
        if seen:
            _count(self.control, self.control.cents, now_us)
            self.control.passed(now_us)
            self._plan()

    # Its electronics know a coin by how long it takes.
    counts_stuck = False

    def stick(self, stuck: bool, now_us: int) -> None:
        """The exit is blocked: nothing is paid until it is free and a reset was sent."""
        if stuck != self.control.blocked:
            self.control.exit_blocked(stuck)
            self._plan()

    def untold_cents(self, now_us: int) -> int:
        """Cents that left and may not have been asked for yet."""
        return _untold(self.control, now_us)

    def level(self, low: bool, full: bool) -> None:
        """Kept for header 217."""
        self._levels = (low, full)

    def stalled(self, stalled: bool, now_us: int) -> None:
        """The control feels it in the motor's current."""
        if stalled != self.control.stalled:
            self.control.stall(stalled, now_us)
            self._plan()

    def _plan(self) -> None:
        if self.bus is not None:
            self.bus.changed()


def _count(peripheral: Peripheral, cents: int, now_us: int) -> None:
    """Forget here, not where somebody looks: a saved state does not depend on who has looked."""
    peripheral.lately = [row for row in peripheral.lately if now_us - row[0] <= UNTOLD_US]
    peripheral.lately.append([now_us, cents])


def _untold(peripheral: Peripheral, now_us: int) -> int:
    return sum(cents for at_us, cents in peripheral.lately if now_us - at_us <= UNTOLD_US)
