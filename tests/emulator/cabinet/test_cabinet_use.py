# SPDX-License-Identifier: MIT
"""The cabinet in somebody's hands: wrong use is explained, and what is seen is what there is."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from cabinet_visits import cabinet, overhear, ready

from emulator.board.errors import BoardError
from emulator.cabinet import Cabinet, CabinetError
from emulator.support.seed import SeedError
from machines.rom.program import firmware_sources


@pytest.mark.parametrize(
    ("call", "arguments", "says"),
    [
        ("insert", (7,), r"cents must be a coin that the purse holds \(got 7; it holds 20 of 10"),
        ("press", ("lever",), r"name must be one of start, double, .* \(got lever\)"),
        ("press", ("start", 0), r"ms must be 1 or more \(got 0\)"),
        ("down", ("",), r"name must be one of"),
        ("up", ("hold_4",), r"name must be one of .* \(got hold_4\)"),
        ("open_door", ("attic",), r"name must be one of main, box, logic \(got attic\)"),
        ("close_door", ("attic",), r"name must be one of main, box, logic \(got attic\)"),
        ("refill", (50, 3), r"refill must name a hopper and 1 coin or more \(got 50, 3\)"),
        ("refill", (100, 0), r"refill must name a hopper and 1 coin or more \(got 100, 0\)"),
        ("refill", (100, 500), r"coins must be 1 to 100, what the hopper still holds \(got 500\)"),
        ("empty", (20,), r"cents must name a hopper, 10, 100 \(got 20\)"),
        ("unplug", ("mains",), r"what must be one of plays, prizes, in, out \(got mains\)"),
        ("plug", ("mains",), r"what must be one of plays, prizes, in, out \(got mains\)"),
        ("jam_reel", (0,), r"number must be 1 to 3 \(got 0\)"),
        ("jam_reel", (4,), r"number must be 1 to 3 \(got 4\)"),
        ("run_us", (-1,), r"us must be 0 or more \(got -1\)"),
        ("run", (-5,), r"us must be 0 or more \(got -5000\)"),
        ("run", (1.5,), r"us must be whole, 0 or more \(got 1500\.0\)"),
    ],
)
def test_wrong_use_is_explained_and_changes_nothing(call: str, arguments: tuple[Any, ...], says: str) -> None:
    cab = cabinet()
    inputs: list[str] = []
    cab.listen_inputs(lambda name, t_us, said: inputs.append(name))
    before = cab.save()
    with pytest.raises(CabinetError, match=says):
        getattr(cab, call)(*arguments)
    assert cab.save() == before and inputs == []


@pytest.mark.parametrize("seed", ["0", "zz", "00" * 33, "0 0", "+0"])
def test_a_seed_that_is_no_hex_is_explained(seed: str) -> None:
    with pytest.raises(SeedError, match="seed must be an even number of hex digits"):
        cabinet(seed=seed)


def test_power_twice_is_explained() -> None:
    cab = cabinet()
    with pytest.raises(BoardError, match="on already"):
        cab.power_on()
    cab.power_off()
    with pytest.raises(BoardError, match="off already"):
        cab.power_off()


@pytest.mark.parametrize("saved", [b"", b"\0" * 40, zlib.compress(b"no dict"), zlib.compress(b"{'a': 1}")])
def test_bytes_that_are_no_saved_cabinet_are_refused(saved: bytes) -> None:
    with pytest.raises(CabinetError, match=r"saved must be what save\(\) returned"):
        Cabinet.restore(saved)


def test_a_saved_cabinet_of_another_version_is_refused_by_name() -> None:
    with pytest.raises(CabinetError, match=r"saved must have version \d+ \(got 99\)"):
        Cabinet.restore(zlib.compress(b"{'version': 99}"))


def test_a_coin_is_seen_from_the_slot_to_where_it_lands() -> None:
    cab = cabinet()
    cab.run(ms=3_500)
    cab.insert(100)
    seen: list[tuple[str, int]] = []
    while cab.coins:
        (coin,) = cab.coins
        assert coin.cents == 100 and 0 <= coin.progress_permille <= 1_000
        seen.append((coin.path, coin.progress_permille))
        cab.run(ms=20)
    assert [path for path, _ in dict.fromkeys((path, 0) for path, _ in seen)] == ["slot", "accepted"]
    for path in ("slot", "accepted"):
        steps = [progress for where, progress in seen if where == path]
        assert steps == sorted(steps)


def test_without_power_everything_is_dark_and_the_mechanics_stay() -> None:
    cab = ready()
    stops = [reel.stop for reel in cab.reels]
    cab.power_off()
    assert (cab.display.credits.strip(), cab.display.message.strip()) == ("", "")
    assert not any(cab.lamps.values()) and not cab.glass
    assert [reel.stop for reel in cab.reels] == stops
    assert not cab.powered


def test_a_button_held_down_is_one_press() -> None:
    cab = ready()
    trace = overhear(cab)
    cab.down("start")
    cab.run(ms=4_000)
    cab.up("start")
    cab.run(ms=200)
    assert sum(kind == "step" for kind, _, _ in trace) == 1


def test_machines_in_one_process_share_nothing() -> None:
    first, second = ready(), ready()
    first.press("start")
    first.run(ms=4_000)
    assert (first.display.credits, second.display.credits) == ("3.80", "4.00")


def test_a_whole_play_leaves_no_flag_and_no_fault() -> None:
    cab = ready()
    for _ in range(3):
        cab.press("start")
        cab.run(ms=5_500)
    assert (cab.flags, cab.fault, cab.tilt) == ([], None, "")


def test_a_crash_with_a_coin_in_the_chute_opens_that_coin_by_name() -> None:
    """The firmware's fault is a difference of its machine, not a failed run of the emulator."""
    sources = firmware_sources()
    crash = (
        "    if time.ticks_ms() > 5200 and time.ticks_ms() < 5300:\n        raise RuntimeError('spoiled')\n"
    )
    sources["main"] = sources["main"].replace(
        "def tick() -> int:\n", "def tick() -> int:\n    import time\n" + crash
    )
    told: list[str] = []
    cabinet = Cabinet("cierzo", seed="00", firmware=sources, trust_firmware=True)
    cabinet.listen(lambda kind, t_us, fields: told.append(kind))
    cabinet.run(ms=4900)
    cabinet.insert(100)
    cabinet.run(ms=6000)
    assert [kind for kind in told if kind in ("fault", "watchdog")] == ["fault", "watchdog"]
    assert cabinet.books.differences == {"in_unbooked": 100}
    assert cabinet.cash_box_cents == 100


def test_a_cash_box_is_taken_where_it_is_open() -> None:
    cabinet = Cabinet("cierzo", seed="00")
    cabinet.run(ms=4_000)
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    with pytest.raises(CabinetError, match="the cash box must be open"):
        cabinet.take_box()
    assert cabinet.cash_box_cents == 200
    cabinet.open_door("box")
    assert cabinet.take_box() == 200 and cabinet.take_box() == cabinet.cash_box_cents == 0
    cabinet.ledger.audit()
