# SPDX-License-Identifier: MIT
"""The attendant who comes by himself: to a machine that stands still, and to no other."""

from __future__ import annotations

import pytest

from emulator.cabinet import Cabinet
from emulator.kiosk.house import House


def served(cabinet: Cabinet, seconds: int, after_s: float = 5) -> House:
    """A kiosk's loop, a picture a second."""
    house = House(cabinet, after_s)
    for second in range(seconds):
        house.look(float(second))
        cabinet.run(ms=1_000)
    return house


@pytest.fixture
def cabinet() -> Cabinet:
    found = Cabinet("cierzo", seed="00")
    found.run(ms=5_000)
    return found


def test_a_machine_that_is_well_is_left_alone(cabinet: Cabinet) -> None:
    assert served(cabinet, 60).came == 0


def test_a_tilt_is_cleared(cabinet: Cabinet) -> None:
    cabinet.damage("coin_jam")
    cabinet.insert(100)
    cabinet.run(ms=3_000)
    assert cabinet.tilt == "coin"
    cabinet.mend("coin_jam")
    assert served(cabinet, 30).came == 1
    assert not cabinet.tilt and not any(cabinet.doors.values()) and not any(cabinet.keys.values())


def test_change_comes_before_it_is_gone() -> None:
    cabinet = Cabinet("cierzo", seed="00", hoppers={10: 20, 100: 10})
    cabinet.run(ms=5_000)
    assert "SIN CAMBIO" in cabinet.display.message
    served(cabinet, 40)
    assert "SIN CAMBIO" not in cabinet.display.message
    assert not House(cabinet, 5).needed()
    cabinet.ledger.audit()


def test_a_hopper_that_failed_is_tried_again(cabinet: Cabinet) -> None:
    cabinet.damage("hopper_jam", cents=100)
    for _ in range(3):
        cabinet.insert(100)
        cabinet.run(ms=1_000)
    cabinet.press("collect")
    cabinet.run(ms=20_000)
    assert any((cabinet.machine.record() or {})["hopper_failed"])
    cabinet.mend("hopper_jam")
    served(cabinet, 40)
    assert not any((cabinet.machine.record() or {})["hopper_failed"]) and not cabinet.tilt


def test_nobody_comes_where_nobody_shall(cabinet: Cabinet) -> None:
    cabinet.power_off()
    assert served(cabinet, 30, after_s=0).came == 0 and not cabinet.powered
    assert served(cabinet, 30).came == 1 and cabinet.powered
