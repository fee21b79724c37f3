# SPDX-License-Identifier: MIT
"""What always holds of drums: of our machines it does, and of one that does not look at them it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from firmware_rig import attend, record, run_until
from reel_rig import made, ready

from emulator import Cabinet
from emulator.types.common.always import Always
from emulator.types.registry import always_of
from machines.model import load_model, model_names


def watched(name: str) -> tuple[Cabinet, Always]:
    cab = ready(made(name, "c0"))
    always = always_of(cab)
    return cab, always


def weathered(name: str) -> list[str]:
    """A play whose first reel is caught late, one that is cut, a hand at a drum: what does not hold."""
    cab, always = watched(name)
    cab.press("start")
    cab.run(ms=900)
    drum = cab.machine.drums[0]
    run_until(cab, lambda: drum._motion is not None and drum._motion.braking(cab.now_us), 2_000)
    cab.jam_reel(1)
    cab.run(ms=6_000)
    found = always.broken()
    cab.jam_reel(1, False)
    attend(cab, 600)
    cab.run(ms=7_000)
    found += always.broken()
    cab.damage("reel_slip", number=2, steps=20)
    found += always.broken()
    cab.run(ms=1_500)
    found += always.broken()
    attend(cab, 600)
    cab.run(ms=2_000)
    cab.power_off()
    cab.damage("reel_slip", number=3, steps=20)
    cab.power_on()
    for _ in range(12):
        cab.run(ms=500)
        found += always.broken()
    return found


def with_drums() -> list[str]:
    return [name for name in model_names() if (model := load_model(name)).motor_steps and not model.link]


@pytest.mark.parametrize("name", with_drums())
def test_all_of_it_holds_of_every_machine_with_drums(name: str) -> None:
    assert weathered(name) == []


def test_a_machine_has_a_second_to_look_at_a_drum_that_was_moved() -> None:
    cab, always = watched("cierzo")
    cab.damage("reel_slip", number=1, steps=20)
    for _ in range(20):
        cab.run(ms=100)
        assert always.broken() == []
    assert cab.tilt == "reel_1"


def test_nobody_can_know_of_a_drum_whose_encoder_is_dead_until_it_turns() -> None:
    """Then it must be found like any other."""
    cab, always = watched("cierzo")
    cab.damage("reel_encoder_dead", number=1)
    cab.damage("reel_slip", number=1, steps=20)
    cab.run(ms=3_000)
    assert (always.broken(), cab.tilt) == ([], "")
    cab.press("start")
    run_until(cab, lambda: cab.tilt == "reel_1", 6_000, 10)
    cab.mend("reel_encoder_dead")
    attend(cab, 600)
    run_until(cab, lambda: record(cab)["phase"] == 0, 8_000, 10)
    assert always.broken() == []
    cab.damage("reel_slip", number=1, steps=20)
    cab.run(ms=2_000)
    assert cab.tilt == "reel_1"


@pytest.mark.parametrize("act", ["clear", "test"])
def test_service_may_clear_a_play_and_turn_the_drums(act: str) -> None:
    """Neither is an award, and the drums show the committed stops when it is over."""
    cab, always = watched("cierzo")
    cab.press("start")
    cab.run(ms=900 if act == "clear" else 6_000)
    SERVICE[act](cab)
    found = always.broken()
    cab.close_door("logic")
    cab.close_door()
    cab.run(ms=500)
    for name, on in (("operator", False), ("service", False), ("service", True), ("service", False)):
        cab.turn_key(name, on)
        cab.run(ms=300)
    for _ in range(12):
        cab.run(ms=500)
        found += always.broken()
    assert found == [] and cab.tilt == ""


def _clear(cab: Cabinet) -> None:
    cab.open_door()
    cab.open_door("logic")
    cab.run(ms=500)
    for name in ("operator", "service"):
        cab.turn_key(name)
        cab.run(ms=300)
    _page(cab, "BORRADO")
    cab.down("start")
    cab.run(ms=6_000)
    cab.up("start")
    assert record(cab)["ram_clears"] == 1


def _test(cab: Cabinet) -> None:
    cab.open_door()
    cab.run(ms=500)
    cab.turn_key("service")
    cab.run(ms=300)
    _page(cab, "PROBAR RODILLOS")
    cab.press("hold_2", ms=50)
    cab.run(ms=200)
    cab.press("start", ms=50)
    cab.run(ms=5_000)
    assert "BIEN" in cab.display.message


SERVICE: dict[str, Callable[[Cabinet], None]] = {"clear": _clear, "test": _test}


def _page(cab: Cabinet, title: str) -> None:
    """Go down the menu to a page and into it."""
    for _ in range(30):
        if title in cab.display.message:
            break
        cab.press("hold_2", ms=50)
        cab.run(ms=200)
    assert title in cab.display.message
    cab.press("hold_3", ms=50)
    cab.run(ms=200)
