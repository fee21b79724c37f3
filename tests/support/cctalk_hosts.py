# SPDX-License-Identifier: MIT
"""Scripted doubles of host software: strict ones, and sloppy ones that do not keep the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from emulator.cctalk.desk import Desk
from emulator.devices.cctalk.makers import MAKERS
from emulator.devices.cctalk.packet import packet, read

ACCEPTOR, HOPPER, READER = 2, 3, 40
MS = 1_000
DEVICE = -1
# A strict host speaks again so long after an answer.
SOON_US = 400


class HostError(AssertionError):
    """The host gives up."""


class Host:
    """
    Asks once, waits for the answer, believes nothing.

    Args:
        desk: in virtual time, its devices started.
        echo: it hears its own bytes, exactly, before every answer; else it hears answers alone.
        crc: addresses to which it speaks the CRC mode.
        patience_ms: an answer that has not begun by then is none.
    """

    def __init__(
        self, desk: Desk, *, echo: bool = True, crc: tuple[int, ...] = (), patience_ms: int = 100
    ) -> None:
        self.desk = desk
        self._echo = echo
        self._crc = crc
        self._patience_us = patience_ms * MS
        self._answer = bytearray()
        self._ended_us = 0
        self._due = bytearray()
        desk.take()
        desk.listen_bytes(self._heard)

    def _heard(self, at_us: int, sender: int, byte: int) -> None:
        if sender != DEVICE:
            self._answer.append(byte)
            self._ended_us = at_us

    def run(self, ms: int) -> None:
        self.desk.advance(self.desk.now_us + ms * MS)

    def ask(self, address: int, header: int, data: bytes = b"") -> bytes:
        """The data of the answer; HostError for silence, NAK, a bad checksum or a bad echo."""
        crc = address in self._crc
        sent = packet(address, header, data, crc=crc)
        self._answer.clear()
        self.desk.host(sent)
        end_us = self.desk.now_us + len(sent) * 1_042 + self._patience_us
        while not self._whole():
            if self.desk.now_us >= end_us and not self._answer:
                raise HostError(f"no answer to header {header} from {address}")
            if self.desk.now_us >= end_us + 300 * MS:
                raise HostError(f"half an answer to header {header}: {self._answer.hex()}")
            self.desk.advance(min(max(self.desk.due_us, self.desk.now_us + 1), self.desk.now_us + MS))
        answer = bytes(self._answer)
        self._due += (sent if self._echo else b"") + answer
        found = read(answer, crc=crc)
        if found is None:
            raise HostError(f"bad checksum: {answer.hex()}")
        if found.header:
            raise HostError(f"header {header} refused with {found.header}")
        if found.destination != 1 or (not crc and found.source != address):
            raise HostError(f"not from {address} to the host: {answer.hex()}")
        self.desk.advance(self._ended_us + SOON_US)
        return found.data

    def _whole(self) -> bool:
        return len(self._answer) >= 5 and len(self._answer) >= self._answer[1] + 5

    def end(self) -> None:
        """Whether it has heard all that it should have, and nothing else."""
        self.run(50)
        heard = self.desk.take()
        if heard != bytes(self._due):
            raise HostError(f"heard {heard.hex()}, not {self._due.hex()}")

    # -- what hosts do ------------------------------------------------------------------------------

    def open(self, at: int = ACCEPTOR) -> None:
        """Open all positions and poll."""
        self.ask(at, 231, b"\xff\xff")
        self.ask(at, 229)

    def coin(self, cents: int, at: int = ACCEPTOR, ms: int = 1_000) -> bytes:
        """Insert a coin and poll until something is new; the newest pair."""
        before = self.ask(at, 229)[0]
        self.desk.insert(cents)
        for _ in range(ms // 100):
            self.run(80)
            events = self.ask(at, 229)
            if events[0] != before:
                return events[1:3]
        raise HostError("no event")

    def pay(self, coins: int, at: int = HOPPER, *, key: bool = True) -> bytes:
        """Pay so many coins; the data of the answer to 167."""
        self.ask(at, 164, b"\xa5")
        if key:
            self.ask(at, 160)
        answer = self.ask(at, 167, bytes(8) + bytes((coins,)))
        for _ in range(100):
            self.run(80)
            status = self.ask(at, 166)
            if status[1] == 0:
                if status[2] != coins:
                    raise HostError(f"paid {status[2]}, not {coins}")
                return answer
        raise HostError("pays for ever")


def need(condition: object, says: str) -> None:
    if not condition:
        raise HostError(says)


# -- strict ---------------------------------------------------------------------------------------


def knows_makers(makers: Mapping[str, str]) -> Callable[[Desk], None]:
    def run(desk: Desk) -> None:
        host = Host(desk)
        for peripheral in desk.peripherals:
            maker = host.ask(peripheral.address, 246).decode("ascii")
            need(maker in makers, f"unknown maker {maker}")
        host.end()

    return run


def reads_its_echo(desk: Desk) -> None:
    host = Host(desk)
    host.open()
    need(host.coin(100) == bytes((2, 1)), "another coin")
    host.end()


def hears_no_echo(desk: Desk) -> None:
    host = Host(desk, echo=False)
    host.open()
    need(host.coin(100)[0] == 2, "another coin")
    host.end()


def path_0_only(desk: Desk) -> None:
    host = Host(desk)
    host.open()
    pair = host.coin(200)
    need(pair == bytes((1, 0)), f"path {pair[1]}")


def speaks_right_after_a_reset(desk: Desk) -> None:
    host = Host(desk)
    for peripheral in desk.peripherals:
        host.ask(peripheral.address, 1)
        need(host.ask(peripheral.address, 254) == b"", "no ACK")
        host.ask(peripheral.address, 245)
    host.open()
    host.coin(50)
    host.end()


def asks_every_device_how_often_to_poll(desk: Desk) -> None:
    host = Host(desk)
    for peripheral in desk.peripherals:
        unit, value = host.ask(peripheral.address, 249)
        need(unit in (1, 2) and value, f"interval {unit} {value}")


def speaks_crc(*addresses: int) -> Callable[[Desk], None]:
    def run(desk: Desk) -> None:
        host = Host(desk, crc=addresses)
        need(host.ask(ACCEPTOR, 245) == b"Coin Acceptor", "no acceptor")
        need(host.ask(HOPPER, 245) == b"Payout", "no hopper")
        need(host.ask(READER, 245) == b"Bill Validator", "no reader")
        host.open()
        host.coin(20)
        host.pay(2)
        host.end()

    return run


def takes_a_second_0_for_a_restart(desk: Desk) -> None:
    host = Host(desk)
    host.open()
    for _ in range(3):
        host.run(200)
        need(host.ask(ACCEPTOR, 229)[0], "the acceptor has restarted")
    host.coin(100)


def expects_the_acceptor_at_12(desk: Desk) -> None:
    host = Host(desk)
    need(host.ask(12, 245) == b"Coin Acceptor", "no acceptor")
    host.open(12)
    host.coin(100, 12)


def expects_one_product(desk: Desk) -> None:
    host = Host(desk)
    need(host.ask(ACCEPTOR, 244) == b"X6-EMU", "another product")
    need(host.ask(ACCEPTOR, 242) == bytes.fromhex("4E61BC"), "another serial number")


def expects_small_coins_first(desk: Desk) -> None:
    host = Host(desk)
    ids = [host.ask(ACCEPTOR, 184, bytes((position,))) for position in range(1, 7)]
    need(ids == [b"EU005A", b"EU010A", b"EU020A", b"EU050A", b"EU100A", b"EU200A"], f"coins {ids}")


def knows_event_2_alone(desk: Desk) -> None:
    host = Host(desk)
    host.ask(ACCEPTOR, 229)
    need(host.coin(100) == bytes((0, 2)), "an unknown event")


def pays_without_a_key(desk: Desk) -> None:
    Host(desk).pay(2, key=False)


def wants_ack_for_a_payout(desk: Desk) -> None:
    need(Host(desk).pay(2) == b"", "more than ACK")


def reads_three_registers(desk: Desk) -> None:
    need(len(Host(desk).ask(HOPPER, 163)) == 3, "other registers")


def expects_answers_at_once(desk: Desk) -> None:
    host = Host(desk, patience_ms=2)
    host.open()
    host.coin(100)


def pays_from_two_hoppers(desk: Desk) -> None:
    host = Host(desk)
    need(host.ask(HOPPER, 171) + host.ask(4, 171) == b"EU100AEU020A", "other coins")
    host.pay(2)
    host.pay(3, at=4)
    host.run(500)
    need(desk.coins("tray") == {100: 2, 20: 3}, "other coins in the tray")


def asks_for_values(desk: Desk) -> None:
    host = Host(desk)
    host.ask(HOPPER, 164, b"\xa5")
    host.ask(HOPPER, 160)
    host.ask(HOPPER, 134, bytes(8) + (300).to_bytes(2, "little"))
    host.run(2_000)
    need(host.ask(HOPPER, 133)[3:5] == (300).to_bytes(2, "little"), "another value")


def knows_no_note_reader(desk: Desk) -> None:
    kinds = [Host(desk).ask(peripheral.address, 245) for peripheral in desk.peripherals]
    need(kinds == [b"Coin Acceptor", b"Payout"], f"devices {kinds}")


# -- sloppy ---------------------------------------------------------------------------------------


def polls_every_three_seconds(desk: Desk) -> None:
    host = Host(desk)
    host.open()
    for count in range(1, 4):
        host.run(2_000)
        desk.insert(100)
        host.run(1_000)
        need(host.ask(ACCEPTOR, 229)[:3] == bytes((count, 2, 1)), "no credit")


def never_opens(desk: Desk) -> None:
    host = Host(desk)
    host.ask(ACCEPTOR, 229)
    need(host.coin(100)[0] == 2, "no credit")


def writes_all_at_once(desk: Desk) -> None:
    sent = [
        packet(ACCEPTOR, 231, b"\xff\xff"),
        packet(ACCEPTOR, 229),
        packet(HOPPER, 254),
        packet(READER, 245),
    ]
    desk.take()
    desk.host(b"".join(sent))
    desk.advance(desk.now_us + 500 * MS)
    heard = desk.take()
    need(heard.count(b"Bill Validator") == 1, "no reader")
    need(heard.endswith(packet(1, 0, b"Bill Validator", source=READER)), "answers destroyed")
    need(packet(1, 0, bytes(11), source=ACCEPTOR) in heard, "no events")


def repeats_before_the_answer(desk: Desk) -> None:
    asked = packet(ACCEPTOR, 245)
    desk.take()
    for _ in range(2):
        desk.host(asked)
        desk.advance(desk.now_us + 10 * MS)
    desk.advance(desk.now_us + 200 * MS)
    need(desk.take().count(b"Coin Acceptor") == 2, "answers destroyed")


def pauses_inside_a_packet(desk: Desk) -> None:
    host = Host(desk)
    desk.take()
    for byte in packet(ACCEPTOR, 245):
        desk.host(bytes((byte,)))
        desk.advance(desk.now_us + 200 * MS)
    need(b"Coin Acceptor" in desk.take(), "no answer")
    need(host.ask(ACCEPTOR, 254) == b"", "no answer")


def sends_rubbish_and_asks_again(desk: Desk) -> None:
    noise = random.Random(3)
    for _ in range(20):
        desk.host(noise.randbytes(noise.randrange(1, 40)))
        desk.advance(desk.now_us + noise.randrange(60, 400) * MS)
    desk.advance(desk.now_us + 2_000 * MS)
    desk.take()
    for _ in range(3):
        try:
            need(Host(desk).ask(ACCEPTOR, 245) == b"Coin Acceptor", "no acceptor")
            return
        except HostError:
            desk.advance(desk.now_us + 60 * MS)
    raise HostError("no answer, three times")


def reads_late(desk: Desk) -> None:
    desk.take()
    for address in (ACCEPTOR, HOPPER, READER):
        desk.host(packet(address, 254))
        desk.advance(desk.now_us + 700 * MS)
    acks = b"".join(
        packet(address, 254) + packet(1, 0, source=address) for address in (ACCEPTOR, HOPPER, READER)
    )
    need(desk.take() == acks, "not all of it")


# Each row of the table of docs/cctalk.md by the words of its first column.
DOUBLES: Mapping[str, Callable[[Desk], None]] = {
    "takes devices of known makers only": knows_makers(MAKERS),
    "takes devices of one maker only": knows_makers({"NRI": ""}),
    "reads its own bytes back and compares them": reads_its_echo,
    "does not expect its own bytes": hears_no_echo,
    "takes credits of path 0 only": path_0_only,
    "speaks right after the answer to a reset, and once": speaks_right_after_a_reset,
    "asks every device how often to poll (249)": asks_every_device_how_often_to_poll,
    "speaks the CRC mode to all devices": speaks_crc(ACCEPTOR, HOPPER, READER),
    "speaks the CRC mode to the note reader only": speaks_crc(READER),
    "takes a second counter of 0 for a restart": takes_a_second_0_for_a_restart,
    "looks for the acceptor at another address": expects_the_acceptor_at_12,
    "expects one product and serial number": expects_one_product,
    "expects other coins, or in another order": expects_small_coins_first,
    "knows event 2 alone for an inhibited coin": knows_event_2_alone,
    "pays without asking for a key (160)": pays_without_a_key,
    "wants a bare ACK for a payout": wants_ack_for_a_payout,
    "reads three status bytes of a hopper": reads_three_registers,
    "waits for no more than 2 ms": expects_answers_at_once,
    "pays from two hoppers": pays_from_two_hoppers,
    "asks a hopper for a value, not for coins": asks_for_values,
    "stops at a device that it does not know": knows_no_note_reader,
    "polls every three seconds": polls_every_three_seconds,
    "never opens positions (231)": never_opens,
    "writes several packets at once": writes_all_at_once,
    "asks again before the answer": repeats_before_the_answer,
    "pauses inside a packet": pauses_inside_a_packet,
    "sends rubbish and asks again": sends_rubbish_and_asks_again,
    "reads late": reads_late,
}
# Those that work with what is usual.
USUAL = {
    "takes devices of known makers only",
    "reads its own bytes back and compares them",
    "asks every device how often to poll (249)",
    "sends rubbish and asks again",
    "reads late",
}
