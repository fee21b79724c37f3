# SPDX-License-Identifier: MIT
"""Type C calls the staff, lights accepted coins and sounds where the law asks for it (C-14, C-15, C-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator import Cabinet

# The first play of a machine with this seed wins 60.00.
WINS = "d8"


def cabinet(**options: Any) -> Cabinet:
    cab = Cabinet("moncayo", purse={200: 20}, **{"seed": "00", **options})
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


def test_an_accepted_coin_is_shown_for_a_second() -> None:
    """C-16: an accepted coin is shown for a second, a refused one is not."""
    cab = cabinet()
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


def test_the_button_calls_the_staff(**options: Any) -> None:
    """C-16: the button calls the staff with a light of its own and the one on top, until it is answered."""
    cab = cabinet(**options)
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


def test_every_opening_is_lit_and_sounds() -> None:
    """C-15: light and sound at every opening, of whatever door."""
    for door in ("main", "box", "logic"):
        cab = cabinet()
        seen = changes(cab)
        began = cab.now_ms
        cab.open_door(door)
        cab.run(ms=700)
        assert cab.lamps["tower"] and cab.sounding, door
        assert {name for ms, name, on in seen if on and ms <= began + 600} >= {"tower", "buzzer"}
        cab.run(ms=2_000)
        assert cab.lamps["tower"] and not cab.sounding, "the light stays, the sound ends"


def test_a_hand_pay_sounds_until_it_is_paid() -> None:
    """C-14: it sounds, on and off, for as long as the staff has not paid."""
    cab = cabinet(hoppers={100: 7}, seed=WINS)
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


def test_a_stopped_machine_calls_the_staff() -> None:
    """C-16: the staff can be called when it is needed most: when the machine has stopped."""
    cab = cabinet()
    cab.unplug("plays")
    cab.run(ms=2_000)
    assert cab.tilt == "meter"
    press(cab, "reserve")
    assert cab.lamps["reserve"]


def test_signs_work_on_micropython() -> None:
    test_the_button_calls_the_staff(runtime="micropython")


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
