# SPDX-License-Identifier: MIT
"""A program that crashes or hangs: the watchdog starts it anew, and the machine waits for an attendant."""

from __future__ import annotations

import firmware_rig
import pytest
from firmware_rig import heard, machine, record, run_until
from test_firmware_faults import attend
from vm_helpers import BOTH, engine

from emulator import Cabinet
from machines.rom import firmware_sources

CRASH = "raise RuntimeError('spoilt')"
HANG = "while True:\n            pass"
WAYS = [(runtime, way) for way in (CRASH, HANG) for runtime in BOTH]
WAY_NAMES = [f"{way}-{runtime}" for way in ("crash", "hang") for runtime in BOTH]


def failing(when: str, runtime: str, way: str, **fields: object) -> Cabinet:
    """A machine whose program ends its first life once ``when`` holds."""
    if runtime == "micropython":
        engine()
    sources = dict(firmware_rig.SOURCES or firmware_sources())
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
    cab.power_off()
    cab.run(ms=500)
    cab.power_on()
    cab.run(ms=5_000)
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
