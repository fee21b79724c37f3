# SPDX-License-Identifier: MIT
"""azar tune: targets, what it writes and what it refuses; the table of docs/tune.md."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tune_table
from soon import spared

from machines.model import MODELS_FOLDER, load_model

TABLE = tune_table.ROW.findall(tune_table.DOC.read_text("utf-8"))


def own(name: str, folder: Path) -> Path:
    """A copy of a model that ships."""
    path = folder / "mine.toml"
    path.write_bytes((MODELS_FOLDER / f"{name}.toml").read_bytes())
    return path


def changed(before: Path, after: Path) -> list[str]:
    """The lines of the second file that are not the first's."""
    pairs = zip(before.read_text("utf-8").splitlines(), after.read_text("utf-8").splitlines(), strict=True)
    return [new for old, new in pairs if old != new]


def test_the_table_has_each_target_that_was_tried() -> None:
    assert [(machine, targets) for machine, targets, *_ in TABLE] == list(tune_table.TRIED)


@pytest.mark.parametrize(
    ("machine", "targets", "payout", "hits", "index", "changes"),
    [spared(row) for row in TABLE],
)
def test_a_row_of_the_table_is_what_the_command_finds_and_the_sheet_says(
    machine: str, targets: str, payout: str, hits: str, index: str, changes: str, tmp_path: Path, azar: Any
) -> None:
    result, file = tune_table.found(machine, targets, tmp_path)
    assert tune_table.row(machine, targets, result) == (
        f"| {machine} | `{targets}` | {payout} % | {hits} % | {index} | {changes} |"
    )
    sheet = azar(f"par {file} --json").json
    for key in ("rtp", "hit_frequency", "variance_stake2"):
        assert Fraction(result["after"][key]) == Fraction(sheet[key])
    for key, wanted in result["targets"].items():
        assert Fraction(wanted["low"]) <= Fraction(sheet[key]) <= Fraction(wanted["high"])
    assert azar(f"check {file}").status == 0


@pytest.mark.long
def test_without_a_place_nothing_is_written(azar: Any, tmp_path: Path) -> None:
    mine = own("cierzo", tmp_path)
    shown = azar(f"tune {mine} --rtp 85")
    assert shown.status == 0
    assert changed(MODELS_FOLDER / "cierzo.toml", mine) == []
    for word in ("85.0000 %", "80.4200 %", "poorest window of 5,000", "prizes of 0.20 EUR in a cycle"):
        assert word in shown.out
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_writing_changes_the_lines_of_the_plan_and_no_other(azar: Any, tmp_path: Path) -> None:
    mine = own("cierzo", tmp_path)
    assert azar(f"tune {mine} --rtp 85 --write").status == 0
    lines = changed(MODELS_FOLDER / "cierzo.toml", mine)
    assert len(lines) > 5
    assert all(line.startswith(("prizes = ", "watcher_max_cents = ")) for line in lines)
    assert load_model(mine).payout == Fraction(85, 100)
    assert load_model(mine).warnings() == []


def test_the_least_that_the_law_asks_for_is_kept_to_the_ticket(azar: Any) -> None:
    found = azar("tune moncayo --rtp 80 --json").json
    assert found["reached"]
    assert Fraction(80, 100) <= Fraction(found["after"]["rtp"]) <= Fraction(8005, 10_000)


def test_a_variant_has_the_proposal_and_the_model_stays(azar: Any, tmp_path: Path) -> None:
    mine = own("moncayo", tmp_path)
    assert azar(f"tune {mine} --rtp 90 --variant alto").status == 0
    raw = tomllib.loads(mine.read_text("utf-8"))
    assert set(raw["variants"]["alto"]) == {"reels"}
    assert all(set(reel) <= {"weights"} for reel in raw["variants"]["alto"]["reels"])
    assert load_model(mine).payout == load_model("moncayo").payout
    payout = load_model(f"{mine}@alto").payout
    assert payout is not None
    assert abs(payout - Fraction(9, 10)) <= Fraction(5, 10_000)
    again = azar(f"tune {mine} --rtp 91 --variant alto")
    assert (again.status, "@alto --write" in again.err) == (2, True)
    assert azar(f"tune {mine}@alto --rtp 91 --write").status == 0
    assert load_model(mine).payout == load_model("moncayo").payout
    assert load_model(f"{mine}@alto").payout != payout


@pytest.mark.parametrize(
    ("line", "rule", "after"),
    [
        spared(("cierzo --rtp 60", "B-07", Fraction(3, 4))),
        spared(("cierzo --rtp 103", None, Fraction(1))),
        ("moncayo --rtp 70", "C-06", Fraction(80, 100)),
    ],
)
def test_targets_out_of_reach_get_the_nearest_and_the_reason(
    line: str, rule: str | None, after: Fraction, azar: Any, tmp_path: Path
) -> None:
    shown = azar(f"tune {line} -o {tmp_path / 'mine.toml'} --json")
    assert shown.status == 1
    assert shown.json["reached"] is False
    assert shown.json["stopped"]["rule"] == rule
    assert after <= Fraction(shown.json["after"]["rtp"]) <= after + Fraction(1, 1000)
    assert list(tmp_path.iterdir()) == []


def test_people_are_told_that_it_is_the_nearest_and_why(azar: Any) -> None:
    shown = azar("tune cierzo --rtp 60")
    assert shown.status == 1
    assert "out of reach; this is the nearest that was found" in shown.out
    assert "(B-07, RD 2110/1998 art. 6.4)" in shown.out


@pytest.mark.parametrize(
    ("name", "old", "new", "target"),
    [
        spared(("moncayo", "cents = 4200\n", "cents = 1200\n", 85)),  # pays 64 % (C-06)
        spared(("moncayo", "cents = 4200\n", "cents = 8400\n", 95)),  # pays above 100 %
        spared(("cierzo", "40 = 62, 60 = 37, 100 = 25", "40 = 2, 60 = 7, 100 = 5", 80)),  # pays 74 % (B-07)
    ],
)
def test_a_draft_is_brought_within_the_law(
    name: str, old: str, new: str, target: int, azar: Any, tmp_path: Path
) -> None:
    mine = own(name, tmp_path)
    mine.write_text(mine.read_text("utf-8").replace(old, new), "utf-8")
    assert azar(f"check {mine}").status == 1
    assert azar(f"tune {mine} --rtp {target} --write").status == 0
    assert azar(f"check {mine}").status == 0
    payout = load_model(mine).payout
    assert payout is not None
    assert abs(payout - Fraction(target, 100)) <= Fraction(5, 10_000)


def test_a_mistake_that_tuning_cannot_mend_is_told(azar: Any, tmp_path: Path) -> None:
    mine = own("cierzo", tmp_path)
    mine.write_text(
        mine.read_text("utf-8").replace("[durations]\n", "[durations]\nplay_min_ms = 4000\n"), "utf-8"
    )
    found = azar(f"tune {mine} --rtp 85 --write --json")
    assert found.status == 1
    assert (found.json["stopped"]["path"], found.json["stopped"]["rule"]) == ("durations.play_min_ms", "B-10")
    assert found.json["written"] is None


@pytest.mark.long
def test_more_hits_than_the_smallest_prize_allows_are_told_with_that_bound(azar: Any) -> None:
    found = azar("tune cierzo --rtp 90 --hit 95 --json")
    assert found.status == 1
    assert "0.20 EUR" in found.json["stopped"]["message"]
    assert Fraction(found.json["after"]["rtp"]) == Fraction(9, 10)
    assert Fraction(found.json["after"]["hit_frequency"]) == Fraction(8588, 10_000)


@pytest.mark.long
def test_targets_between_two_steps_of_a_plan_get_the_nearer_and_the_step(azar: Any) -> None:
    found = azar("tune cierzo --rtp 84.123 --within 0.001 --json")
    assert found.status == 1
    assert Fraction(found.json["after"]["rtp"]) == Fraction("0.84125")
    assert "0.20 EUR" in found.json["stopped"]["message"]
    assert "0.005 points" in found.json["stopped"]["message"]


@pytest.mark.long
def test_kept_symbols_keep_their_tickets_and_their_prizes(azar: Any) -> None:
    found = azar("tune moncayo --rtp 90 --keep siete,uva --json").json
    assert found["reached"]
    assert not any("siete" in row["what"] or "uva" in row["what"] for row in found["changes"])
    found = azar("tune cierzo --rtp 84 --keep cereza --json").json
    assert found["reached"]
    kept = ("0.20 EUR", "0.40 EUR", "1.00 EUR")
    assert not any(cents in row["what"] for row in found["changes"] for cents in kept)


def test_a_seed_repeats_a_tuning(azar: Any) -> None:
    first, again = (azar("tune moncayo --rtp 90 --seed 07 --json").json for _ in range(2))
    assert first == again
    assert first["seed"] == "07"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("tune cierzo", "needs a target"),
        ("tune cometa --rtp 80", "skill alone decides"),
        ("tune cierzo --rtp 85 --only weights", "must be plan"),
        ("tune moncayo --rtp 85 --only plan", "weights, strips or pays"),
        ("tune cierzo --rtp 85 --volatility 9", "type B"),
        ("tune cierzo --rtp 85 --write", "a file of your own"),
        ("tune cierzo --rtp 85 --variant alto", "a file of your own"),
        ("tune cierzo --rtp 85 --variant alto --write -o x.toml", "must go without"),
        ("tune cierzo --rtp 85 --within x", "--within"),
        ("tune cierzo --rtp 85 --keep nube", "nube"),
        ("tune moncayo --volatility 7 --variance 20", "both"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(line: str, says: str, azar: Any) -> None:
    shown = azar(line)
    assert shown.status == 2
    assert says in shown.err
    assert "hint: " in shown.err
