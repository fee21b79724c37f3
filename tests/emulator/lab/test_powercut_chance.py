# SPDX-License-Identifier: MIT
"""Power cuts of machines of type C: our firmware stands them, and firmware that does not is found."""

from __future__ import annotations

import pytest
from powercut_rig import Mutant, must_be_found, shipped, told

from emulator.cabinet.bootrom import program_of
from emulator.lab.powercut import PowercutError, chapters, run_powercut

MUTANTS = (
    Mutant(
        "commits_the_stake_before_the_turn",
        "play",
        "    counter.stage(state, 1, 0, 0)\n    _step(",
        "    store.commit(state)\n    counter.stage(state, 1, 0, 0)\n    _step(",
        "prize", "must be 0 after 0 plays (got 1)", 1817, "moncayo",
    ),
    Mutant(
        "shows_before_it_commits",
        "play",
        "    store.commit(state)\n    if kind == outcome.PLAY:\n        link.tell(state)\n",
        "    reels.begin(state, state.stops, outcome.strips(state.state), outcome.wobble(state.outcome))\n"
        "    store.commit(state)\n",
        "prize", "was decided and seen", 1086, "moncayo",
    ),
    Mutant(
        "gives_a_prize_in_two_commits",
        "play",
        "    credit.award(state, house_card.keeps(state))\n",
        "    credit.award(state, house_card.keeps(state))\n    store.commit(state)\n",
        "prize", "prizes must be 0 after 1 plays (got 1)", 2944, "moncayo",
    ),
    Mutant(
        "forgets_a_play_of_many_steps_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        state.phase = 0\n        state.power_ups += 1\n",
        "pick", "cannot be recalled", 2021, "aneto",
    ),
    Mutant(
        "draws_a_step_anew_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        if state.phase == 1 and state.outcome[2] == 1:\n"
        "            state.state, state.outcome = payout.step(state.state, 1, 0)\n"
        "        state.power_ups += 1\n",
        "pick", "the boot changed outcome", 1889, "aneto",
    ),
    Mutant(
        "writes_a_step_down_after_its_commit",
        "play",
        "    step_log.write(state, before, kind, choice)\n    store.commit(state)\n",
        "    store.commit(state)\n    step_log.write(state, before, kind, choice)\n",
        "pick", "is recalled with the steps", 1848, "aneto",
    ),
    Mutant(
        "books_what_staff_pays_in_two_commits",
        "handpay",
        "    state.queue_kinds = [0] * nvram.MAX_QUEUE\n    state.queue_cents",
        "    store.commit(state)\n    state.queue_kinds = [0] * nvram.MAX_QUEUE\n    state.queue_cents",
        "short", "buckets hold", 6838, "moncayo",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("name", "cuts"), [("moncayo", 25), ("aneto", 60), ("mudejar", 25)])
def test_places_drawn_from_the_whole_script_find_nothing_wrong(name: str, cuts: int) -> None:
    """DESIGN promises 2 and 5: steps of plays, picks, gambles, coins and staff, each once."""
    sweep = run_powercut(shipped(name), cuts=cuts, seed="00")
    assert told(sweep) == []
    assert sweep.total.cuts == cuts and not sweep.complete


@pytest.mark.long
@pytest.mark.parametrize("name", ["moncayo", "aneto", "mudejar"])
def test_every_place_of_the_script_finds_nothing_wrong(name: str) -> None:
    sweep = run_powercut(name, seed="00")
    assert told(sweep) == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 30_000


def test_a_machine_without_a_hopper_is_refused_in_words() -> None:
    with pytest.raises(PowercutError, match=r"takes and pays coins \(got moncayo_tarjeta"):
        run_powercut("moncayo_tarjeta", cuts=1, seed="00")


def test_the_script_makes_each_machine_do_what_it_has() -> None:
    done = {
        name: [chapter.name for chapter in chapters(shipped(name))]
        for name in ("moncayo", "aneto", "mudejar")
    }
    common = {"coins", "refund", "prize", "short", "dips", "recovery"}
    assert {name: set(names) - common for name, names in done.items()} == {
        "moncayo": set(), "aneto": {"pick", "gamble"}, "mudejar": {"free"},
    }  # fmt: skip
    assert all(common <= set(names) for names in done.values())


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_sweep_finds_each_mutant(mutant: Mutant) -> None:
    sources = dict(program_of(shipped(mutant.model), None, test=True).rom.sources)
    sources.pop("settings")
    must_be_found(mutant, shipped(mutant.model), sources)
