# SPDX-License-Identifier: MIT
"""Plays with coins and buttons: every counter agrees to the cent, and one that does not turns its row red."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from exam_rig import done, grades, same_bytes, sample

from emulator.lab.checks import hand_pieces, played_by_hand
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Grade
from emulator.lab.hand_plays import HandError
from machines.types.skill.model import SkillModel

# Together they take a minute; ``.ci/run-long`` runs them.
pytestmark = pytest.mark.long

OK, BAD = Grade.CONFORME, Grade.NO_CONFORME


@pytest.mark.parametrize("name", ["cierzo", "galacho", "bochorno", "aneto", "veruela", "moncayo_tarjeta"])
def test_every_counter_of_every_machine_agrees(name: str, tmp_path: Path) -> None:
    found = done("played_by_hand", name, tmp_path)
    payout = "B-07" if sample(name).model.type == "B" else "C-06"
    assert grades(found) == dict.fromkeys((payout, "G-24", "G-27", "K-01"), OK)
    kept = json.loads((tmp_path / "plays.json").read_text())
    assert (kept["plays"], kept["won_cents"]) == (60, kept["dealt_cents"])


def test_evidence_repeats(tmp_path: Path) -> None:
    done("played_by_hand", "cierzo", tmp_path / "a")
    done("played_by_hand", "cierzo", tmp_path / "b")
    assert same_bytes(tmp_path / "a", tmp_path / "b")


@pytest.mark.long
def test_micropython_leaves_the_same_evidence(tmp_path: Path) -> None:
    done("played_by_hand", "cierzo", tmp_path / "a")
    done("played_by_hand", "cierzo", tmp_path / "b", runtime="micropython")
    assert same_bytes(tmp_path / "a", tmp_path / "b")


def test_plays_that_pay_something_else_are_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = played_by_hand._dealt

    def later(*args: Any) -> list[int]:
        every = dealt(*args)
        return [every[-1], *every[:-1]]

    monkeypatch.setattr(played_by_hand, "_dealt", later)
    assert grades(done("played_by_hand", "cierzo", tmp_path))["B-07"] == BAD


Altered = Callable[[played_by_hand.Counted], played_by_hand.Counted]
COUNTED: dict[str, tuple[Altered, str]] = {
    "a play uncounted": (lambda c: c._replace(sealed={**c.sealed, "plays": c.sealed["plays"] - 1}), "K-01"),
    "a prize uncounted": (
        lambda c: c._replace(sealed={**c.sealed, "prizes": c.sealed["prizes"] - 1}),
        "K-01",
    ),
    "a wheel that slips": (
        lambda c: c._replace(wheels={**c.wheels, "prizes": c.wheels["prizes"] - 1}),
        "K-01",
    ),
    "a coin uncounted": (lambda c: c._replace(wheels={**c.wheels, "in": c.wheels["in"] + 1}), "G-24"),
    "a stake too many": (
        lambda c: c._replace(
            books={**c.books, "book_staked_cents": c.books["book_staked_cents"] + 20},
            owed_cents=c.owed_cents - 20,
        ),
        "G-24",
    ),
    "ten cents kept": (lambda c: c._replace(owed_cents=c.owed_cents - 10), "G-27"),
}


@pytest.mark.parametrize("mutant", COUNTED)
def test_a_counter_that_is_off_is_red(mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    altered, row = COUNTED[mutant]
    count = played_by_hand._count
    monkeypatch.setattr(played_by_hand, "_count", lambda hand: altered(count(hand)))
    found = grades(done("played_by_hand", "cierzo", tmp_path))
    assert [one for one, grade in found.items() if grade == BAD] == [row]


@pytest.mark.parametrize(("counted", "grade"), [(1, OK), (0, BAD), (2, BAD)])
def test_a_pot_that_falls_is_a_prize_beside_those_of_the_plays(
    counted: int, grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted once more than the plays that won; neither missed nor counted twice."""
    count = played_by_hand._count

    def fell(hand: Any) -> played_by_hand.Counted:
        found = count(hand)
        sealed = {**found.sealed, "prizes": found.sealed["prizes"] + counted}
        books = {**found.books, "book_prizes": found.books["book_prizes"] + counted}
        return found._replace(sealed=sealed, books=books, awards=found.awards + 1)

    monkeypatch.setattr(played_by_hand, "_count", fell)
    assert grades(done("played_by_hand", "veruela", tmp_path))["K-01"] == grade


def test_whole_series_played_by_hand_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a play in place of each: what the core deals stands for what was played."""
    monkeypatch.setattr(played_by_hand, "_wanted", lambda exam: 20_000)

    def quickly(exam: Examination, hand: Any, wanted: int) -> list[int]:
        return played_by_hand._dealt(exam, wanted)

    monkeypatch.setattr(played_by_hand, "_play", quickly)
    found = done("played_by_hand", "cierzo", tmp_path)
    figures = {figure.id: figure for row in ("B-07", "B-08") for figure in found[row].figures}
    assert (figures["hand_cycle"].grade, figures["hand_series"].grade) == (OK, OK)


def test_a_machine_that_stops_is_not_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*args: Any) -> list[int]:
        raise HandError("a coin must be taken")

    monkeypatch.setattr(played_by_hand, "_play", stuck)
    assert grades(done("played_by_hand", "cierzo", tmp_path)) == {
        "B-07": Grade.NO_EXAMINADO,
        "K-01": Grade.NO_EXAMINADO,
    }


def test_an_interrupted_series_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_by_hand, "PIECE_PLAYS", 20)
    done("played_by_hand", "cierzo", tmp_path / "whole")
    keep, kept = hand_pieces.Pieces.keep, []

    def cut(pieces: hand_pieces.Pieces, won_cents: list[int]) -> None:
        keep(pieces, won_cents)
        kept.append(len(won_cents))
        if kept == [20, 40]:
            raise KeyboardInterrupt

    monkeypatch.setattr(hand_pieces.Pieces, "keep", cut)
    with pytest.raises(KeyboardInterrupt):
        done("played_by_hand", "cierzo", tmp_path / "cut")
    assert (tmp_path / "cut" / hand_pieces.NAME).exists()
    done("played_by_hand", "cierzo", tmp_path / "cut")
    assert kept == [20, 40, 60]
    assert same_bytes(tmp_path / "whole", tmp_path / "cut")


# --- type A ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cometa", "verbena", "ronda"])
def test_tickets_are_worth_no_more_than_the_plays(name: str, tmp_path: Path) -> None:
    found = done("played_skill", name, tmp_path)
    assert grades(found) == {"A-03": OK}
    assert any(figure.id == "tickets_per_hour" for figure in found["A-03"].figures)


def test_tickets_worth_more_are_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SkillModel, "ticket_value_cents", property(lambda model: 6))
    assert grades(done("played_skill", "cometa", tmp_path))["A-03"] == BAD


def test_evidence_of_visitors_repeats(tmp_path: Path) -> None:
    for turn in "ab":
        done("played_skill", "ronda", tmp_path / turn)
    assert same_bytes(tmp_path / "a", tmp_path / "b")
