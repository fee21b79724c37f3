# SPDX-License-Identifier: MIT
"""The table "if your host does this, say that" of docs/cctalk.md: each row is a scripted host."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import pytest
from cctalk_hosts import DOUBLES, USUAL, Host, HostError, speaks_crc
from places import ROOT

from emulator import cli
from emulator.cctalk.desk import Desk
from emulator.cctalk.profile import read, shipped
from emulator.cctalk.serve import WARM_UP_US
from emulator.cctalk.setup import AcceptorSetup, HopperSetup, LineSetup, ReaderSetup, line
from emulator.commands import cctalk

DOCS = ROOT / "docs" / "cctalk.md"


def table() -> dict[str, str]:
    """What the manual says by what a host does."""
    text = DOCS.read_text(encoding="utf-8").split("| my host … | say |\n|---|---|\n")[1].split("\n\n")[0]
    return {
        row.split(" | ")[0].removeprefix("| "): row.split(" | ")[1].removesuffix(" |")
        for row in text.splitlines()
    }


TABLE = table()


def started(desk: Desk) -> Desk:
    desk.advance(WARM_UP_US)
    return desk


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Desk]:
    """The desk of ``azar cctalk`` with these options, in virtual time."""
    found: list[Desk] = []
    monkeypatch.setattr(cctalk, "_run", lambda desk, *rest: found.append(desk))

    def run(options: str) -> Desk:
        assert cli.run(["cctalk", *shlex.split(options)]) == 0
        return started(found.pop())

    return run


def test_every_row_has_a_host_and_every_host_a_row() -> None:
    assert list(TABLE) == list(DOUBLES)
    assert {name for name, says in TABLE.items() if says.startswith("nothing")} == USUAL


@pytest.mark.parametrize("name", DOUBLES)
def test_a_host_works_with_what_the_table_says(name: str, typed: Callable[[str], Desk]) -> None:
    options = re.fullmatch(r"`(.+)`", TABLE[name])
    DOUBLES[name](typed(options[1] if options else ""))


@pytest.mark.parametrize("name", [name for name in DOUBLES if name not in USUAL])
def test_what_the_table_says_is_needed(name: str) -> None:
    with pytest.raises(HostError):
        DOUBLES[name](started(Desk()))


def test_a_host_hears_everything_after_a_reset_of_no_time() -> None:
    """It speaks 0.4 ms after the ACK and never asks twice: each device, ten times."""
    devices = (AcceptorSetup(reset_ms=0), HopperSetup(reset_ms=0), ReaderSetup(reset_ms=0))
    desk = started(Desk(LineSetup(devices=devices)))
    host = Host(desk)
    for _ in range(10):
        for peripheral in desk.peripherals:
            host.ask(peripheral.address, 1)
            assert host.ask(peripheral.address, 254) == b""
    host.end()


@pytest.mark.parametrize("reset_ms", [20, 200, 1_000])
def test_a_device_is_deaf_for_the_time_that_is_said(reset_ms: int) -> None:
    """The answer to the reset ends 8.2 ms after the command."""
    for wait_ms, hears in ((reset_ms - 15, False), (reset_ms + 10, True)):
        desk = started(Desk(LineSetup(devices=(AcceptorSetup(reset_ms=reset_ms),))))
        host = Host(desk)
        host.ask(2, 1)
        host.run(wait_ms)
        if hears:
            assert host.ask(2, 254) == b""
        else:
            with pytest.raises(HostError, match="no answer"):
                host.ask(2, 254)


@pytest.mark.parametrize("crc", [(), (2,), (3,), (40,), (2, 40), (2, 3, 40)])
def test_each_device_speaks_its_own_checksum_mode(crc: tuple[int, ...]) -> None:
    kinds = {2: AcceptorSetup, 3: HopperSetup, 40: ReaderSetup}
    desk = started(Desk(LineSetup(devices=tuple(kind(crc=at in crc) for at, kind in kinds.items()))))
    speaks_crc(*crc)(desk)
    for address in kinds:
        with pytest.raises(HostError, match="no answer"):
            Host(desk, crc=tuple({2, 3, 40} - set(crc))).ask(address, 254)
        desk.advance(desk.now_us + 100_000)


def test_the_interval_is_told_in_the_unit_that_fits() -> None:
    for ms, told in (
        (200, bytes((2, 20))),
        (500, bytes((2, 50))),
        (25, bytes((1, 25))),
        (2_550, bytes((2, 255))),
    ):
        desk = started(Desk(LineSetup(devices=(HopperSetup(poll_ms=ms),))))
        assert Host(desk).ask(3, 249) == told


def test_the_dummy_event_of_older_hosts_is_an_inhibited_coin() -> None:
    desk = started(Desk(LineSetup(devices=(AcceptorSetup(dummy_event="inhibited"),))))
    host = Host(desk)
    assert host.ask(2, 229) == bytes(11)
    assert host.ask(2, 229)[:3] == bytes((1, 0, 2))
    assert host.ask(2, 229)[0] == 1
    host.ask(2, 1)
    host.run(300)
    assert host.ask(2, 229) == bytes(11)


def test_three_registers_want_a_reset_after_a_payout_without_power() -> None:
    desk = started(Desk(LineSetup(devices=(HopperSetup(registers=3),))))
    host = Host(desk)
    host.ask(3, 164, b"\xa5")
    host.ask(3, 160)
    host.ask(3, 167, bytes(8) + b"\x09")
    host.run(600)
    desk.power(False)
    desk.power(True)
    host.run(1_000)
    assert host.ask(3, 163)[2] == 1
    with pytest.raises(HostError, match="refused with 5"):
        host.pay(1)
    host.ask(3, 1)
    host.run(300)
    assert host.ask(3, 163)[2] == 0
    host.pay(1)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_profile_is_what_its_maker_says(name: str) -> None:
    """docs/cctalk.md and the profile's own head name the manuals."""
    desk = started(Desk(read(name).line()))
    host = Host(desk)
    if name.startswith("azkoyen"):
        assert host.ask(2, 246) == b"AZK"
        assert re.fullmatch(rb"\d{8}-\d", host.ask(2, 192))
        assert host.ask(2, 230) == bytes(2)
        if name.endswith("compatible"):
            for header in (248, 228, 227, 193, 162):
                with pytest.raises(HostError, match="no answer"):
                    host.ask(2, header, bytes({228: 1, 162: 6}.get(header, 0)))
    elif name == "alberici-al66":
        assert (host.ask(2, 246), host.ask(2, 249), host.ask(2, 4)) == (b"ALB", b"\x02\x32", b"\x02\x04\x02")
        assert (host.ask(2, 216), host.ask(2, 221), host.ask(2, 188), host.ask(2, 169)) == (
            bytes(5), b"\xff", b"\x01", b"\x84",
        )  # fmt: skip
    elif name == "alberici-hopper":
        host.ask(3, 164, b"\xa5")
        assert host.ask(3, 167, host.ask(3, 242) + b"\x01") == b""
    elif name == "flow":
        host.ask(3, 1)
        host.run(130)
        with pytest.raises(HostError, match="refused with 5"):
            host.ask(3, 167, bytes(9))
        assert host.ask(3, 166)[0] == 1
    else:
        assert len(host.ask(3, 163)) == {"sch2": 2, "sch3": 3}[name]


def test_a_default_line_has_all_three_devices() -> None:
    desk = started(Desk(line(echo=False)))
    assert [Host(desk, echo=False).ask(one.address, 245) for one in desk.peripherals] == [
        b"Coin Acceptor", b"Payout", b"Bill Validator",
    ]  # fmt: skip
