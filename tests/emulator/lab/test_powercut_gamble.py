# SPDX-License-Identifier: MIT
"""Power cuts of a machine that offers gambles (B-22): each dared once, each loss given back once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import pytest
from powercut_rig import check_places

import cext
from emulator.chapters.player import Chapter, Player
from emulator.lab.powercut import run_powercut
from emulator.lab.powercut_recorder import Recorder
from emulator.support.seed import seed_key
from emulator.types.cycle.chapters import CHAPTERS
from machines.memory.record import decode
from machines.model import Model, load_model

KEY = seed_key("00")
GAMBLE, RETURNED = (next(row for row in CHAPTERS if row.name == name) for name in ("gamble", "returned"))


@functools.cache
def model() -> Model:
    """The machine that offers gambles."""
    return load_model("galacho")


def played(chapter: Chapter) -> tuple[list[Any], dict[str, Any]]:
    """What a chapter plays: (answer, whether it won, whether it gave back) of each step; its books."""
    cab = chapter.cabinet(model(), KEY)
    heard: list[Any] = []

    def listen(kind: str, _t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in ("step", "answer"):
            made = cext.unpack_outcome(bytes.fromhex(fields["outcome"]))
            heard.append((fields.get("answer"), made.won_cents > 0, made.returned_cents > 0))

    cab.listen(listen)
    chapter.play(Player(cab))
    record = decode(cab.nvram)
    assert record is not None
    return heard, record


def test_the_script_dares_wins_and_loses() -> None:
    heard, record = played(GAMBLE)
    assert heard[:3] == [(None, True, False), ("dare", True, False), ("dare", False, False)]
    assert [row[0] for row in heard[3:] if row[0] != "take"] == [None]
    view = cext.view_state(model().tables, record["state"])
    assert (view.phase, view.return_cents > 0) == (0, True)


def test_the_script_is_given_back() -> None:
    heard, record = played(RETURNED)
    assert heard[0] == (None, True, True)
    assert [row[0] for row in heard[1:] if row[0] != "take"] == [None]
    assert record["won_cents"] == record["prize_meter_cents"] >= 20


def test_places_drawn_from_a_gamble_find_nothing_wrong() -> None:
    for chapter in ("gamble", "returned"):
        sweep = run_powercut(model(), seed="00", cuts=100, only=(chapter,), jobs=1)
        assert not sweep.total.told
        assert sweep.total.cuts == 100


def check_gamble(near: int, name: str = "gamble") -> None:
    """Cut around a place of a gamble, nothing is wrong."""
    chapter = {"gamble": GAMBLE, "returned": RETURNED}[name]
    check_places(near, functools.partial(Recorder, chapter, model(), KEY))


@pytest.mark.long
def test_every_place_of_a_gamble_finds_nothing_wrong() -> None:
    sweep = run_powercut(model(), seed="00", only=("gamble", "returned"), jobs=2)
    assert not sweep.total.told
