# SPDX-License-Identifier: MIT
"""A program that crashes or hangs: the watchdog starts it anew, and the machine waits for an attendant."""

from __future__ import annotations

import pytest
from firmware_rig import attend, heard, machine, record, restart, run_until
from menu_rig import all_of, go_to
from vm_helpers import BOTH, engine

from emulator import Cabinet
from emulator.board.scratch import crash_note
from machines.rom.program import firmware_sources

CRASH = "raise RuntimeError('spoilt')"
HANG = "while True:\n            pass"
WAYS = [(runtime, way) for way in (CRASH, HANG) for runtime in BOTH]
WAY_NAMES = [f"{way}-{runtime}" for way in ("crash", "hang") for runtime in BOTH]


def failing(when: str, runtime: str, way: str, **fields: object) -> Cabinet:
    """A machine whose program ends its first life once ``when`` holds."""
    if runtime == "micropython":
        engine()
    sources = firmware_sources()
    honest = "    board.WATCHDOG.feed()\n"
    assert sources["main"].count(honest) == 1
    sources["main"] = sources["main"].replace(
        honest, f"{honest}    if state.power_ups == 1 and {when}:\n        {way}\n"
    )
    return machine(firmware=sources, runtime=runtime, **fields)  # type: ignore[arg-type]


def bitten(cab: Cabinet) -> None:
    """Wait for the watchdog; then nothing moves and nothing comes in."""
    run_until(cab, lambda: cab.tilt == "watchdog", 12_000, 20)
    cab.run(ms=50)
    assert cab.fault is None
    assert (cab.display.message.strip(), cab.lamps["tower"]) == ("TEST AVERÍA: PROGRAMA PARADO", True)
    starts, out = record(cab)["starts"], record(cab)["coin_out_cents"]
    cab.insert(50)
    cab.press("start")
    cab.press("collect")
    cab.run(ms=7_000)
    assert (record(cab)["starts"], record(cab)["coin_out_cents"]) == (starts, out)
    assert cab.tray.get(50) == 1
    assert not any(reel.moving for reel in cab.reels)


@pytest.mark.parametrize(("runtime", "way"), WAYS, ids=WAY_NAMES)
def test_a_program_that_failed_stops_the_machine_until_somebody_came(runtime: str, way: str) -> None:
    """GLI-11: credits, reserve and prizes are what they were; door and power alone say when it goes on."""
    cab = failing(
        "state.now_ms > 6_000", runtime, way, credits_cents=80, reserve_cents=120, prize_meter_cents=40
    )
    faults = heard(cab, "fault", "watchdog")
    bitten(cab)
    assert "watchdog" in [kind for _, kind, _ in faults]
    restart(cab, 500, 5_000)
    assert cab.tilt == "watchdog", "a power cycle clears nothing"
    shown = cab.display
    assert (shown.credits, shown.reserve, shown.prizes) == ("0.80", "1.20", "0.40")
    attend(cab)
    assert cab.tilt == ""
    run_until(cab, lambda: cab.lamps["start"], 6_000, 20)


@pytest.mark.parametrize(("runtime", "way"), WAYS, ids=WAY_NAMES)
def test_a_play_that_a_failing_program_left_ends_as_decided(runtime: str, way: str) -> None:
    cab = failing("state.starts and state.now_ms > 6_000", runtime, way, credits_cents=20, coming=[300])
    cab.press("start")
    bitten(cab)
    books = record(cab)
    assert (books["phase"], books["pending_cents"], books["plays"]) == (1, 300, 1)
    attend(cab)
    run_until(cab, lambda: cab.display.prizes == "3.00", 9_000, 20)
    assert tuple(reel.stop for reel in cab.reels) == record(cab)["stops"][:3]
    assert (record(cab)["plays"], record(cab)["prizes"]) == (1, 1)


@pytest.mark.parametrize(("runtime", "way"), WAYS, ids=WAY_NAMES)
def test_a_payment_that_a_failing_program_left_is_finished(runtime: str, way: str) -> None:
    cab = failing("state.coin_out_cents >= 300", runtime, way, prize_meter_cents=730)
    cab.press("collect")
    bitten(cab)
    assert not cab.board.line("hopper_100_motor").asserted
    attend(cab)
    run_until(cab, lambda: not record(cab)["queue"] and not cab.coins, 15_000, 20)
    assert record(cab)["coin_out_cents"] == 730
    if way == CRASH:
        assert cab.tray == {50: 1, 100: 7, 10: 3}
    # A program that hangs leaves the motor on until the watchdog bites: coins fall that nobody counts.
    assert cab.tray[100] >= 7 and cab.tray[10] == 3


def test_a_start_by_the_supply_is_no_fault() -> None:
    cab = machine(credits_cents=20)
    cab.power_off()
    cab.power_on()
    cab.run(ms=5_100)
    assert cab.tilt == ""


# -- what it died of --------------------------------------------------------------------------------------


def at_the_software_page(cab: Cabinet) -> Cabinet:
    """A technician opens the door, turns the key and reads the page of the software."""
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    return go_to(cab, "PROGRAMA")


LATER = "state.now_ms > 6_000"


@pytest.mark.parametrize("runtime", BOTH)
def test_the_service_menu_names_the_crash_after_the_restart(runtime: str) -> None:
    cab = failing(LATER, runtime, CRASH)
    line = cab.rom.sources["main"].splitlines().index("        " + CRASH) + 1
    run_until(cab, lambda: cab.tilt == "watchdog", 12_000, 20)
    assert cab.fault is None
    assert cab.last_fault == f"main.py:{line} in tick: RuntimeError"
    assert all_of(at_the_software_page(cab))[-3:] == [f"main.py:{line}", "EN tick", "ERROR RuntimeError"]
    cab.power_off()
    cab.power_on()
    cab.turn_key("service", on=False)
    cab.run(ms=5_000)
    assert all_of(at_the_software_page(cab))[-1] == "SIN FALLOS", "scratch registers go with the power"
    assert cab.last_fault == f"main.py:{line} in tick: RuntimeError", "who watches the run still knows"


@pytest.mark.parametrize("runtime", BOTH)
def test_the_service_menu_tells_of_a_hang(runtime: str) -> None:
    cab = failing(LATER, runtime, HANG)
    run_until(cab, lambda: cab.tilt == "watchdog", 12_000, 20)
    assert all_of(at_the_software_page(cab))[-1] == "FALLO: SE COLGÓ"
    assert cab.last_fault is not None
    assert cab.last_fault.endswith("main did not come back within 2,000 ms")
    if runtime == "cpython":
        line = cab.rom.sources["main"].splitlines().index("        while True:") + 1
        assert cab.last_fault.startswith(f"main.py:{line} in tick: ")


def test_what_it_died_of_is_saved_with_the_machine() -> None:
    cab = failing(LATER, "cpython", CRASH)
    run_until(cab, lambda: cab.tilt == "watchdog", 12_000, 20)
    sources = {name: text for name, text in cab.rom.sources.items() if name != "settings"}
    again = Cabinet.restore(cab.save(), firmware=sources, trust_firmware=True)
    assert again.last_fault == cab.last_fault
    assert all_of(at_the_software_page(again))[-1] == "ERROR RuntimeError"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("coins.py:37 in count: IndexError", b"coins.py:37\ncount\nIndexError"),
        ("coins.py:37-41 in count: IndexError: list index", b"coins.py:37-41\ncount\nIndexError"),
        ("main.py:3: SyntaxError", b"main.py:3\n\nSyntaxError"),
        ("ValueError: tick must return 1 to 1000 ms (got 0)", b"\n\nValueError"),
        ("cctalk_acceptor.py:1234 in _a_very_long_name_of_one: UnicodeError",
         b"cctalk_acceptor.py:1234\n_a_very_lon\nUnicodeError"),
        ("parts.py:7 in año: KeyError", b"parts.py:7\na?o\nKeyError"),
        ("", b"\n\n"),
    ],
)  # fmt: skip
def test_a_crash_leaves_three_lines_in_the_scratch_registers(text: str, left: bytes) -> None:
    assert crash_note(text) == left
    assert len(left) <= 48
