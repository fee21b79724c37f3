# SPDX-License-Identifier: MIT
"""ccTalk lines with one mistake each: the scripted hosts, or what is told of them, find every one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cctalk_hosts as hosts
import pytest
import test_cctalk_command as command
import test_cctalk_hosts as doubles
import test_cctalk_trouble as trouble

from emulator.cctalk import fitting, link_name, outcomes, queue, setup
from emulator.cctalk.desk import Desk
from emulator.cctalk.setup import AcceptorSetup, LineSetup, WireSetup
from emulator.devices.cctalk import acceptor, bus, line_faults, packet, peripheral
from emulator.devices.cctalk.hopper import HopperControl

Patch = tuple[Any, str, Any]


def _desk(*devices: setup.DeviceSetup, **wire: bool) -> Desk:
    return doubles.started(Desk(LineSetup(devices=devices or setup.line().devices, wire=WireSetup(**wire))))


def _arrive_twice(self: bus.Bus, end_us: int, sender: int, byte: int) -> None:
    if sender == bus.HOST and self.echo:
        self._inbox.append(byte)
    ARRIVE(self, end_us, sender, byte)


def _deaf_all_the_same(self: peripheral.Peripheral, data: bytes) -> peripheral.Sent:
    answer = self._say(packet.ACK)
    self.restart(self._now_us)
    return answer


def _path_1(self: acceptor.Acceptor, position: int) -> None:
    self.accepted += 1
    self.events.add(position, 1)


def _spoils_the_data(answer: peripheral.Sent, fault: line_faults.LineFault) -> peripheral.Sent:
    frame = bytearray(answer.data)
    frame[-2] ^= 1
    frame[-1] = (frame[-1] + (1 if frame[-2] & 1 == 0 else -1)) & 0xFF
    return answer._replace(data=bytes(frame))


def _does_what_it_refuses(self: peripheral.Peripheral, asked: packet.Packet) -> peripheral.Sent | None:
    if self.line_faults is not None and self.line_faults.begun and asked.header == 167:
        faults, self.line_faults = self.line_faults, None
        ANSWER(self, asked)
        self.line_faults = faults
    return ANSWER(self, asked)


def _dummy_without_an_event(self: acceptor.Acceptor, data: bytes) -> bytes:
    self.polled_us = self._now_us
    return self.events.data()


ARRIVE = bus.Bus._arrive
ANSWER = peripheral.Peripheral._answer


def _told() -> trouble.Told:
    return trouble.Told()


def _retaken() -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        command.test_a_link_takes_no_place_that_is_taken(Path(folder))


MUTANTS: list[tuple[str, list[Patch], Callable[[], None]]] = [
    ("echoes twice", [(bus.Bus, "_arrive", _arrive_twice)], lambda: hosts.reads_its_echo(_desk())),
    (
        "deaf after a reset whatever is said", [(peripheral.Peripheral, "_reset_asked", _deaf_all_the_same)],
        doubles.test_a_host_hears_everything_after_a_reset_of_no_time,
    ),
    (
        "hears at once whatever is said", [(peripheral.Peripheral, "_reset_asked", lambda self, data: b"")],
        lambda: doubles.test_a_device_is_deaf_for_the_time_that_is_said(200),
    ),
    (
        "path 1 without a sorter", [(acceptor.Acceptor, "credit", _path_1)],
        lambda: hosts.path_0_only(_desk(AcceptorSetup(sorter=False))),
    ),
    (
        "a checksum that is right all the same", [(peripheral, "_spoilt", _spoils_the_data)],
        lambda: trouble.test_a_wrong_checksum_is_wrong_in_both_modes(False),
    ),
    (
        "refuses what it does", [(peripheral.Peripheral, "_answer", _does_what_it_refuses)],
        lambda: trouble.test_a_refused_command_was_not_done(_told()),
    ),
    (
        "an event counter that stays 0", [(acceptor.Acceptor, "_credit_poll", _dummy_without_an_event)],
        doubles.test_the_dummy_event_of_older_hosts_is_an_inhibited_coin,
    ),
    (
        "one checksum mode for all",
        [(fitting, "HopperControl", lambda *args, **more: HopperControl(*args, **{**more, "crc": False}))],
        lambda: doubles.test_each_device_speaks_its_own_checksum_mode((3,)),
    ),
    (
        "no polling interval for hoppers",
        [(HopperControl, "HEADERS", {key: row for key, row in HopperControl.HEADERS.items() if key != 249})],
        lambda: hosts.asks_every_device_how_often_to_poll(_desk()),
    ),
    (
        "a maker of our own",
        [(AcceptorSetup, "identity", lambda self, kind: kind._replace(manufacturer="AZR"))],
        lambda: hosts.knows_makers(hosts.MAKERS)(_desk()),
    ),
    (
        "a queue that does not wait", [(queue, "UNANSWERED_US", 0), (queue, "IDLE_US", 0)],
        lambda: hosts.writes_all_at_once(_desk(queue=True)),
    ),
    (
        "the second hopper is the first", [(Desk, "_find", lambda self, at: self.hoppers[0])],
        trouble.test_hands_spoil_the_line_and_name_hoppers,
    ),
    (
        "faults that never end", [(line_faults.LineFaults, "clear", lambda self: None)],
        lambda: trouble.test_faults_count_choose_and_end(_told()),
    ),
    (
        "a coin that is told of without its reason", [(outcomes, "_because", lambda event: "")],
        lambda: trouble.test_every_coin_is_told_of_once_with_its_reason(_told()),
    ),
    (
        "forgets a cut",
        [
            (HopperControl, "power_on", peripheral.Peripheral.power_on),
        ],
        doubles.test_three_registers_want_a_reset_after_a_payout_without_power,
    ),
    ("a link over anything", [(link_name, "_TERMINALS", "")], _retaken),
]  # fmt: skip


@pytest.mark.parametrize(("name", "patches", "guard"), MUTANTS, ids=[row[0] for row in MUTANTS])
def test_a_mistake_is_noticed(
    name: str, patches: list[Patch], guard: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    guard()
    for owner, attribute, value in patches:
        monkeypatch.setattr(owner, attribute, value)
    with pytest.raises((AssertionError, pytest.fail.Exception, KeyError)):
        guard()
