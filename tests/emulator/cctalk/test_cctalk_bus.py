# SPDX-License-Identifier: MIT
"""The bus and its peripherals in time: gaps, echo, silence, restarts, and hosts that send rubbish."""

from __future__ import annotations

import itertools

import pytest
from cctalk_rig import Rig
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.devices.cctalk.acceptor import Acceptor, identity
from emulator.devices.cctalk.bus import BYTE_US
from emulator.devices.cctalk.packet import Framer, Packet, packet, read

POLL = packet(2, 254)
ACK = bytes.fromhex("01000200FD")


def test_the_answer_comes_within_ten_milliseconds_of_the_last_byte() -> None:
    rig = Rig()
    wire: list[tuple[int, int, int]] = []
    rig.bus.heard = lambda at_us, sender, byte: wire.append((at_us, sender, byte))
    rig.ask(POLL)
    asked = [row for row in wire if row[1] == -1]
    answered = [row for row in wire if row[1] == 0]
    assert [row[2] for row in asked] == list(POLL)
    assert answered[0][0] - BYTE_US - asked[-1][0] < 10_000
    gaps = {later[0] - earlier[0] for earlier, later in itertools.pairwise(answered)}
    assert gaps == {BYTE_US}


def test_one_wire_echoes_what_the_host_sends_before_the_answer() -> None:
    rig = Rig(echo=True)
    assert rig.ask(POLL) == POLL + ACK


@pytest.mark.parametrize(("pause_ms", "answered"), [(48, True), (52, False)])
def test_a_packet_that_pauses_longer_than_50_ms_is_given_up(pause_ms: int, answered: bool) -> None:
    rig = Rig()
    rig.port.transmit(POLL[:3])
    rig.run(3 + pause_ms)
    assert (rig.ask(POLL[3:]) == ACK) is answered
    rig.run(60)
    # The first three bytes are one packet given up, the last two another.
    assert rig.command(2, 2)[0] == (0 if answered else 2)


def test_bytes_for_others_and_bad_checks_are_counted() -> None:
    rig = Rig()
    rig.ask(packet(4, 254))
    rig.ask(POLL[:-1] + b"\x00")
    assert rig.command(2, 2) == bytes((0, 5, 1))
    rig.command(2, 3)
    assert rig.command(2, 2) == bytes(3)


def test_after_a_reset_it_is_silent_for_a_while_and_all_is_as_new() -> None:
    rig = Rig()
    rig.command(2, 231, b"\xff\xff")
    rig.command(2, 1)
    assert rig.ask(POLL, ms=20) == b""
    rig.run(300)
    assert rig.command(2, 230) == bytes(2)
    assert rig.command(2, 229) == bytes(11)


def test_no_coin_before_the_first_poll_and_none_after_a_second_without() -> None:
    rig = Rig()
    rig.command(2, 231, b"\xff\xff")
    judged = [rig.acceptor.judge(200, rig.board.now_us).accepted]
    rig.command(2, 229)
    for wait_ms in (900, 200):
        rig.run(wait_ms)
        judged.append(rig.acceptor.judge(200, rig.board.now_us).accepted)
    rig.command(2, 229)
    judged.append(rig.acceptor.judge(200, rig.board.now_us).accepted)
    assert judged == [False, True, False, True]


def test_an_accept_limit_lets_so_many_coins_in_and_no_more() -> None:
    rig = Rig()
    rig.command(2, 231, b"\xff\xff")
    rig.command(2, 135, b"\x02")
    rig.command(2, 229)
    assert [rig.acceptor.judge(200, rig.board.now_us).accepted for _ in range(3)] == [True, True, False]
    rig.command(2, 135, b"\x00")
    assert rig.acceptor.judge(200, rig.board.now_us).accepted


def test_the_next_registers_apply_to_the_next_coin_only_once() -> None:
    rig = Rig()
    rig.command(2, 229)
    rig.command(2, 162, b"\xff\xff\xff\x00\x00\xff")
    assert [rig.acceptor.judge(200, rig.board.now_us).accepted for _ in range(2)] == [True, False]
    assert rig.command(2, 230) == bytes(2)


def test_two_of_one_address_are_told_apart_by_the_clash_command() -> None:
    twins = [Acceptor(identity=identity(serial)) for serial in (1, 2)]
    rig = Rig(twins)
    assert rig.ask(packet(2, 252), ms=1_300) == b"\x02\x02"


def test_two_that_talk_at_once_pull_the_wire_down_together() -> None:
    first, second = Acceptor(2, identity(3)), Acceptor(2, identity(0xF00))
    rig = Rig([first, second])
    serials = zip(read_serial(3), read_serial(0xF00), strict=True)
    heard = rig.ask(packet(2, 242))
    assert heard[4:7] == bytes(a & b for a, b in serials)
    assert read(heard) is None


def read_serial(serial: int) -> bytes:
    return serial.to_bytes(3, "little")


def test_a_saved_bus_goes_on_in_the_middle_of_a_byte() -> None:
    rig = Rig()
    for cut_us in range(0, 20_000, 700):
        rig.port.read(256)
        rig.port.transmit(POLL)
        rig.board.advance(rig.board.now_us + cut_us)
        saved = rig.board.save()
        rig.run(60)
        rig.board.load(saved)
        rig.run(60)
        assert rig.port.read(256) == ACK


def test_a_bit_that_flips_anywhere_in_a_command_gets_no_answer_of_that_command() -> None:
    command = packet(2, 231, b"\x1f\x00")
    for bit in range(8 * len(command)):
        rig = Rig()
        broken = bytearray(command)
        broken[bit // 8] ^= 1 << bit % 8
        rig.ask(bytes(broken), ms=100)
        assert rig.acceptor.open_mask == 0


RUBBISH = st.lists(
    st.one_of(
        st.binary(min_size=1, max_size=40),
        st.builds(packet, st.sampled_from([0, 1, 2, 3, 4]), st.integers(0, 255), st.binary(max_size=12)),
        st.builds(
            lambda dest, header, data, size: packet(dest, header, data)[:size],
            st.sampled_from([2, 3]),
            st.integers(0, 255),
            st.binary(max_size=12),
            st.integers(1, 16),
        ),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(pieces=RUBBISH, waits=st.lists(st.integers(0, 120), min_size=12, max_size=12))
def test_rubbish_never_crashes_never_credits_and_never_pays_unasked(
    pieces: list[bytes], waits: list[int]
) -> None:
    rig = Rig()
    for piece, wait_ms in zip(pieces, waits, strict=False):
        rig.port.transmit(piece)
        rig.run(wait_ms)
    rig.run(1_500)
    assert rig.acceptor.accepted == 0
    pairs = rig.acceptor.events.data()[1:]
    assert not any(pairs[::2])
    if rig.motor:  # only a whole, well-formed payout command may have turned the motor
        assert any(_payout_of(piece) for piece in _joined(pieces))
    rig.run(1_500)
    for peripheral in rig.bus.peripherals:
        assert rig.ask(packet(peripheral.address, 254))[3:4] == b"\x00"


def _joined(pieces: list[bytes]) -> list[bytes]:
    return [b"".join(pieces[first:]) for first in range(len(pieces))]


def _payout_of(stream: bytes) -> bool:
    framer = Framer()
    for start in range(len(stream)):
        framer.clear()
        for byte in stream[start:]:
            frame = framer.feed(byte, 0)
            if frame is not None:
                found: Packet | None = read(frame)
                if found is not None and found.header == 167:
                    return True
                break
    return False
