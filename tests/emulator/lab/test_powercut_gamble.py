# SPDX-License-Identifier: MIT
"""Power cuts of a machine that offers gambles (B-22): each dared once, each loss given back once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import pytest

import cext
from emulator.lab.powercut import run_powercut
from emulator.lab.powercut_recorder import Recorder, Tally
from emulator.lab.script.player import Chapter, Player
from emulator.support.seed import seed_key
from emulator.types.cycle.chapters import CHAPTERS
from machines.firmware import nvram
from machines.model import Model, load_model
from machines.rom.program import firmware_sources

KEY = seed_key("00")
GAMBLE, RETURNED = (next(row for row in CHAPTERS if row.name == name) for name in ("gamble", "returned"))
COMMIT = "    _record(state, won, not cents)\n    store.commit(state)\n"

# Places in front of the one where a mutant showed and behind it.
BEFORE, AFTER = 40, 400

# name: (text of gamble.py, text of the mutant, what the audit must say, and where it did: of the chapter
# "gamble" but for the last, of "returned")
MUTANTS: dict[str, tuple[str, str, str, int]] = {
    "shows_a_dare_before_it_commits": (
        COMMIT,
        "    _record(state, won, not cents)\n    state.wake_at(state.now_ms)\n",
        "was decided and seen",
        2160,
    ),
    "books_what_is_lost": (
        "        book(state, cents)\n    state.ask_until_ms",
        "        book(state, cents or at_stake(state.state) or 20)\n    state.ask_until_ms",
        "won_cents must be",
        3938,
    ),
    "counts_a_play_anew_with_its_gamble": (
        "    won = state.state[_WON_AT]\n",
        "    store.commit(state)\n    state.plays -= 1\n    won = state.state[_WON_AT]\n",
        "plays must never fall",
        1909,
    ),
    "forgets_the_gambles_of_a_play": (
        "    if row[\"sequence\"] == state.starts:",
        "    if row[\"sequence\"] == -state.starts:",
        "is recalled with other gambles",
        6441,
    ),
    "forgets_that_a_play_gave_back": (
        "            cents += struct.unpack_from(\"<I\", outcome, _PRIZE_AT + at)[0]\n",
        "            cents = 0\n",
        "is recalled with other gambles",
        4815,
    ),
}  # fmt: skip
SOON = ("shows_a_dare_before_it_commits", "books_what_is_lost")


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
    record = nvram.decode(cab.nvram)
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


@pytest.mark.long
def test_every_place_of_a_gamble_finds_nothing_wrong() -> None:
    sweep = run_powercut(model(), seed="00", only=("gamble", "returned"), jobs=2)
    assert not sweep.total.told


def found(name: str) -> Tally:
    """The places around the one where it showed, then all of them; up to the first violation."""
    old, new, _, near = MUTANTS[name]
    sources = dict(firmware_sources())
    assert sources["gamble"].count(old) == 1, "old must stand once: mend it"
    sources["gamble"] = sources["gamble"].replace(old, new)
    chapter = RETURNED if name == "forgets_that_a_play_gave_back" else GAMBLE
    for chosen in (tuple(range(near - BEFORE, near + AFTER)), None):
        tally = Recorder(chapter, model(), KEY, sources, chosen=chosen, stop_at_first=True).run()
        if tally.violations:
            break
    return tally


@pytest.mark.parametrize(
    "name", [name if name in SOON else pytest.param(name, marks=pytest.mark.long) for name in MUTANTS]
)
def test_the_sweep_finds_each_mutant(name: str) -> None:
    tally = found(name)
    assert tally.violations
    assert MUTANTS[name][2] in tally.told[0][1]
    assert "died" not in tally.told[0][1], "a mutant must be wrong, not broken"
