# SPDX-License-Identifier: MIT
"""Models of type A: what skill may earn under each profile, and nothing that is drawn."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from machines.model import (
    MODELS_FOLDER,
    ModelError,
    SkillModel,
    WrongTypeError,
    load_model,
    need_drawn,
    read_model,
)
from machines.par.sheet import par_sheet
from machines.rules import load_profile
from machines.types.skill.limits import skill_limits_of

COMETA = tomllib.loads((MODELS_FOLDER / "cometa.toml").read_text(encoding="utf-8"))


def cometa() -> SkillModel:
    model = load_model("cometa")
    assert isinstance(model, SkillModel)
    return model


def problems(change: Callable[[dict[str, Any]], None], profile: str | None = None) -> list[str]:
    """What is said of cometa with one thing changed."""
    raw = copy.deepcopy(COMETA)
    change(raw)
    try:
        read_model(raw, profile=profile)
    except ModelError as error:
        return [str(problem) for problem in error.problems]
    return []


def nothing(raw: dict[str, Any]) -> None:
    """Leave the model as it ships."""


def test_cometa_is_a_game_of_skill_with_tickets_where_the_profile_has_them() -> None:
    model = cometa()
    assert (model.type, model.price_cents, model.prices_cents) == ("A", 50, (50, 100))
    assert model.profile.id == "es-ar-2002"
    assert model.tickets == 2_000
    settings = model.settings()
    title, kind, awards, *_, rules = settings["GAMES"][0]
    assert (title, kind, rules[0]) == ("COMETA", "stopper", (1600, 1280, 960, 800, 640))
    assert awards == ((120, "tickets", 2), (200, "play", 1), (300, "refund", 1), (400, "tickets", 10))


def test_what_skill_may_earn_is_a_matter_of_the_profile() -> None:
    assert skill_limits_of(load_profile("es-ar-2002")).gives == ("play", "refund", "tickets")
    assert skill_limits_of(load_profile("es-rd2110-2001")).gives == ("play",)


def test_the_national_text_allows_further_plays_and_nothing_else() -> None:
    """RD 2110/1998 art. 4.1 and 4.2 (A-01, A-02)."""
    told = problems(nothing, "es-rd2110-2001")
    awards, texts = [f"awards[{i}].gives" for i in (0, 2, 3)], ["texts.price.es", "texts.price.en"]
    assert [line.split(":")[0] for line in told] == awards + texts
    assert all("A-01, RD 2110/1998 art. 4.1" in line for line in told)
    national = load_model("cometa_nacional")
    assert isinstance(national, SkillModel)
    assert national.profile.id == "es-rd2110-2001"
    assert [row.gives for row in national.games[0].awards or ()] == ["play"]
    assert (national.tickets, national.most_value_cents) == (None, 0)
    # The game itself is the same one.
    assert national.games[0].stopper == cometa().games[0].stopper
    assert national.prices_cents == cometa().prices_cents


def test_tickets_are_worth_no_more_than_the_price_of_the_play() -> None:
    """Decreto 159/2002 art. 5.2.a (A-03): objects worth no more than the plays needed to earn them."""
    assert cometa().most_value_cents == 50 == min(cometa().prices_cents)

    def dear(raw: dict[str, Any]) -> None:
        raw["tickets"]["value_cents"] = 6

    def cheap(raw: dict[str, Any]) -> None:
        raw["prices_cents"] = [40, 50, 100]

    assert len(problems(dear)) == len(problems(cheap)) == 1
    assert "A-03" in problems(dear)[0]


def test_further_plays_end_some_time() -> None:
    def endless(raw: dict[str, Any]) -> None:
        raw["extra_plays_max"] = 0

    def idle(raw: dict[str, Any]) -> None:
        raw["awards"] = [row for row in raw["awards"] if row["gives"] != "play"]
        rules = raw["texts"]["rules"]
        rules["es"] = rules["es"].replace(" 200: otra jugada;", "")
        rules["en"] = rules["en"].replace(" 200: one play more;", "")

    assert [line.split(":")[0] for line in problems(endless)] == ["extra_plays_max"]
    assert [line.split(":")[0] for line in problems(idle)] == ["extra_plays_max"]


def test_a_press_anywhere_must_not_score() -> None:
    def wide(raw: dict[str, Any]) -> None:
        raw["stopper"]["zones"][-1]["within_ms"] = 160

    told = problems(wide)
    assert [line.split(":")[0] for line in told] == ["stopper.laps_ms[4]"]


@pytest.mark.parametrize(
    ("cents", "credits_max_cents", "told"),
    [
        (500, None, []),
        (700, None, ["must be one of 500, 1000"]),
        (2_000, None, ["must be at most 10.00 EUR"]),
        (500, 400, ["must be at most 4.00 EUR"]),
        (2_000, 2_000, []),
    ],
)
def test_a_note_is_one_of_the_euro_and_fits_the_credits(
    cents: int, credits_max_cents: int | None, told: list[str]
) -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["money"]["note_cents"] = cents
        if credits_max_cents is not None:
            raw["money"]["credits_max_cents"] = credits_max_cents

    found = problems(change)
    assert [line for line in found if "money.note_cents" not in line] == []
    assert len(found) == len(told) and all(part in line for part, line in zip(told, found, strict=True)), (
        found
    )


def test_whoever_needs_a_payout_says_why_there_is_none() -> None:
    with pytest.raises(WrongTypeError, match=r"type B or C, whose plays are drawn \(got cometa, type A\)"):
        need_drawn(cometa(), "a link needs")
    assert "rtp" not in par_sheet(cometa())
    assert need_drawn(load_model("cierzo"), "this").name == "cierzo"


def test_the_digest_knows_all_that_decides_a_play() -> None:
    raw = copy.deepcopy(COMETA)
    raw["stopper"]["zones"][0]["within_ms"] = 3
    other = read_model(raw)
    assert isinstance(other, SkillModel)
    assert other.tables.digest != cometa().tables.digest
    again = read_model(copy.deepcopy(COMETA))
    assert isinstance(again, SkillModel)
    assert again.tables.digest == cometa().tables.digest


def test_the_hoppers_can_give_a_price_back() -> None:
    """Hoppers pay a coin of 0.50 EUR and its change of 0.20 EUR, but no price of 0.30 EUR."""

    def other_coins(raw: dict[str, Any]) -> None:
        raw.update(price_cents=30, prices_cents=[30])
        raw["money"].update(coins_cents=[50], credits_max_cents=50)
        raw["hoppers"][0]["cents"], raw["hoppers"][1]["cents"] = 20, 50

    (said,) = [problem for problem in problems(other_coins) if problem.startswith("hoppers:")]
    assert said.startswith("hoppers: must pay what is given back, such as 0.30 EUR")
