# SPDX-License-Identifier: MIT
"""Faults on a ccTalk desk: what a host hears of each; typed by hand, journalled and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulator.cabinet.faults import damages
from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.desk_faults import ACTS, DeskFaultError
from emulator.cctalk.hands import Hands
from emulator.cctalk.record import LineRecorder, replay_line
from emulator.cctalk.setup import line
from emulator.devices.cctalk.packet import packet

ACCEPTOR, HOPPER = 2, 3
ACK, NAK = 0, 5


def desk(*devices: str) -> Desk:
    made = Desk(line(*(devices or ("acceptor", "hopper")), echo=False))
    made.advance(400_000)
    return made


def ask(at: Desk, address: int, header: int, data: bytes = b"") -> tuple[int, bytes]:
    """Header and data of the answer; (-1, b"") for silence."""
    at.take()
    at.host(packet(address, header, data))
    at.advance(at.now_us + 60_000)
    heard = at.take()
    return (heard[3], heard[4:-1]) if heard else (-1, b"")


def opened() -> Desk:
    """All positions open, polled once."""
    made = desk()
    assert ask(made, ACCEPTOR, 231, b"\xff\xff")[0] == ACK
    assert ask(made, ACCEPTOR, 229)[1][0] == 0
    return made


def polled(at: Desk, ms: int) -> bytes:
    """The buffer after so long, polled all the time."""
    buffer = b""
    for _ in range(0, ms, 200):
        at.advance(at.now_us + 140_000)
        buffer = ask(at, ACCEPTOR, 229)[1]
    return buffer


def pay(at: Desk, coins: int) -> int:
    """Ask for coins; the header of the answer."""
    assert ask(at, HOPPER, 164, b"\xa5")[0] == ACK
    assert ask(at, HOPPER, 160)[0] == ACK
    return ask(at, HOPPER, 167, bytes(8) + bytes([coins]))[0]


def life(at: Desk) -> int:
    return int.from_bytes(ask(at, HOPPER, 168)[1], "little")


def test_a_desk_has_every_fault_of_its_devices() -> None:
    rows = damages("cctalk").values()
    assert sorted(ACTS) == sorted(
        row.id for row in rows if row.device in ("coin acceptor", "diverter", "hopper", "note acceptor")
    )


@pytest.mark.parametrize(("fault", "code"), [("slug", 1), ("coin_jam", 14), ("coin_string", 17)])
def test_the_acceptor_tells_of_what_it_saw(fault: str, code: int) -> None:
    at = opened()
    at.damage(fault)
    if fault != "slug":
        at.insert(200)
    assert polled(at, 1_200)[2] == code
    if fault == "coin_jam":
        assert sum(at.coins("cash_box").values()) == 0
        at.mend("coin_jam")
        at.insert(100)
        assert polled(at, 1_200)[1:3] == bytes((2, 1))
        assert at.coins("cash_box") == {200: 1, 100: 1}


def test_a_diverter_that_is_stuck_sends_coins_where_it_stands() -> None:
    at = opened()
    at.damage("diverter_stuck", "hopper")
    at.insert(100)
    polled(at, 1_200)
    assert at.coins("hopper_100") == {100: 201}
    at.mend("diverter_stuck")
    at.insert(100)
    polled(at, 1_200)
    assert at.coins("cash_box") == {100: 1}


@pytest.mark.parametrize(("name", "address"), [("acceptor", ACCEPTOR), ("hopper", HOPPER)])
def test_a_device_without_its_plug_is_silent_and_begins_afresh(name: str, address: int) -> None:
    at = opened()
    at.damage(f"{name}_unplugged")
    assert ask(at, address, 254) == (-1, b"")
    at.power(False)
    at.power(True)
    at.advance(at.now_us + 400_000)
    assert ask(at, address, 254) == (-1, b"")
    assert ask(at, HOPPER + ACCEPTOR - address, 254) == (ACK, b"")
    at.mend(f"{name}_unplugged")
    at.advance(at.now_us + 400_000)
    assert ask(at, address, 254) == (ACK, b"")
    assert ask(at, ACCEPTOR, 230)[1] == bytes(2)


def test_a_jammed_hopper_gives_up_with_its_current() -> None:
    at = desk()
    at.damage("hopper_jam")
    assert pay(at, 2) == ACK
    at.advance(at.now_us + 6_000_000)
    assert ask(at, HOPPER, 166)[1][1:] == bytes((0, 0, 2))
    assert ask(at, HOPPER, 163)[1][0] & 0x01


@pytest.mark.parametrize(("fault", "left", "tray"), [("coin_lost", 195, 2), ("coin_double", 196, 4)])
def test_coins_that_are_lost_or_double_leave_unseen(fault: str, left: int, tray: int) -> None:
    at = desk()
    at.damage(fault, "3")
    assert pay(at, 2) == ACK
    at.advance(at.now_us + 3_000_000)
    assert ask(at, HOPPER, 166)[1][1:] == bytes((0, 2, 0))
    assert life(at) == 2
    assert (at.coins("hopper_100")[100], at.coins("tray")[100]) == (left, tray)
    at.mend(fault)
    assert at.coins("hopper_100")[100] == 198 if fault == "coin_lost" else 196


def test_a_motor_that_runs_away_is_in_the_life_counter() -> None:
    at = desk()
    at.damage("hopper_runaway")
    at.advance(at.now_us + 2_000_000)
    seen = life(at)
    assert 5 <= seen <= 9 and ask(at, HOPPER, 166)[1] == bytes(4)
    at.mend("hopper_runaway")
    at.advance(at.now_us + 2_000_000)
    assert life(at) <= seen + 1


def test_a_dark_sensor_lets_coins_out_until_the_time_is_over() -> None:
    at = desk()
    at.damage("hopper_sensor_dark")
    assert pay(at, 2) == ACK
    at.advance(at.now_us + 12_000_000)
    assert ask(at, HOPPER, 166)[1][1:] == bytes((0, 0, 2)) and life(at) == 0
    assert 30 <= at.coins("tray")[100] <= 45


def test_a_blocked_exit_refuses_until_it_is_free_and_reset() -> None:
    at = desk()
    at.damage("hopper_sensor_stuck")
    assert pay(at, 2) == NAK
    at.mend("hopper_sensor_stuck")
    assert pay(at, 2) == NAK
    assert ask(at, HOPPER, 1)[0] == ACK
    at.advance(at.now_us + 400_000)
    assert pay(at, 2) == ACK
    at.advance(at.now_us + 2_000_000)
    assert at.coins("tray") == {100: 2} and life(at) == 2


def test_what_a_desk_cannot_do_is_said() -> None:
    said: list[str] = []
    at = desk("acceptor")
    hands = Hands(at, said.append)
    for typed in (
        "damage rust",
        "damage coin_lost 51",
        "damage slug 1",
        "damage diverter_stuck left",
        "damage hopper_jam",
        "mend slug",
        "damage",
        "mend coin_jam 2",
        "damage coin_jam",
        "mend coin_jam",
        "faults",
    ):
        hands.act(typed)
    assert said[0].startswith("fault must be one of slug, ") and said[0].endswith("(got rust)")
    assert said[1:] == [
        "coins must be 1 to 50 (got 51)",
        "slug takes no value (got 1)",
        "name must be hopper, cash_box (got left)",
        "this needs a hopper (run with --device hopper)",
        "fault must be one that lasts (got slug, which is over by itself)",
        said[0].replace("(got rust)", "(got )"),
        "mend takes a fault (type help)",
        "\n".join(ACTS),
    ]
    with pytest.raises(DeskFaultError):
        at.damage("supply_dip")
    with pytest.raises(DeskError, match="needs an acceptor"):
        desk("hopper").damage("slug")


def test_a_journal_with_faults_replays(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    made = Desk(line(echo=False))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = LineRecorder(made, stream)
        made.advance(400_000)
        made.damage("hopper_runaway")
        made.damage("coin_lost", "2")
        made.advance(2_000_000)
        life(made)
        made.damage("acceptor_unplugged")
        ask(made, ACCEPTOR, 254)
        for id_ in ("hopper_runaway", "coin_lost", "acceptor_unplugged"):
            made.mend(id_)
        made.advance(made.now_us + 1_000_000)
        ask(made, ACCEPTOR, 254)
        life(made)
        recorder.close()
    assert replay_line(path) > 10
    path.write_text(
        path.read_text("ascii").replace('"coin_lost","in":"damage"', '"coin_jam","in":"damage"'), "ascii"
    )
    with pytest.raises(Exception, match="altered"):
        replay_line(path)
