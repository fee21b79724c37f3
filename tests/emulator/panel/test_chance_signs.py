# SPDX-License-Identifier: MIT
"""Type C calls the staff, lights accepted coins and sounds where the law asks for it (C-14, C-15, C-16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from emulator import Cabinet
from machines.rom.program import build_rom

# The first play of a machine with this seed wins 60.00.
WINS = "d8"


def cabinet(sources: Mapping[str, str] | None = None, **options: Any) -> Cabinet:
    cab = Cabinet(
        "moncayo", purse={200: 20}, firmware=sources, trust_firmware=True, **{"seed": "00", **options}
    )
    cab.run(ms=4_500)
    return cab


def press(cab: Cabinet, name: str, ms: int = 300) -> None:
    cab.press(name)
    cab.run(ms=ms)


def key(cab: Cabinet, name: str, on: bool) -> None:
    cab.turn_key(name, on)
    cab.run(ms=600)


def changes(cab: Cabinet) -> list[tuple[int, str, bool]]:
    """(ms, lamp or "buzzer", on) of all that changes from now on."""
    seen: list[tuple[int, str, bool]] = []

    def hear(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in ("lamp", "buzzer"):
            seen.append((t_us // 1000, str(fields.get("name", kind)), bool(fields["on"])))

    cab.listen(hear)
    return seen


def accepts(make: Callable[..., Cabinet]) -> None:
    """C-16: an accepted coin is shown for a second, a refused one is not."""
    cab = make()
    seen = changes(cab)
    cab.insert(200)
    cab.run(ms=3_000)
    lit = [(ms, on) for ms, name, on in seen if name == "accept"]
    assert [on for _, on in lit] == [True, False]
    assert lit[1][0] - lit[0][0] == 1_000
    cab.open_door()
    cab.run(ms=500)
    seen.clear()
    cab.insert(200)
    cab.run(ms=2_000)
    assert cab.tray_cents == 200 and "accept" not in [name for _, name, _ in seen]


def calls(make: Callable[..., Cabinet]) -> None:
    """C-16: the button calls the staff with a light of its own and the one on top, until it is answered."""
    cab = make()
    press(cab, "reserve")
    assert cab.lamps["reserve"] and cab.lamps["tower"]
    assert "PERSONAL AVISADO" in cab.display.message
    cab.run(ms=60_000)
    assert cab.lamps["reserve"] and cab.lamps["tower"]
    press(cab, "reserve")
    assert not cab.lamps["reserve"] and not cab.lamps["tower"]
    press(cab, "reserve")
    key(cab, "operator", True)
    assert not cab.lamps["reserve"]
    key(cab, "operator", False)
    assert not cab.lamps["reserve"]


def sounds(make: Callable[..., Cabinet]) -> None:
    """C-15: light and sound at every opening, of whatever door."""
    for door in ("main", "box", "logic"):
        cab = make()
        seen = changes(cab)
        began = cab.now_ms
        cab.open_door(door)
        cab.run(ms=700)
        assert cab.lamps["tower"] and cab.sounding, door
        assert {name for ms, name, on in seen if on and ms <= began + 600} >= {"tower", "buzzer"}
        cab.run(ms=2_000)
        assert cab.lamps["tower"] and not cab.sounding, "the light stays, the sound ends"


def hand_pay(make: Callable[..., Cabinet]) -> None:
    """C-14: it sounds, on and off, for as long as the staff has not paid."""
    cab = make(hoppers={100: 7}, seed=WINS)
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=700)
    press(cab, "start", 12_000)
    assert cab.tilt == "handpay" and cab.lamps["tower"]
    seen = changes(cab)
    cab.run(ms=10_000)
    beats = [on for _, name, on in seen if name == "buzzer"]
    assert len(beats) == 20 and beats[::2] == [not on for on in beats[1::2]]
    key(cab, "operator", True)
    key(cab, "operator", False)
    cab.run(ms=1_600)
    seen.clear()
    cab.run(ms=5_000)
    assert cab.tilt == "" and not cab.lamps["tower"] and not seen


def called_in_need(make: Callable[..., Cabinet]) -> None:
    """C-16: the staff can be called when it is needed most: when the machine has stopped."""
    cab = make()
    cab.unplug("plays")
    cab.run(ms=2_000)
    assert cab.tilt == "meter"
    press(cab, "reserve")
    assert cab.lamps["reserve"]


CHECKS = (accepts, calls, sounds, hand_pay, called_in_need)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_signs_are_those_of_the_law(check: Callable[[Callable[..., Cabinet]], None]) -> None:
    check(cabinet)


MUTANTS = {
    "no_accept_light": (accepts, "credit", "    call.accepted(state)\n", ""),
    "accept_light_stays": (accepts, "call", "ACCEPT_MS = 1_000", "ACCEPT_MS = 9_000"),
    "call_without_the_top_light": (calls, "call", "LAMP_RESERVE | LAMP_TOWER if", "LAMP_RESERVE if"),
    "call_ends_by_the_key_only": (calls, "call", "not state.calling\n        return", "True\n        return"),
    "key_does_not_answer": (calls, "call", "state.keys > 0 and", "False and"),
    "doors_are_silent": (sounds, "call", "state.now_ms < state.alarm_until_ms", "False"),
    "box_without_light": (sounds, "lamps", "or state.box_open", ""),
    "hand_pay_is_silent": (hand_pay, "call", 'state.tilt != "handpay"', "state.tilt"),
    "no_call_in_a_fault": (called_in_need, "call", "state.menu_lamps >= 0", "state.tilt"),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_firmware_that_errs_in_a_sign_is_noticed(name: str) -> None:
    check, module, old, new = MUTANTS[name]
    sources = dict(build_rom(cabinet().model).sources)
    assert sources[module].count(old) == 1, name
    sources[module] = sources[module].replace(old, new)
    with pytest.raises(AssertionError):
        check(lambda **options: cabinet(sources, **options))


def test_signs_work_on_micropython() -> None:
    calls(lambda **options: cabinet(runtime="micropython", **options))


def test_the_menu_lights_every_lamp_and_sounds() -> None:
    """The accept light and the buzzer are tested as every lamp is; the call button is a button there."""
    cab = cabinet()
    cab.open_door()
    key(cab, "service", True)
    while "PROBAR LUCES" not in cab.display.message:
        press(cab, "hold_2")
    press(cab, "start")
    # It has neither gamble nor bets, so that there is no button DOUBLE.
    fitted = sorted(set(cab.lamps) - {"double"})
    assert sorted(name for name, on in cab.lamps.items() if on) == fitted and cab.sounding
    shown = []
    for _ in range(len(fitted) + 1):
        press(cab, "hold_2")
        shown += [name for name, on in cab.lamps.items() if on] + ["buzzer"] * cab.sounding
    assert sorted(shown) == sorted([*fitted, "buzzer"])
    assert "ZUMBADOR" in cab.display.message
    press(cab, "reserve")
    assert not cab.lamps["reserve"]
