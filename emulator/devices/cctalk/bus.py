# SPDX-License-Identifier: MIT
"""
The one-wire bus: bytes at 9600 baud between one host and its peripherals, everybody hearing everybody.

    bus = Bus("cctalk", [acceptor, hopper], lambda: board.now_us, to_host=uart.receive)
    bus.send(packet(2, 254))           # what the host says; with echo it hears itself
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emulator.board.device import NEVER, Device
from emulator.devices.cctalk.peripheral import Peripheral
from machines.support.plain import Json, JsonView

# Ten bits at 9600 baud.
BYTE_US = 1_042
# The host's receiver tells its program when the line was idle this long, or when its buffer is half full: so
# do the UARTs of the chips that azar emulates, and so a program is not woken for every byte.
IDLE_US = 3 * BYTE_US
CHUNK_BYTES = 32
HOST = -1


class Bus(Device):
    """
    Half duplex, open collector, idle high.

    A byte is heard by all others when it is whole. Two that overlap pull the wire down together: what arrives
    is the AND of both, once.

    Args:
        name: of the device.
        peripherals: who listens; each has a number, its place in this list.
        now: virtual time in microseconds.
        to_host: takes what the host hears.
        echo: whether the host hears its own bytes, as on one wire it does.

    Attributes:
        heard: called with (time, sender, byte) for every byte on the wire; sender -1 is the host.
    """

    def __init__(
        self,
        name: str,
        peripherals: Sequence[Peripheral],
        now: Callable[[], int],
        to_host: Callable[[bytes], None],
        *,
        echo: bool = True,
    ) -> None:
        super().__init__(name)
        self.peripherals = list(peripherals)
        self.echo = echo
        self.heard: Callable[[int, int, int], None] | None = None
        self._now = now
        self._to_host = to_host
        # Bytes under way: [end, sender, byte], in order of their ends.
        self._sending: list[list[int]] = []
        self._host_free_us = 0
        self._inbox = bytearray()
        self._inbox_due_us = NEVER

    def reset(self) -> None:
        """The supply came."""
        self._sending.clear()
        self._inbox.clear()
        self._host_free_us = 0
        self._inbox_due_us = NEVER
        for peripheral in self.peripherals:
            peripheral.power_on(self._now())
        self._plan()

    def power_lost(self, now_us: int) -> None:
        """The supply went: bytes under way are lost."""
        self._sending.clear()
        self._inbox.clear()
        self._inbox_due_us = NEVER
        for peripheral in self.peripherals:
            peripheral.power_lost(now_us)
        self._plan()

    def listen_bytes(self, heard: Callable[[int, int, int], None] | None) -> None:
        """Call ``heard(time_us, sender, byte)`` for every byte on the wire; None: nobody listens."""
        self.heard = heard

    def send(self, data: bytes) -> None:
        """The host sends; its bytes follow those that it is still sending."""
        begin_us = max(self._now(), self._host_free_us)
        self._host_free_us = self._put(HOST, begin_us, data)
        self._plan()

    def _put(self, sender: int, begin_us: int, data: bytes) -> int:
        # Nobody sends two bytes at once: an answer that is due follows one that was late.
        begin_us = max([begin_us, *(end_us for end_us, who, _ in self._sending if who == sender)])
        for byte in data:
            begin_us += BYTE_US
            self._sending.append([begin_us, sender, byte])
        self._sending.sort()
        return begin_us

    def tick(self, now_us: int) -> None:
        """Bytes are whole, peripherals have something to do, the host is told."""
        while self._sending and self._sending[0][0] <= now_us:
            self._arrive(*self._sending.pop(0))
        for peripheral in self.peripherals:
            if peripheral.due_us <= now_us:
                peripheral.tick(now_us)
        if self._inbox_due_us <= now_us:
            self._flush()
        self._plan()

    def _arrive(self, end_us: int, sender: int, byte: int) -> None:
        while self._sending and self._sending[0][0] < end_us + BYTE_US and self._sending[0][1] != sender:
            byte &= self._sending.pop(0)[2]
        if self.heard is not None:
            self.heard(end_us, sender, byte)
        if sender != HOST or self.echo:
            self._inbox.append(byte)
            self._inbox_due_us = end_us + IDLE_US
            if len(self._inbox) >= CHUNK_BYTES:
                self._flush()
        for index, peripheral in enumerate(self.peripherals):
            if index == sender:
                continue
            sent = peripheral.hear(byte, end_us)
            if sent is not None:
                self._put(index, end_us + sent.after_us, sent.data)

    def _flush(self) -> None:
        data = bytes(self._inbox)
        self._inbox.clear()
        self._inbox_due_us = NEVER
        self._to_host(data)

    def changed(self) -> None:
        """A peripheral's due time changed outside ``tick``."""
        self._plan()

    def _plan(self) -> None:
        # For every byte on the wire.
        due_us = self._inbox_due_us
        if self._sending and self._sending[0][0] < due_us:
            due_us = self._sending[0][0]
        for peripheral in self.peripherals:
            if peripheral.due_us < due_us:
                due_us = peripheral.due_us
        self.due_us = due_us

    def save(self) -> Json:
        """Bytes under way and every peripheral."""
        return {
            "sending": [list(row) for row in self._sending],
            "host_free_us": self._host_free_us,
            "inbox": bytes(self._inbox),
            "inbox_due_us": self._inbox_due_us,
            "peripherals": [peripheral.save() for peripheral in self.peripherals],
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._sending = [list(row) for row in saved["sending"]]
        self._host_free_us = saved["host_free_us"]
        self._inbox[:] = saved["inbox"]
        self._inbox_due_us = saved["inbox_due_us"]
        for peripheral, state in zip(self.peripherals, saved["peripherals"], strict=True):
            peripheral.load(state)
        self._plan()
