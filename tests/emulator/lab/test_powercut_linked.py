# SPDX-License-Identifier: MIT
"""Power cuts of linked machines by the sweep: the books of machine and controller reconcile after each."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
from opened import opened
from own_law import own_law
from powercut_rig import check_places

from emulator import EmulatorError
from emulator.chapters.link import GENEROUS, QUIET, definition_of
from emulator.lab.powercut import chapters, run_powercut
from emulator.lab.powercut_recorder import Recorder
from emulator.link.errors import LinkError
from emulator.link.room import Room
from emulator.support.seed import seed_key
from machines.model import Model, load_model

NAMES = ("bochorno", "veruela")


@functools.cache
def model(name: str) -> Model:
    """A shipped machine."""
    return load_model(name)


def recorder(name: str, chapter: str, **words: Any) -> Recorder:
    """A chapter of a machine, to be run."""
    (found,) = [row for row in chapters(model(name)) if row.name == chapter]
    return opened(Recorder(found, model(name), seed_key("00"), trust_firmware=True, **words))


def check_award(near: int) -> None:
    """Cut around a place of a play that wins the pot, nothing is wrong."""
    check_places(near, functools.partial(recorder, "veruela", "award"))


def test_cuts_of_a_play_that_wins_the_pot_leave_both_books_in_agreement() -> None:
    """B-26, C-17 to C-20, DESIGN promises 2 and 5: told once, awarded once."""
    tally = recorder("veruela", "award", chosen=(1_700, 2_500, 3_900)).run()
    assert [f"{place}: {what}" for place, what in tally.told] == []
    assert tally.cuts == 3


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("chapter", ["award", "away"])
def test_every_place_of_a_play_that_wins_the_pot_finds_nothing_wrong(name: str, chapter: str) -> None:
    sweep = run_powercut(name, seed="00", only=(chapter,), jobs=1)
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 4_000


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_places_drawn_from_the_whole_script_find_nothing_wrong(name: str) -> None:
    sweep = run_powercut(name, cuts=2_000, seed="00")
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []


def test_the_script_of_a_linked_machine_has_an_award_and_a_controller_that_is_away() -> None:
    for name in NAMES:
        assert {"award", "away", "prize", "coins"} <= {chapter.name for chapter in chapters(model(name))}
    assert "award" not in {chapter.name for chapter in chapters(model("cierzo"))}


def test_a_link_is_made_for_each_chapter_by_the_law() -> None:
    for name in NAMES:
        for luck in (QUIET, GENEROUS):
            assert definition_of(model(name), luck).kind == model(name).link.kind  # type: ignore[union-attr]
    with pytest.raises(
        EmulatorError, match=r"needs a carrusel or a superjackpot \(got cierzo, with no link\)"
    ):
        definition_of(model("cierzo"), QUIET)


def test_a_machine_under_a_law_of_ones_own_has_a_link_of_the_law_that_it_inherits(tmp_path: Path) -> None:
    """B-10 of six seconds, in a file that does not ship."""
    law = own_law(tmp_path, "[rules.B-10]", "value = 6000")
    made = definition_of(load_model("bochorno", str(law)), QUIET)
    assert (made.profile.id, list(made.models)) == ("es-ar-2002", ["bochorno"])


def test_a_room_is_put_back_to_what_it_knew() -> None:
    made = recorder("bochorno", "award", count_only=True)
    room = made._cab.room
    assert room is not None
    before, pots = room.save(), room.pots_cents
    made.run()
    assert room.controller.state.machines[1].award == 1
    room.load(before)
    assert (room.controller.state.machines[1].award, room.pots_cents) == (0, pots)
    assert room.audit().sound and room.save() == before


def test_a_room_on_a_disk_is_not_put_back(tmp_path: Any) -> None:
    room = Room.open(definition_of(model("bochorno"), QUIET), bytes(32), str(tmp_path / "link.db"))
    with pytest.raises(LinkError, match="room must be in memory"):
        room.save()
    room.controller.close()
