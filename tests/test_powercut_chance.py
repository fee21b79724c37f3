# SPDX-License-Identifier: MIT
"""Power cuts of machines of type C: our firmware stands them, and firmware that does not is found."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import pytest

from emulator.bootrom import program_of
from emulator.lab.powercut import run_powercut
from emulator.lab.powercut_chapters import chapters
from emulator.lab.powercut_recorder import Recorder, Tally
from emulator.seed import seed_key
from machines.model import Model, load_model

# Places in front of the one where a mutant showed and behind it.
BEFORE, AFTER = 40, 400


class Mutant(NamedTuple):
    """One change to our firmware, what shows it, what the audit must say, and where it did."""

    name: str
    module: str
    old: str
    new: str
    model: str
    chapter: str
    says: str
    near: int


MUTANTS = (
    Mutant(
        "commits_the_stake_before_the_turn",
        "play",
        "    counter.stage(state, 1, 0, 0)\n    _step(",
        "    store.commit(state)\n    counter.stage(state, 1, 0, 0)\n    _step(",
        "moncayo", "prize", "is 1 after 0 steps, must be 0", 1817,
    ),
    Mutant(
        "shows_before_it_commits",
        "play",
        "    store.commit(state)\n    if kind == outcome.PLAY:\n        link.tell(state)\n",
        "    reels.begin(state, state.stops, outcome.strips(state.state), outcome.wobble(state.outcome))\n"
        "    store.commit(state)\n",
        "moncayo", "prize", "was decided and seen", 1086,
    ),
    Mutant(
        "gives_a_prize_in_two_commits",
        "play",
        "    credit.award(state, house_card.keeps(state))\n",
        "    credit.award(state, house_card.keeps(state))\n    store.commit(state)\n",
        "moncayo", "prize", "prizes is 1 after 1 steps, must be 0", 2944,
    ),
    Mutant(
        "forgets_a_play_of_many_steps_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        state.phase = 0\n        state.power_ups += 1\n",
        "aneto", "pick", "cannot be recalled", 2021,
    ),
    Mutant(
        "draws_a_step_anew_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        if state.phase == 1 and state.outcome[2] == 1:\n"
        "            state.state, state.outcome = payout.step(state.state, 1, 0)\n"
        "        state.power_ups += 1\n",
        "aneto", "pick", "the boot changed outcome", 1889,
    ),
    Mutant(
        "writes_a_step_down_after_its_commit",
        "play",
        "    step_log.write(state, before, kind, choice)\n    store.commit(state)\n",
        "    store.commit(state)\n    step_log.write(state, before, kind, choice)\n",
        "aneto", "pick", "is recalled with the steps", 1848,
    ),
    Mutant(
        "books_what_staff_pays_in_two_commits",
        "handpay",
        "    state.queue_kinds = [0] * nvram.MAX_QUEUE\n    state.queue_cents",
        "    store.commit(state)\n    state.queue_kinds = [0] * nvram.MAX_QUEUE\n    state.queue_cents",
        "moncayo", "short", "buckets hold", 6838,
    ),
)  # fmt: skip


@functools.cache
def model(name: str) -> Model:
    """A shipped machine."""
    return load_model(name)


def spoilt(mutant: Mutant) -> dict[str, str]:
    """The firmware of a ROM of type C with the change."""
    sources = dict(program_of(model(mutant.model), None, test=True).rom.sources)
    sources.pop("settings")
    assert sources[mutant.module].count(mutant.old) == 1, f"old must stand once in {mutant.module}: mend it"
    sources[mutant.module] = sources[mutant.module].replace(mutant.old, mutant.new)
    return sources


def found(mutant: Mutant) -> Tally:
    """The places around the one where it showed, then all of them; up to the first violation."""
    machine = model(mutant.model)
    chapter = next(chapter for chapter in chapters(machine) if chapter.name == mutant.chapter)
    near = tuple(range(max(0, mutant.near - BEFORE), mutant.near + AFTER))
    for chosen in (near, None):
        recorder = Recorder(
            chapter, machine, seed_key("00"), spoilt(mutant), chosen=chosen, stop_at_first=True
        )
        tally = recorder.run()
        if tally.violations:
            break
    return tally


def told(sweep: Any) -> list[str]:
    """Every violation, with its place."""
    return [f"{place}: {what}" for place, what in sweep.total.told]


@pytest.mark.parametrize(("name", "cuts"), [("moncayo", 25), ("aneto", 60), ("mudejar", 25)])
def test_places_drawn_from_the_whole_script_find_nothing_wrong(name: str, cuts: int) -> None:
    """DESIGN promises 2 and 5: steps of plays, picks, gambles, coins and staff, each once."""
    sweep = run_powercut(model(name), cuts=cuts, seed="00")
    assert told(sweep) == []
    assert sweep.total.cuts == cuts and not sweep.complete


@pytest.mark.long
@pytest.mark.parametrize("name", ["moncayo", "aneto", "mudejar"])
def test_every_place_of_the_script_finds_nothing_wrong(name: str) -> None:
    sweep = run_powercut(name, seed="00")
    assert told(sweep) == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 30_000


def test_the_script_makes_each_machine_do_what_it_has() -> None:
    done = {
        name: [chapter.name for chapter in chapters(model(name))] for name in ("moncayo", "aneto", "mudejar")
    }
    common = {"coins", "refund", "prize", "short", "dips", "recovery"}
    assert {name: set(names) - common for name, names in done.items()} == {
        "moncayo": set(), "aneto": {"pick", "gamble"}, "mudejar": {"free"},
    }  # fmt: skip
    assert all(common <= set(names) for names in done.values())


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_sweep_finds_each_mutant(mutant: Mutant) -> None:
    tally = found(mutant)
    assert tally.violations
    assert mutant.says in tally.told[0][1]
    assert "died" not in tally.told[0][1], "a mutant must be wrong, not broken"
