# SPDX-License-Identifier: MIT
"""A coin or a note that comes back has a reason, and it is the true one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import note_rig
import pytest

from emulator import Cabinet
from emulator.cabinet import refusals
from emulator.devices.note_acceptor import IN, NoteAcceptor
from emulator.panel.machine.parts.refused import Refusal, words
from machines.firmware import nvram
from machines.support.languages import languages, translator

RICH = {10: 20, 20: 20, 50: 20, 100: 20, 200: 40}


def came_back(cab: Cabinet, *coins: int, apart_ms: int = 800, slug: bool = False) -> list[str]:
    """Insert coins, or a disc of metal; why each of those came back that did."""
    found: list[str] = []

    def heard(kind: str, t_us: int, fields: Any) -> None:
        if kind == "coin_returned":
            found.append(fields["why"])

    cab.listen(heard)
    if slug:
        cab.damage("slug")
    for cents in coins:
        cab.insert(cents)
        cab.run(ms=apart_ms)
    cab.run(ms=800)
    return found


def full(cab: Cabinet) -> list[str]:
    return came_back(cab, *[200] * 12, apart_ms=320)


def dead(cab: Cabinet) -> list[str]:
    cab.power_off()
    return came_back(cab, 100)


def open_(cab: Cabinet) -> list[str]:
    cab.open_door()
    cab.run(ms=200)
    return came_back(cab, 100)


def tilted(cab: Cabinet) -> list[str]:
    cab.unplug("plays")
    cab.run(ms=500)
    assert cab.tilt == "meter"
    return came_back(cab, 100)


def logic(cab: Cabinet) -> list[str]:
    for step in (cab.open_door, cab.close_door):
        step("main")
        step("logic")
        cab.run(ms=500)
    return came_back(cab, 100)


def paying(cab: Cabinet) -> list[str]:
    came_back(cab, *[200] * 4)
    for _ in range(3):
        cab.press("collect")
        cab.run(ms=150)
    return came_back(cab, 100)


def jammed(cab: Cabinet) -> list[str]:
    cab.damage("coin_jam")
    came_back(cab, 100)
    return came_back(cab, 100)[:1]


CASES: dict[str, tuple[str, Callable[[Cabinet], list[str]]]] = {
    "unknown": ("moncayo", lambda cab: came_back(cab, 50)),
    "close": ("cierzo", lambda cab: came_back(cab, 100, 100, apart_ms=60)),
    "full": ("cierzo", lambda cab: list(dict.fromkeys(full(cab)))[:1]),
    "power": ("cierzo", dead),
    "door": ("cierzo", open_),
    "logic": ("cierzo", logic),
    "tilt": ("cierzo", tilted),
    "paying": ("verbena", paying),
    "link": ("bochorno", lambda cab: came_back(cab, 100)),
    "jam": ("cierzo", jammed),
    "slug": ("cierzo", lambda cab: came_back(cab, slug=True)),
}


@pytest.mark.parametrize("why", CASES)
def test_a_coin_that_comes_back_has_its_reason(why: str) -> None:
    model, case = CASES[why]
    cab = Cabinet(model, seed="00", purse=RICH)
    cab.run(ms=9_000)
    assert case(cab) == [why]


def test_while_the_machine_starts_it_takes_nothing() -> None:
    assert came_back(Cabinet("cierzo", seed="00", purse=RICH), 100) == ["closed"]


def test_a_machine_that_could_not_give_back_says_that_change_is_missing() -> None:
    cab = Cabinet("cierzo", seed="00", purse=RICH, hoppers={10: 3, 100: 3})
    cab.run(ms=9_000)
    assert came_back(cab, 200) == ["change"]


def offered(cab: Cabinet, cents: int = 500, fault: str = "") -> list[tuple[str, str]]:
    """Offer a note; (what became of it, why) of each that was not taken."""
    found: list[tuple[str, str]] = []

    def heard(kind: str, t_us: int, fields: Any) -> None:
        if kind in ("note_refused", "note_returned"):
            assert fields["cents"] == cents
            found.append((kind, fields["why"]))

    cab.listen(heard)
    if fault:
        cab.damage(fault)
    held = cab.wallet
    cab.insert_note(cents)
    cab.run(ms=2_500)
    assert cab.wallet == held or fault == "note_jam"
    return found


def note_dead(cab: Cabinet) -> list[tuple[str, str]]:
    cab.power_off()
    return offered(cab)


def note_open(cab: Cabinet) -> list[tuple[str, str]]:
    cab.open_door()
    cab.run(ms=200)
    return offered(cab)


def note_half_in(cab: Cabinet) -> list[tuple[str, str]]:
    """The door opens while it is drawn in: it goes back out of escrow."""
    found: list[tuple[str, str]] = []
    cab.listen(lambda kind, t_us, fields: found.append((kind, fields["why"])) if "why" in fields else None)
    cab.insert_note(500)
    cab.run(ms=500)
    cab.open_door()
    cab.run(ms=2_500)
    return found


def note_cut(cab: Cabinet) -> list[tuple[str, str]]:
    """The power goes while it is drawn in: it is driven out before anything else is done."""
    found: list[tuple[str, str]] = []
    cab.listen(lambda kind, t_us, fields: found.append((kind, fields["why"])) if "why" in fields else None)
    cab.insert_note(500)
    cab.run(ms=500)
    cab.power_off()
    cab.run(ms=500)
    cab.power_on()
    cab.run(ms=400)
    # Cut once more on its way out: nothing new is told.
    cab.power_off()
    cab.power_on()
    cab.run(ms=2_500)
    return found


def note_stuck(cab: Cabinet) -> list[tuple[str, str]]:
    cab.damage("note_jam", name="mouth")
    cab.insert_note(500)
    cab.run(ms=3_000)
    return offered(cab)


def note_after_note(cab: Cabinet) -> list[tuple[str, str]]:
    cab.insert_note(500)
    found: list[tuple[str, str]] = []
    cab.listen(lambda kind, t_us, fields: found.append((kind, fields["why"])) if "why" in fields else None)
    cab.run(ms=200)
    assert not cab.insert_note(500)
    return found


def without_change(cab: Cabinet) -> list[tuple[str, str]]:
    cab.insert(10)
    cab.run(ms=800)
    return offered(cab)


NOTE_CASES: dict[str, tuple[dict[str, Any], str, Callable[[Cabinet], list[tuple[str, str]]]]] = {
    "unknown": ({}, "note_returned", lambda cab: offered(cab, 1_000)),
    "slug": ({}, "note_returned", lambda cab: offered(cab, fault="note_forged")),
    "full": ({"credits_cents": 400, "reserve_cents": 310}, "note_refused", offered),
    "change": ({"hoppers": {10: 30, 100: 81}}, "note_refused", without_change),
    "power": ({}, "note_refused", note_dead),
    "door": ({}, "note_refused", note_open),
    "box": ({}, "note_refused", lambda cab: offered(cab, fault="note_box_full")),
    "jam": ({}, "note_refused", note_stuck),
    "close": ({}, "note_refused", note_after_note),
}


@pytest.mark.parametrize("wiring", note_rig.WIRINGS)
@pytest.mark.parametrize("why", NOTE_CASES)
def test_a_note_that_is_not_taken_has_its_reason(why: str, wiring: str) -> None:
    fields, kind, case = NOTE_CASES[why]
    assert case(note_rig.machine(wiring, **fields)) == [(kind, why)]


@pytest.mark.parametrize("wiring", note_rig.WIRINGS)
def test_a_note_that_went_in_comes_back_with_its_reason_once(wiring: str) -> None:
    assert note_half_in(note_rig.machine(wiring)) == [("note_returned", "door")]
    assert note_cut(note_rig.machine(wiring)) == [("note_returned", "power")]


@pytest.mark.parametrize("wiring", note_rig.WIRINGS)
def test_while_the_machine_starts_it_takes_no_note(wiring: str) -> None:
    assert offered(note_rig.machine(wiring, ready_ms=200)) == [("note_refused", "closed")]


def record(**changed: Any) -> dict[str, Any]:
    usual: dict[str, Any] = dict.fromkeys(
        ("logic", "card_stage", "credits_cents", "reserve_cents", "note_stage", "phase"), 0
    )
    return {**usual, "tilt": "", "queue_cents": (0, 0, 0), **changed}


def test_what_only_the_books_tell() -> None:
    model = Cabinet("moncayo", seed="00").model
    for books, why in (
        (None, "tilt"),
        (record(card_stage=1), "card"),
        (record(queue_cents=(600, 0, 0)), "paying"),
        (record(), "closed"),
    ):
        assert refusals.reason(model, books, 100, door_open=False) == why
    small = Cabinet("cierzo", seed="00").model
    assert (
        refusals.reason(small, record(note_stage=nvram.NOTE_BOOKED), 500, note=True, door_open=False)
        == "close"
    )
    top = small.settings()["MAX_INSERT_CENTS"]
    assert all(cents <= top for cents in small.coins_cents), "too_large is for models of stricter profiles"


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_its_words(language: str) -> None:
    told = [Refusal(why) for why in refusals.REASONS]
    told += [Refusal(why, True) for why in refusals.NOTE_REASONS]
    assert len({words(refusal, translator(language)) for refusal in told}) == len(told)


def test_a_reason_that_is_mixed_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = refusals.reason
    swapped = {"full": "paying", "paying": "full", "door": "tilt", "link": "change", "unknown": "closed"}

    def reason(*arguments: Any, **more: Any) -> str:
        found = honest(*arguments, **more)
        return swapped.get(found, found)

    monkeypatch.setattr(refusals, "reason", reason)
    for why in swapped:
        with pytest.raises(AssertionError):
            test_a_coin_that_comes_back_has_its_reason(why)
    for why in ("full", "door"):
        for wiring in note_rig.WIRINGS:
            with pytest.raises(AssertionError):
                test_a_note_that_is_not_taken_has_its_reason(why, wiring)


class _Mute(NoteAcceptor):
    """Leaves every reason to the books."""

    def _why_closed(self) -> str:
        return ""


class _Twice(NoteAcceptor):
    """Tells once more of a note that is on its way out already."""

    def _turn_back(self, note: list[int], why: str) -> None:
        note[2] = IN
        super()._turn_back(note, why)


@pytest.mark.parametrize("wiring", note_rig.WIRINGS)
def test_an_acceptor_that_names_a_wrong_reason_is_noticed(
    wiring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.cabinet.mechanisms.NoteAcceptor", _Mute)
    for why in ("power", "box", "jam"):
        with pytest.raises(AssertionError):
            test_a_note_that_is_not_taken_has_its_reason(why, wiring)
    monkeypatch.setattr("emulator.cabinet.mechanisms.NoteAcceptor", _Twice)
    with pytest.raises(AssertionError):
        test_a_note_that_went_in_comes_back_with_its_reason_once(wiring)
