# SPDX-License-Identifier: MIT
"""Peripherals with one mistake each: the published packets or the checks in time find every one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_cctalk_bus as in_time
from test_cctalk_vectors import STATES, _rows

from emulator.devices.cctalk import acceptor, bus, events, hopper, packet, peripheral

Patch = tuple[Any, str, Any]


def _vectors_hold() -> None:
    for state, sent, answer in _rows():
        assert STATES[state]().ask(sent, ms=1_300) == answer


def _any_check(frame: bytes, *, crc: bool = False) -> packet.Packet:
    return packet.Packet(frame[0], frame[2], frame[3], frame[4:-1])


def _wraps_to_zero(self: events.EventBuffer, first: int, second: int) -> None:
    self._pairs = [[first, second], *self._pairs[:-1]]
    self.counter = (self.counter + 1) % 256


def _answers_from_the_new_address(self: peripheral.Peripheral, address: int) -> peripheral.Sent:
    self.address = self._source = address
    return peripheral.Sent(0, packet.packet(1, 0, source=address))


def _keeps_inhibits(self: acceptor.Acceptor, now_us: int) -> None:
    mask = self.open_mask
    RESTART(self, now_us)
    self.open_mask = mask


def _pays_without_a_key(self: hopper.HopperControl, data: bytes) -> bool:
    return True


def _forgets_the_cut(self: hopper.HopperControl, now_us: int) -> None:
    self.remaining = 0
    peripheral.Peripheral.power_lost(self, now_us)


RESTART = acceptor.Acceptor.restart

MUTANTS: list[tuple[str, list[Patch], Callable[[], None]]] = [
    ("checks nothing", [(peripheral, "read", _any_check)], _vectors_hold),
    ("counter wraps to 0", [(events.EventBuffer, "add", _wraps_to_zero)], _vectors_hold),
    (
        "answers from the new address", [(peripheral.Peripheral, "_moved", _answers_from_the_new_address)],
        _vectors_hold,
    ),
    ("pays without a key", [(hopper.HopperControl, "_may_dispense", _pays_without_a_key)], _vectors_hold),
    ("forgets a payout cut", [(hopper.HopperControl, "power_lost", _forgets_the_cut)], _vectors_hold),
    (
        "waits for ever", [(peripheral, "USUAL", peripheral.Habits(gap_us=1 << 60))],
        lambda: in_time.test_a_packet_that_pauses_longer_than_50_ms_is_given_up(52, False),
    ),
    (
        "keeps inhibits over a reset", [(acceptor.Acceptor, "restart", _keeps_inhibits)],
        in_time.test_after_a_reset_it_is_silent_for_a_while_and_all_is_as_new,
    ),
    (
        "accepts with a silent host", [(peripheral, "USUAL", peripheral.Habits(silence_us=1 << 60))],
        in_time.test_no_coin_before_the_first_poll_and_none_after_a_second_without,
    ),
    (
        "answers late", [(peripheral, "USUAL", peripheral.Habits(answer_us=12_000))],
        in_time.test_the_answer_comes_within_ten_milliseconds_of_the_last_byte,
    ),
    (
        "leaves gaps between its bytes", [(bus, "BYTE_US", 3_000)],
        in_time.test_the_answer_comes_within_ten_milliseconds_of_the_last_byte,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("patches", "check"), [row[1:] for row in MUTANTS], ids=[row[0] for row in MUTANTS])
def test_a_peripheral_with_a_mistake_fails_its_check(
    patches: list[Patch], check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, wrong in patches:
        monkeypatch.setattr(owner, name, wrong)
    with pytest.raises((AssertionError, KeyError, IndexError)):
        check()
