# SPDX-License-Identifier: MIT
"""A model states only what differs: its rule profile says the rest, and a changed limit reaches all."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from left_out import SIX, WRITTEN, shipped, without

from emulator import Cabinet
from machines.model import CycleModel, ModelError, load_model, model_names, read_model


@pytest.fixture
def six(tmp_path: Path) -> str:
    """A profile in which a play of type B takes 6 s and one of type C takes 3 s."""
    path = tmp_path / "six.toml"
    path.write_text(SIX.format(of="es-ar-2002"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", model_names())
def test_a_longer_play_of_the_law_reaches_every_model_that_ships(name: str, six: str) -> None:
    if load_model(name).profile.id != "es-ar-2002":
        Path(six).write_text(SIX.format(of=load_model(name).profile.id), encoding="utf-8")
    model = load_model(name, six)
    times = {key: value for key, value in model.settings().items() if key in ("PLAY_MIN_MS", "AUTO_START_MS")}
    law = {"A": {}, "B": {"PLAY_MIN_MS": 6000, "AUTO_START_MS": 6000}, "C": {"PLAY_MIN_MS": 3000}}
    assert times == law[model.type]
    if isinstance(model, CycleModel):
        assert "tras 6 s juega sola" in model.texts["es"]["rules"]
        assert "after 6 s it plays by itself" in model.texts["en"]["rules"]


@pytest.mark.parametrize("name", ["cierzo", "monegros"])
def test_machines_play_by_themselves_after_the_time_of_the_profile(name: str, six: str) -> None:
    (first, second), (later, last) = _starts(name, None), _starts(name, six)
    # The shortest play, and the wait after it.
    assert (second - first, last - later) == (100, 120)


def _starts(name: str, profile: str | None) -> list[int]:
    """When a machine started its first two plays by itself, in tenths of a second."""
    cabinet = Cabinet(name, seed="00", profile=profile)
    cabinet.run(ms=3000)
    cabinet.insert(100)
    made = []
    for _ in range(240):
        cabinet.run(ms=100)
        made.append(cabinet.meters["book_plays"])
    return [step for step, (before, after) in enumerate(pairwise(made)) if after > before][:2]


def test_a_limit_that_a_model_writes_as_the_law_has_it_makes_the_same_machine() -> None:
    bare, written = read_model(shipped("cierzo")), read_model(without("cierzo", **WRITTEN, texts=TEXTS))
    assert bare.settings() == written.settings()
    assert [row.path for row in bare.inherited] == [
        "price_cents",
        "money.credits_max_cents",
        "prize_meter.max_cents",
        "prize_meter.max_double_cents",
        "durations.play_min_ms",
        "durations.auto_start_ms",
    ]
    assert [row.path for row in written.inherited] == ["price_cents"]
    assert bare.inherited[0] == ("price_cents", 20, "B-02", bare.profile.rule("B-02").article)
    assert bare.inherited[4] == ("durations.play_min_ms", 5000, "B-10", "RD 2110/1998 art. 6.5")


TEXTS = shipped("cierzo")["texts"]


def test_a_special_machine_inherits_the_prize_of_its_own_article() -> None:
    rows = {row.path: row for row in load_model("monegros").inherited}
    assert rows["prize_meter.max_cents"][1:3] == (20_000, "S-02")


def test_what_a_model_states_is_still_held_to_the_law() -> None:
    with pytest.raises(ModelError) as caught:
        read_model(without("cierzo", durations={"play_min_ms": 4999}, prize_meter={"max_cents": 8010}))
    assert {(p.path, p.rule) for p in caught.value.problems} >= {
        ("durations.play_min_ms", "B-10"),
        ("prize_meter.max_cents", "B-14"),
    }
    slower = read_model(without("moncayo", durations={"play_min_ms": 4000}))
    assert slower.settings()["PLAY_MIN_MS"] == 4000
    assert [row.path for row in slower.inherited] == ["price_cents"]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("{money.credits_max_cents} €", "4 €"),
        ("{money.reserve_max_cents} €", "7,50 €"),
        ("{durations.play_min_ms} s", "5,5 s"),
    ],
)
def test_a_text_names_figures_of_its_machine(words: str, shown: str) -> None:
    raw = without("cierzo", texts=TEXTS | {"rules": {"es": words}}, durations={"play_min_ms": 5500})
    raw["money"]["reserve_max_cents"] = 750
    assert read_model(raw).texts["es"]["rules"] == shown


@pytest.mark.parametrize(
    "slot", ["{}", "{name}", "{cycle.plays}", "{durations.pause_ms}", "{link.award_max_cents}"]
)
def test_a_slot_of_a_text_that_names_no_figure_is_told(slot: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_model(without("cierzo", texts=TEXTS | {"rules": {"es": f"Pulse JUGAR {slot}."}}))
    assert [(p.path, p.value) for p in caught.value.problems] == [("texts.rules.es", slot)]
