# SPDX-License-Identifier: MIT
"""The documentary checks: what ships is complete, a front or a plan with one thing wrong is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from exam_common import MACHINES, at_work, examined, must_hold, refused
from soon import soon, spared

from emulator.lab.checks import front, odds
from emulator.lab.exam.finding import Findings, Grade
from machines.model import Model, load_model, model_names
from machines.types.common.base import Model as AnyModel

DRAWN = [name for name in model_names() if load_model(name).type != "A"]


@pytest.mark.parametrize("machine", soon([*MACHINES, "verbena", "bochorno"], "cierzo", "moncayo", "verbena"))
def test_the_front_of_a_machine_that_ships_is_complete(machine: str, tmp_path: Path) -> None:
    """B-29, C-21, C-22, S-03, S-04, S-06, K-21, A-06; plates and pictures are left to a person."""
    found = examined("front", machine, tmp_path)
    must_hold(found, "K-21")
    assert found["K-19"].grade == Grade.NO_EXAMINADO
    model = load_model(machine)
    rows = {"A": {"A-06", "A-07"}, "B": {"B-29", "G-20"}, "C": {"C-21", "C-22", "G-20"}}[model.type]
    assert rows <= found.keys()
    assert ({"S-03", "S-04", "S-06"} <= found.keys()) == model.special


@pytest.mark.parametrize(
    ("machine", "text", "instead", "row"),
    [
        spared(("cierzo", "rules", "", "B-29")),
        ("cierzo", "minimum_payout", "Devuelve el 74 %", "B-29"),
        ("cierzo", "minors", "Prohibido a menores de 16 años", "B-29"),
        spared(("cierzo", "addiction", "", "B-29")),
        spared(("monegros", "special", "Máquina para salones", "S-06")),
        spared(("moncayo", "bets", "Una jugada: 5,00 €, mínima. Monedas de 1 y 2 €.", "C-21")),
        ("moncayo", "bets", "Una jugada: 6,00 €, apuesta mínima.", "C-21"),
        spared(("moncayo", "minors", "", "C-22")),
        ("cometa", "rules", " ", "K-21"),
        spared(("moncayo_tarjeta", "bets", "Una jugada: 6,00 €, apuesta mínima.", "C-21")),
    ],
)
def test_a_front_without_what_the_law_wants_is_refused(
    machine: str, text: str, instead: str, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One text altered: its row turns red."""
    exam = at_work("front", machine, tmp_path)
    texts = {**exam.model.texts, "es": {**exam.model.texts["es"], text: instead}}
    monkeypatch.setattr(AnyModel, "texts", texts)
    assert row in refused(front.examine(exam).rows)


def test_a_special_machine_must_have_a_name_of_its_own_and_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S-03, S-04: the name of an ordinary machine, and a link."""
    exam = at_work("front", "monegros", tmp_path)
    renamed = replace(exam.model, title="Cierzo")
    monkeypatch.setattr(type(exam), "model", renamed)
    assert refused(front.examine(exam).rows) == {"S-04"}
    monkeypatch.setattr(AnyModel, "link", load_model("bochorno").link)
    assert refused(front.examine(exam).rows) == {"S-03", "S-04"}


def test_a_prize_that_is_not_printed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B-29, G-20: a row of the plan is missing on the table."""
    exam = at_work("front", "cierzo", tmp_path)
    monkeypatch.setattr(type(exam), "model", replace(exam.model, paytable=exam.model.paytable[1:]))
    assert refused(front.examine(exam).rows) == {"B-29", "G-20"}


def test_games_without_names_of_their_own_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A-06: two games of one name."""
    exam = at_work("front", "verbena", tmp_path)
    first, second = exam.model.games
    monkeypatch.setattr(type(exam.model), "games", (first, replace(second, title=first.title)))
    assert refused(front.examine(exam).rows) == {"A-06"}


@pytest.mark.parametrize(
    "machine", soon(DRAWN, *[name for name in DRAWN if name in MACHINES and name != "monegros"])
)
def test_the_odds_of_a_machine_that_ships_hold(machine: str, tmp_path: Path) -> None:
    """G-17, G-18, G-21; C-05 to C-08 and G-19 where there is a pot, a feature or a gamble."""
    found = examined("odds", machine, tmp_path)
    must_hold(found, "G-17", "G-18", "G-21")
    assert (found["G-19"].grade == Grade.CONFORME) == (machine in ("galacho", "aneto"))


SHEET: dict[str, Any] = {
    "rtp": "81/100",
    "contributions": [{"feature": "lines", "row": "top", "times_per_play": "1/1000"}],
    "gamble": {"odds": "1/2"},
    "jackpots": [
        {
            "name": "p",
            "hit": "combination",
            "contribution": "1/100",
            "rtp": "1/100",
            "mean_plays_to_hit_high": "9/1",
        }
    ],
}


@pytest.mark.parametrize(
    ("key", "instead", "rows"),
    [
        ("rtp", "79/100", {"G-17", "C-07"}),
        ("contributions", [{"feature": "lines", "row": "top", "times_per_play": "1/100000001"}], {"G-18"}),
        ("contributions", [{"feature": "lines", "row": "top", "times_per_play": "0/1"}], {"G-18"}),
        ("gamble", {"odds": "49/100"}, {"G-19"}),
        ("jackpots", [{**SHEET["jackpots"][0], "contribution": "0/1"}], {"C-05"}),
        ("jackpots", [{**SHEET["jackpots"][0], "mean_plays_to_hit_high": "100000001/1"}], {"G-18"}),
    ],
)
def test_a_plan_beyond_a_limit_is_refused(
    key: str, instead: Any, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One figure of the sheet beyond its limit, on a machine that has pots and a gamble."""
    for sheet, expected in ((SHEET, set()), ({**SHEET, key: instead}, rows)):
        monkeypatch.setattr(odds, "par_sheet", lambda model, bet=None, sheet=sheet: sheet)
        assert refused(odds.examine(at_work("odds", "aneto", tmp_path)).rows) == expected


def test_the_limit_of_rare_awards_is_met_at_it(tmp_path: Path) -> None:
    """G-18: once in 100 million games is allowed."""
    found = Findings()
    odds._rarest(found, [("top", Fraction(100_000_000))])
    assert found.rows["G-18"].grade == Grade.CONFORME


def test_a_new_machine_that_shows_its_largest_prize_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-21: the reels stand on three winds."""

    def top(model: Model, stops: tuple[int, ...]) -> int:
        return model.largest_prize_cents

    monkeypatch.setattr(odds, "_shown_cents", top)
    assert refused(examined("odds", "cierzo", tmp_path)) == {"G-21"}
    model = load_model("cierzo")
    monkeypatch.undo()
    assert odds._shown_cents(model, (0, 0, 0)) == model.largest_prize_cents


def test_c_08_names_what_raises_the_percentage(tmp_path: Path) -> None:
    """C-08: free plays and picks are declared."""
    assert "free plays" in examined("odds", "mudejar", tmp_path / "m")["C-08"].said.en
    assert "picks" in examined("odds", "aneto", tmp_path / "a")["C-08"].said.en
