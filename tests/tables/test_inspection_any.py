# SPDX-License-Identifier: MIT
"""Whatever a file holds, verify and audit settle it, test it, or say in a line what is wrong with it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import machines.tables.inspection as room
from machines.tables.inspection.audit import audit
from machines.tables.inspection.draws import read_draws
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.read import read_record
from machines.tables.inspection.verify import verify

EXAMPLES = sorted(
    path
    for path in (Path(room.__file__).parent / "examples").rglob("*")
    if path.suffix in (".toml", ".csv", ".txt")
)
WORDS = [
    "-1", "99999999999999", "0", '"', "[", "]", "=", "\n", "#", "²", "1 17 5.00", "true", "nan", "1e9", ",",
    ";", " ", "[[round]]", "given = 0", "x", "9h", "seats = 99999999", "decks = 2", "rules = { tier = 1 }",
    "last = true",
]  # fmt: skip
SUFFIXES = (".toml", ".csv", ".txt")


def spoilt(text: str, chance: random.Random) -> str:
    """A text with words put in and pieces left out."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = start + chance.choice([0, 0, 1, 2, 5, 30])
        text = text[:start] + chance.choice(WORDS) * chance.choice([1, 1, 2]) + text[end:]
    return text


def settled(path: Path) -> None:
    verify(read_record(path))


def audited(path: Path) -> None:
    audit(read_draws(path))


@pytest.mark.parametrize("files", [30, pytest.param(5_000, marks=pytest.mark.long)])
def test_any_file_is_taken_or_refused_in_a_line(files: int, tmp_path: Path) -> None:
    chance, refused = random.Random(files), 0
    for _ in range(files):
        example = chance.choice(EXAMPLES)
        path = tmp_path / f"file{chance.choice((*[example.suffix] * 6, *SUFFIXES))}"
        path.write_text(spoilt(example.read_text(encoding="utf-8"), chance), encoding="utf-8")
        for look in (settled, audited):
            try:
                look(path)
            except InspectionError as error:
                refused += 1
                assert str(error).startswith(path.name) and error.hint and "\n" not in str(error)
    assert refused > files / 2
