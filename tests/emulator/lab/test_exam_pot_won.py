# SPDX-License-Identifier: MIT
"""The check of a jackpot of the machine's own that is won: ours tells it, a spoilt one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import examined, graded, refused
from mutants import Mutant

from emulator.lab.bench.search import Budget
from emulator.lab.checks import pot_won
from emulator.lab.exam.finding import Grade
from machines.model import MODELS_FOLDER

TEXT = (MODELS_FOLDER / "aneto.toml").read_text(encoding="utf-8")


def test_a_machine_that_ships_tells_what_was_won(tmp_path: Path) -> None:
    """G-61 is met; of G-62 and G-66 a part is not seen from outside, which is said."""
    found = examined("pot_won", "aneto", tmp_path)
    assert graded(found, Grade.CONFORME) == {"G-61"}
    assert graded(found, Grade.NO_EXAMINADO) == {"G-62", "G-66"}
    assert all(one.figures for one in found.values())


def test_a_machine_that_does_not_tell_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-61: the line says whole euros, also to the staff."""
    old = "_AMOUNT.format(cents // _UNIT, cents % _UNIT)"
    Mutant("machines/firmware/texts.py", old, "str(cents // _UNIT)", "").spoil(monkeypatch)
    assert refused(examined("pot_won", "aneto", tmp_path)) == {"G-61"}


@pytest.mark.parametrize(
    ("old", "new", "rows"),
    [
        ("seed_cents = 20000", "seed_cents = 20100", {"G-61", "G-62", "G-66"}),
        ('share = "1/200"', 'share = "1/150"', {"G-61", "G-62"}),
    ],
)
def test_a_machine_whose_maker_filed_other_pots_is_refused(
    old: str, new: str, rows: set[str], tmp_path: Path
) -> None:
    """G-61, G-62, G-66: another base, another share."""
    filed = tmp_path / "filed.toml"
    assert old in TEXT
    filed.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    assert refused(examined("pot_won", "aneto", tmp_path / "evidence", declared=filed)) == rows


def test_a_value_that_shows_after_30_seconds_is_refused() -> None:
    """G-61: half a minute is met, a millisecond more is not."""
    right = pot_won._Won(20_054, 20_054, 20_057, 20_057, pot_won.SHOWN_MS, 20_000, 0)
    assert pot_won._told(right).grade == Grade.CONFORME
    late = right._replace(told_ms=pot_won.SHOWN_MS + 1)
    assert pot_won._told(late).grade == Grade.NO_CONFORME


def test_a_hit_that_is_not_found_is_not_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget of the search is stated in the reason."""
    monkeypatch.setattr(pot_won, "_BUDGETS", (Budget(1, 1),))
    found = examined("pot_won", "aneto", tmp_path)
    assert graded(found, Grade.NO_EXAMINADO) == {"G-61", "G-62", "G-66"}
