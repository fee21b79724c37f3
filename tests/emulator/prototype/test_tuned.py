# SPDX-License-Identifier: MIT
"""A proposal in the text of a model file: what changes, and what keeps its layout."""

from __future__ import annotations

import tomllib

from emulator.prototype.tuned import with_proposal

TEXT = """\
# head
name = "mine"

# the plan
[cycle]
plays = 40      # in all
watcher_max_cents = 100

# first
[[cycle.strata]]
plays = 20
prizes = { 20 = 3, 40 = 1 }

[[cycle.strata]]
plays = 20
prizes = { 20 = 4 }

[[reels]]
strip = [
    "a", "b",   # two
    "c",
]

[art]
style = "plain"
"""
STRATA = [{"plays": 20, "prizes": {"20": 5}}, {"plays": 20, "prizes": {"20": 3, "40": 2}}]


def test_lines_that_stay_keep_comments_and_layout() -> None:
    made = with_proposal(TEXT, {"cycle": {"watcher_max_cents": 200, "strata": STRATA}})
    pairs = zip(TEXT.splitlines(), made.splitlines(), strict=True)
    assert [new for old, new in pairs if old != new] == [
        "watcher_max_cents = 200", "prizes = { 20 = 5 }", "prizes = { 20 = 3, 40 = 2 }",
    ]  # fmt: skip
    assert tomllib.loads(made)["cycle"] == {"plays": 40, "watcher_max_cents": 200, "strata": STRATA}


def test_a_prize_that_a_stratum_gives_no_more_is_gone() -> None:
    made = tomllib.loads(with_proposal(TEXT, {"cycle": {"strata": STRATA}}))
    assert made["cycle"]["strata"][0]["prizes"] == {"20": 5}


def test_another_number_of_strata_takes_the_place_of_all() -> None:
    strata = [{"repeat": 2, "plays": 20, "prizes": {"20": 4}}]
    made = with_proposal(TEXT, {"cycle": {"strata": strata}})
    raw = tomllib.loads(made)
    assert raw["cycle"] == {"plays": 40, "watcher_max_cents": 100, "strata": strata}
    assert raw["art"] == {"style": "plain"}
    assert "# the plan" in made


def test_a_strip_of_the_same_length_keeps_its_lines() -> None:
    made = with_proposal(TEXT, {"reels": [{"strip": ["a", "c", "c"]}]})
    assert '    "a", "c",   # two\n' in made
    weighted = with_proposal(TEXT, {"reels": [{"weights": [1, 2, 3]}]})
    assert tomllib.loads(weighted)["reels"] == [{"strip": ["a", "b", "c"], "weights": [1, 2, 3]}]


def test_a_variant_stands_beside_the_model_and_can_be_changed_again() -> None:
    parts = {"cycle": {"strata": STRATA}, "reels": [{}]}
    made = with_proposal(TEXT, parts, "alto")
    raw = tomllib.loads(made)
    assert made.startswith(TEXT)
    assert raw["variants"] == {"alto": parts}
    again = tomllib.loads(with_proposal(made, {"cycle": {"watcher_max_cents": 7}}, "alto"))
    assert again["variants"]["alto"]["cycle"] == {"strata": STRATA, "watcher_max_cents": 7}
