# SPDX-License-Identifier: MIT
"""
The desk in wall time: its clock follows the computer's, bytes go to and fro, hands act in between.

    with Pty() as wire:
        service = Service(Desk(), wire, wall_clock())
        while True:
            service.turn()
            service.wait()
"""

from __future__ import annotations

import time
from collections.abc import Callable

from emulator.cctalk.desk import Desk
from emulator.cctalk.wire import Wire

# The clock is looked at this often while nothing happens.
LONGEST_WAIT_US = 50_000
# Devices have power for so long before a host may come: it opens a line whose devices have started long ago.
WARM_UP_US = 1_500_000


def wall_clock() -> Callable[[], int]:
    """Whole microseconds from now on, never backwards."""
    began_ns = time.monotonic_ns()
    return lambda: (time.monotonic_ns() - began_ns) // 1000


class Service:
    """
    Args:
        desk: at any time; its clock goes on from there.
        wire: to the host.
        clock_us: whole microseconds, never backwards.
    """

    def __init__(self, desk: Desk, wire: Wire, clock_us: Callable[[], int]) -> None:
        self._desk = desk
        self._wire = wire
        self._clock_us = clock_us
        self._ahead_us = desk.now_us - clock_us()

    def turn(self) -> None:
        """Bring the desk to now, with what the host has sent, and give the host what it has to hear."""
        self._desk.advance(max(self._desk.now_us, self._clock_us() + self._ahead_us))
        data = self._wire.read()
        if data:
            self._desk.host(data)
        heard = self._desk.take()
        if heard:
            self._wire.write(heard)

    def wait(self) -> None:
        """Sleep until the host sends or something is due."""
        now_us = self._clock_us() + self._ahead_us
        until_us = min(self._desk.due_us - now_us, LONGEST_WAIT_US)
        self._wire.wait(until_us / 1_000_000)
