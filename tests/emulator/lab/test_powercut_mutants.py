# SPDX-License-Identifier: MIT
"""Firmware that loses its balance when the plug is pulled: the sweep must find every one of these mutants."""

from __future__ import annotations

import pytest
from powercut_rig import Mutant, must_be_found, shipped

from machines.rom.program import firmware_sources

MUTANTS = (
    Mutant(
        "shows_before_it_commits",
        "play",
        "    store.commit(state)\n    mark_start(state)\n",
        "    _roll(state, 0)\n    store.commit(state)\n    mark_start(state)\n",
        "stratum",
        "was decided and seen (reel_start), but never committed",
        971,
    ),
    Mutant(
        "commits_the_state_before_the_credits",
        "play",
        "    state.state = result\n",
        "    state.state = result\n    store.commit(state)\n",
        "stratum",
        "entries taken by the state is 2 after 0 plays",
        1642,
    ),
    Mutant(
        "commits_the_credits_before_the_state",
        "play",
        "    result, outcome = payout.step(state.state, number, held)\n",
        "    state.credits_cents -= stake_cents\n    state.staked_cents += stake_cents\n"
        "    store.commit(state)\n"
        "    state.credits_cents += stake_cents\n    state.staked_cents -= stake_cents\n"
        "    result, outcome = payout.step(state.state, number, held)\n",
        "stratum",
        "staked_cents is 40 after 0 plays",
        1642,
    ),
    Mutant(
        "writes_counters_before_the_record",
        "play",
        "    result, outcome = payout.step(state.state, number, held)\n",
        "    state.plays += number\n    store.commit(state)\n    state.plays -= number\n"
        "    result, outcome = payout.step(state.state, number, held)\n",
        "stratum",
        "plays is 2 after 0 plays",
        1642,
    ),
    Mutant(
        "never_commits_the_coin_paid",
        "payer",
        '        tilt.report(state, "runaway")\n    store.commit(state)\n',
        '        tilt.report(state, "runaway")\n'
        "    if not owed.paying(state):\n        store.commit(state)\n",
        "refund",
        "booked coin-out must be 100 to 100 cents",
        1627,
    ),
    Mutant(
        "keeps_one_copy_of_its_memory",
        "store",
        "nvram.SLOTS[state.sequence & 1]",
        "nvram.SLOTS[0]",
        "stratum",
        "fell from",
        47,
    ),
    Mutant(
        "overwrites_the_newer_copy",
        "store",
        "    state.sequence += 1\n",
        "    state.sequence += 2\n",
        "stratum",
        "fell from",
        47,
    ),
    Mutant(
        "draws_a_play_anew_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        if state.phase == 1:\n"
        "            state.state, state.outcome = payout.step(state.state, state.simultaneous, 0)\n"
        "        state.power_ups += 1\n",
        "stratum",
        "the boot changed outcome",
        1706,
    ),
    Mutant(
        "forgets_a_play_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        state.phase = 0\n        state.won_cents -= state.pending_cents\n"
        "        state.pending_cents = 0\n"
        "        state.power_ups += 1\n",
        "prize",
        "the boot changed pending_cents",
        1705,
    ),
    Mutant(
        "awards_a_prize_in_two_commits",
        "play",
        "    credit.award(state)\n    state.phase = nvram.PHASE_SETTLED\n",
        "    won = state.pending_cents\n    credit.award(state)\n    state.pending_cents = won\n"
        "    state.won_cents += won\n    store.commit(state)\n    state.won_cents -= won\n"
        "    state.pending_cents = 0\n    state.phase = nvram.PHASE_SETTLED\n",
        "prize",
        "won_cents is 40 after 1 plays, must be 20",
        2618,
    ),
    Mutant(
        "pays_a_queue_again_after_a_boot",
        "main",
        "        state.power_ups += 1\n",
        "        if state.queue_kinds[0]:\n"
        "            state.queue_cents[0] = state.queue_cents[0] + 10\n            state.won_cents += 10\n"
        "        state.power_ups += 1\n",
        "refund",
        "the boot changed queue",
        1627,
    ),
    Mutant(
        "leaves_a_payment_behind_after_a_boot",
        "payer",
        "    return tilt.ready(state) and state.homed and state.phase",
        "    return state.presses != 0 and tilt.ready(state) and state.homed and state.phase",
        "refund",
        "not at rest after",
        1627,
    ),
    Mutant(
        "marks_a_meter_pulse_before_it_counts",
        "meters",
        "        _drive(state)\n        _stage(state, PULSING, COUNTS_MS)\n",
        "        _drive(state)\n        for meter in range(len(nvram.METERS)):\n"
        "            state.given[meter] += pulses >> meter & 1\n        store.commit_marks(state)\n"
        "        _stage(state, COUNTED, ON_MS)\n",
        "refund",
        "must be right or one pulse ahead (got -1)",
        2443,
    ),
    Mutant(
        "begins_a_pulse_right_after_a_boot",
        "meters",
        "    _stage(state, PAUSING, CYCLE_MS)\n\n\ndef poll",
        "    state.meters_stage = RESTING\n\n\ndef poll",
        "refund",
        "must be right or one pulse ahead",
        2451,
    ),
    Mutant(
        "begins_pulses_while_the_mains_fail",
        "meters",
        "state.locked or state.failing or not",
        "state.locked or not",
        "coins",
        "in spite of the warning",
        3436,
    ),
    Mutant(
        "boots_without_its_tilt",
        "tilt",
        '    if state.tilt == "meter" and board.METER_LOOP.value():\n',
        "    if state.tilt:\n",
        "hopper",
        "tilt hopper_100 became none by a boot",
        5967,
    ),
    Mutant(
        "believes_a_coin_too_late",
        "coin_drive",
        "VALID_MS = 15\n",
        "VALID_MS = 45\n",
        "coins",
        "1 coins in and 0 out are open in spite of the warning",
        892,
    ),
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_sweep_finds_each_mutant(mutant: Mutant) -> None:
    must_be_found(mutant, shipped(mutant.model), firmware_sources())
