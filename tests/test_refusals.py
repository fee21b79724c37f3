# SPDX-License-Identifier: MIT
"""A coin that comes back has a reason, and it is the true one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from emulator import Cabinet
from emulator.cabinet import refusals
from emulator.i18n import LANGUAGES, translator
from emulator.panel.refused import words

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
    top = small.settings()["MAX_INSERT_CENTS"]
    assert all(cents <= top for cents in small.coins_cents), "too_large is for models of stricter profiles"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_words(language: str) -> None:
    said = [words(why, translator(language)) for why in refusals.REASONS]
    assert len(set(said)) == len(refusals.REASONS)


def test_a_reason_that_is_mixed_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = refusals.reason
    swapped = {"full": "paying", "paying": "full", "door": "tilt", "link": "change"}

    def reason(*arguments: Any, **more: Any) -> str:
        found = honest(*arguments, **more)
        return swapped.get(found, found)

    monkeypatch.setattr(refusals, "reason", reason)
    for why in swapped:
        with pytest.raises(AssertionError):
            test_a_coin_that_comes_back_has_its_reason(why)
