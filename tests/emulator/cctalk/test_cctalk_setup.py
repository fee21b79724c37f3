# SPDX-License-Identifier: MIT
"""Settings of a ccTalk line: limits, profile files, what is typed, and that the manual lists them all."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator.cctalk.desk import Desk
from emulator.cctalk.limits import Headers
from emulator.cctalk.options import OptionError, Typed, typed_device
from emulator.cctalk.profile import Profile, ProfileError, parse, read, settings_rows, shipped
from emulator.cctalk.setup import (
    KINDS,
    AcceptorSetup,
    DeviceSetup,
    HopperSetup,
    LineSetup,
    ReaderSetup,
    SetupError,
    WireSetup,
    line,
)
from emulator.devices.cctalk.makers import MAKERS

DOCS = ROOT / "docs" / "cctalk.md"


def test_every_setting_stands_in_the_manual_and_no_other() -> None:
    text = DOCS.read_text(encoding="utf-8")
    shown = set(re.findall(r"^\| `(\w+)` \| `(.+)` \| (.+) \|$", text, re.M))
    rows = {row for kind in (*KINDS.values(), WireSetup) for row in settings_rows(kind)}
    assert shown == rows
    for name, says in shipped().items():
        assert f"| `{name}` | {says} |" in text
    for maker, full in MAKERS.items():
        assert f"`{maker}` {full}" in " ".join(text.split())


def test_the_manuals_profile_is_one(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)[0], encoding="utf-8"
    )
    made = read(str(path)).line()
    assert [(one.kind, one.address) for one in made.devices] == [
        ("acceptor", 2),
        ("hopper", 3),
        ("hopper", 7),
    ]
    assert [(one.fill, one.capacity) for one in made.hoppers] == [(500, 500), (200, 400)]
    assert made.wire == WireSetup(echo=False, queue=True)
    assert made.acceptor is not None and made.acceptor.coins == (200, 100, 50)


def test_a_profile_tells_all_its_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'colour = 1\ndevices = ["printer"]\n[line]\necho = "yes"\n'
        '[acceptor]\ncoins = [3]\nmanufacturer = "WÜ"\n'
        "[[hopper]]\ncoin = 100\n[[hopper]]\ncoin = 7\nwheels = 4\naddress = 1\n[bill]\nrevision = '1.4'\n",
        encoding="utf-8",
    )
    with pytest.raises(ProfileError) as failed:
        read(str(path))
    assert [problem.partition(": ")[0] for problem in failed.value.problems] == [
        "colour", "devices", "line.echo", "acceptor.coins", "acceptor.manufacturer", "bill.revision",
        "hopper[2].coin", "hopper[2].wheels", "hopper[2].address",
    ]  # fmt: skip
    assert f"{path}: hopper[2].coin: must be 1, 2, 5, 10, 20, 50, 100, 200 (got 7)" in str(failed.value)
    path.write_bytes(b"[acceptor\n")
    with pytest.raises(ProfileError, match="must be TOML"):
        read(str(path))
    with pytest.raises(ProfileError, match=r"or one of alberici-al66"):
        read("nobody")


@pytest.mark.parametrize("found", [{"hopper": 1}, {"hopper": [1]}, {"acceptor": 7}, {"devices": [[1]]}])
def test_a_profile_of_another_shape_is_refused(found: dict[str, Any]) -> None:
    with pytest.raises(ProfileError):
        parse(found, "x.toml")


def test_options_lie_over_profiles() -> None:
    typed = Typed(
        {"manufacturer": "NRI", "serial-number": "77", "reset-ms": "0"},
        profiles=("alberici-al66", "flow"),
        hoppers=("fill=3", "coin=20,manufacturer=CPS", "address=9,reset_ms=5"),
        echo="off",
    )
    made = typed.line()
    assert made.acceptor is not None and made.reader is not None
    assert (made.acceptor.manufacturer, made.acceptor.serial, made.acceptor.poll_ms) == ("NRI", 77, 500)
    assert [(one.address, one.coin, one.serial) for one in made.hoppers] == [
        (3, 100, 2),
        (4, 20, 3),
        (9, 100, 4),
    ]
    assert [one.manufacturer for one in made.hoppers] == ["NRI", "CPS", "NRI"]
    assert [one.reset_ms for one in made.hoppers] == [0, 0, 5]
    assert all(one.product == "FLOW" for one in made.hoppers)
    assert made.reader.reset_ms == 0 and made.wire.echo is False


def test_short_options_mean_the_first_device() -> None:
    made = Typed({"product": "SCH3", "address": "5"}, kinds=("hopper",), crc=True).line()
    assert made.devices == (HopperSetup(product="SCH3", address=5, crc=True),)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (Typed({"sorter": "maybe"}), r"--sorter must be on or off \(got maybe\)"),
        (Typed({"coins": "10,3"}), r"--coins must be 1 to 16 of 1, 2, 5"),
        (Typed({"coins": "0"}), r"--coins must be"),
        (Typed({"address": "1"}), r"--address must be 2 to 255 \(got 1\)"),
        (Typed({"serial-number": "16777216"}), r"--serial-number must be 0 to 16777215"),
        (Typed({"reset-ms": "-1"}), r"--reset-ms must be 0 to 60000"),
        (Typed({"reset-ms": "99999999999"}), r"--reset-ms must be 0 to 60000"),
        (Typed({"manufacturer": "Ñ"}), r"--manufacturer must be 2 to 32 ASCII characters"),
        (Typed({"dummy-event": "7"}), r"--dummy-event must be off, null, inhibited"),
        (Typed({"sorter": "off"}, kinds=("hopper",)), r"--sorter is for an acceptor"),
        (Typed({}, kinds=("acceptor",), hoppers=("fill=3",)), r"--hopper is for a device of that kind"),
        (Typed({}, kinds=("hopper", "hopper")), r"--device must be"),
        (Typed({}, kinds=("printer",)), r"--device must be"),
        (Typed({}, acceptor="red"), r"--acceptor must be KEY=VALUE"),
        (Typed({}, bill="poll_ms=2551"), r"--bill poll_ms must be 1 to 255, or tens up to 2550"),
        (Typed({}, bill="revision=1.4"), r"--bill revision must be three numbers"),
        (Typed({}, bill="unanswered=0"), r"headers from 1 to 255"),
    ],
)
def test_what_is_typed_wrongly_is_answered_with_what_is_allowed(typed: Typed, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        typed.line()


@pytest.mark.parametrize("given", [5, "248", None, [0], [256], [True]])
def test_headers_are_a_list_of_numbers(given: object) -> None:
    assert Headers().taken([1, 255]) == (1, 255)
    with pytest.raises(ValueError, match="headers from 1 to 255"):
        Headers().taken(given)


def test_lists_with_commas_go_on() -> None:
    assert typed_device("acceptor", "coins=10,20,50,crc=on,unanswered=248,193") == {
        "coins": (10, 20, 50), "crc": True, "unanswered": (248, 193),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("devices", "says"),
    [
        ((), "one device or more"),
        ((AcceptorSetup(), HopperSetup(address=2)), "got 2 for acceptor and hopper"),
        ((AcceptorSetup(), AcceptorSetup(address=5)), "one acceptor"),
        ((ReaderSetup(), ReaderSetup(address=41)), "one bill"),
        ((HopperSetup(fill=401),), r"fill must be 0 to the capacity, 400 coins \(got 401\)"),
    ],
)
def test_devices_that_do_not_fit_are_refused(devices: tuple[DeviceSetup, ...], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        LineSetup(devices=devices)


def test_a_setup_comes_back_from_plain_values() -> None:
    made = Typed({"coins": "10,20"}, hoppers=("coin=20", "coin=20,values=on"), queue=True, seed="ab").line()
    assert LineSetup.of(made.plain()) == made
    plain = made.plain()
    plain["devices"][0]["coins"] = [3]
    with pytest.raises(SetupError, match=r"acceptor.coins must be"):
        LineSetup.of(plain)


def test_every_usual_value_is_within_its_own_limits() -> None:
    for kind in (*KINDS.values(), WireSetup):
        for one in dataclasses.fields(kind):
            assert one.metadata["limit"].taken(one.default) == one.default
    assert Profile().line() == line() == LineSetup()


def test_hoppers_of_one_coin_have_places_of_their_own() -> None:
    desk = Desk(
        LineSetup(
            devices=(HopperSetup(fill=5), HopperSetup(address=4, fill=7), HopperSetup(address=5, coin=20))
        )
    )
    assert [desk.coins(f"hopper_{name}") for name in ("100", "100_at_4", "20")] == [
        {100: 5},
        {100: 7},
        {20: 200},
    ]
    desk.refill(3, at=4)
    desk.empty(at=5)
    assert desk.coins("hopper_100_at_4") == {100: 10} and desk.coins("cash_box") == {20: 200}
