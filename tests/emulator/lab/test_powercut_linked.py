# SPDX-License-Identifier: MIT
"""Power cuts of linked machines by the sweep: the books of machine and controller reconcile after each."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import pytest
from opened import opened

from emulator import EmulatorError
from emulator.cabinet.bootrom import program_of
from emulator.lab.powercut import chapters, run_powercut
from emulator.lab.powercut_recorder import Recorder, Tally
from emulator.lab.script.link import GENEROUS, QUIET, definition_of
from emulator.link.errors import LinkError
from emulator.link.room import Room
from emulator.support.seed import seed_key
from machines.model import Model, load_model

# Places in front of the one where a mutant showed and behind it.
BEFORE, AFTER = 20, 200
NAMES = ("bochorno", "veruela")


class Mutant(NamedTuple):
    """One change to our firmware, what the audit must say, and where in a play that wins the pot it did."""

    name: str
    module: str
    old: str
    new: str
    says: str
    near: int


MUTANTS = (
    Mutant(
        "books_an_award_in_two_commits",
        "link",
        "    _give(state, cents)\n    counter",
        "    store.commit(state)\n    _give(state, cents)\n    counter",
        "tilt audit stays", 1944,
    ),
    Mutant(
        "gives_an_award_again_after_a_cut",
        "link",
        "    store.commit(state)\n    tell(state)\n    tilt.counter",
        "    state.link_award -= 1\n    store.commit(state)\n    state.link_award += 1\n"
        "    tell(state)\n    tilt.counter",
        "not at rest", 1944,
    ),
    Mutant(
        "commits_what_it_tells_apart",
        "play",
        "        link.contribute(state",
        "        store.commit(state)\n        link.contribute(state",
        "link_seq must be 1 after 1 plays (got 0)", 1838,
    ),
    Mutant(
        "believes_at_boot_that_all_was_heard",
        "main",
        "        state.power_ups += 1\n",
        "        state.power_ups += 1\n        state.link_acked = state.link_seq\n",
        "not at rest", 1944,
    ),
    Mutant(
        "forgets_its_awards_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        state.power_ups += 1\n        state.link_award = 0\n",
        "the boot changed link_award from 1 to 0", 4700,
    ),
)  # fmt: skip
# Tried every time; the others in the long run.
SOON = ("commits_what_it_tells_apart",)


@functools.cache
def model(name: str) -> Model:
    """A shipped machine."""
    return load_model(name)


def recorder(name: str, chapter: str, **words: Any) -> Recorder:
    """A chapter of a machine, to be run."""
    (found,) = [row for row in chapters(model(name)) if row.name == chapter]
    return opened(Recorder(found, model(name), seed_key("00"), trust_firmware=True, **words))


def spoilt(mutant: Mutant) -> dict[str, str]:
    """The firmware of Veruela with the change."""
    sources = dict(program_of(model("veruela"), None, test=True).rom.sources)
    sources.pop("settings")
    assert sources[mutant.module].count(mutant.old) == 1, f"old must stand once in {mutant.module}: mend it"
    sources[mutant.module] = sources[mutant.module].replace(mutant.old, mutant.new)
    return sources


def found(mutant: Mutant) -> Tally:
    """The places around the one where it showed, then all of them; up to the first violation."""
    near = tuple(range(max(0, mutant.near - BEFORE), mutant.near + AFTER))
    for chosen in (near, None):
        tally = recorder("veruela", "award", firmware=spoilt(mutant), chosen=chosen, stop_at_first=True).run()
        if tally.violations:
            break
    return tally


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


@pytest.mark.parametrize(
    "mutant",
    [row if row.name in SOON else pytest.param(row, marks=pytest.mark.long) for row in MUTANTS],
    ids=lambda row: row.name,
)
def test_the_sweep_finds_each_mutant(mutant: Mutant) -> None:
    tally = found(mutant)
    assert tally.violations
    assert mutant.says in tally.told[0][1]
    assert "died" not in tally.told[0][1], "a mutant must be wrong, not broken"
