# SPDX-License-Identifier: MIT
"""Service tests with one thing wrong in them: the test that guards that thing must notice each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_firmware_tests as tests
from firmware_rig import must_be_noticed

# What is wrong, module, what stands there, what the mutant has instead, the test that must fail, arguments.
MUTANTS: tuple[tuple[str, str, str, str, Callable[..., None], dict[str, Any]], ...] = (
    (
        "a coin of a test is credit",
        "coins",
        "    test = testcoins.taking(state)\n",
        "    test = False\n",
        tests.test_the_coin_test_counts_every_coin_and_no_accounting_meter_does,
        {"mechanisms": "parallel"},
    ),
    (
        "a coin of a test is drop",
        "coins",
        "    elif not test:\n",
        "    else:\n",
        tests.test_the_coin_test_counts_every_coin_and_no_accounting_meter_does,
        {"mechanisms": "parallel"},
    ),
    (
        "the slot stays open",
        "testcoins",
        "    state.test_takes = which\n",
        "    state.test_takes = which or state.test_takes\n",
        tests.test_once_the_coin_test_is_left_the_slot_is_shut,
        {"mechanisms": "parallel"},
    ),
    (
        "a late coin of a test is credit",
        "testcoins",
        "LATE_MS = 500\n",
        "LATE_MS = 0\n",
        tests.test_a_coin_inside_when_the_test_ends_is_still_the_tests,
        {},
    ),
    (
        "takes players' coins for a test's",
        "testcoins",
        "        state.door_open == nvram.DOOR_OPEN and state.now_ms < state.test_late_ms\n",
        "        state.now_ms < state.test_late_ms + 5000\n",
        tests.test_a_players_coin_after_the_door_was_closed_is_credit,
        {},
    ),
    (
        "plays on with test coins out",
        "tilt",
        '        report(state, "test_coins")\n',
        "        pass\n",
        tests.test_a_hopper_test_pays_five_coins_and_nobody_plays_until_they_are_back,
        {"mechanisms": "parallel"},
    ),
    (
        "takes any coin for a missing one",
        "testcoins",
        "    return state.test_takes == ALL or (hopper >= 0 and state.test_coins[hopper] > 0)\n",
        "    return True\n",
        tests.test_a_hopper_test_pays_five_coins_and_nobody_plays_until_they_are_back,
        {"mechanisms": "parallel"},
    ),
    (
        "pays one coin too many",
        "test_hopper",
        "state.test_count >= state.test_wanted\n",
        "state.test_count > state.test_wanted\n",
        tests.test_a_hopper_test_pays_five_coins_and_nobody_plays_until_they_are_back,
        {"mechanisms": "parallel"},
    ),
    (
        "a hopper test counts as paid",
        "payer",
        "    if testcoins.pays(state, hopper):\n",
        "    if testcoins.pays(state, hopper):\n        state.coin_out_cents += cents\n",
        tests.test_a_hopper_test_pays_five_coins_and_nobody_plays_until_they_are_back,
        {"mechanisms": "parallel"},
    ),
    (
        "a dump leaves the count",
        "test_hopper",
        "            state.hopper_counts[hopper] = 0\n",
        "            state.hopper_counts[hopper] = 7\n",
        tests.test_a_dump_pays_all_and_the_books_count_on_nothing_that_is_left,
        {"mechanisms": "parallel"},
    ),
    (
        "a jammed hopper passes",
        "test_hopper",
        "        state.test_fault = 0 if state.test_count >= COINS else 1\n",
        "        state.test_fault = 0\n",
        tests.test_a_hopper_that_gives_nothing_is_found_bad_and_stops_no_machine,
        {"mechanisms": "parallel", "row": 0},
    ),
    (
        "a jammed hopper is dumped",
        "test_hopper",
        "        state.test_fault = 0 if low else 1\n",
        "        state.test_fault = 0\n",
        tests.test_a_hopper_that_gives_nothing_is_found_bad_and_stops_no_machine,
        {"mechanisms": "parallel", "row": 1},
    ),
    (
        "the motor runs on",
        "test_hopper",
        "    if state.test_stage == _RUN:\n        _stop(state)\n",
        "",
        tests.test_whatever_ends_a_dump_stops_the_motor_and_every_coin_is_booked,
        {"mechanisms": "parallel", "end": "key"},
    ),
    (
        "a stray coin is the test's",
        "testcoins",
        "    return state.test_pay in (1 + hopper, 1 + hopper + nvram.MAX_HOPPERS)\n",
        "    return state.test_pay != 0\n",
        tests.test_a_coin_of_the_other_hopper_is_no_coin_of_the_test,
        {},
    ),
    (
        "a reel that fails passes",
        "reels",
        "        state.test_fault = reel + 1\n",
        "        state.test_fault = 0\n",
        tests.test_the_reel_test_names_a_reel_that_is_at_fault_and_stops_no_machine,
        {"fault": "reel_jam"},
    ),
    (
        "the reels are left where the test put them",
        "test_reels",
        "        reels.halt(state)\n",
        "        pass\n",
        tests.test_the_reel_test_brings_all_reels_to_a_stop_and_the_last_play_is_shown_again,
        {},
    ),
    (
        "test plays step the machine's own state",
        "test_play",
        "    state.test_state = payout.trial()\n",
        "    state.test_state = state.state\n",
        tests.test_a_test_play_does_not_foretell_the_next_play,
        {},
    ),
    (
        "a test play counts",
        "test_play",
        "    state.test_count += 1\n",
        "    state.test_count += 1\n    state.plays += number\n",
        tests.test_test_plays_move_nothing_and_their_credits_are_gone,
        {},
    ),
    (
        "test credits are left",
        "test_play",
        '    state.test_state = b""\n',
        "    state.credits_cents = state.test_credits_cents\n    state.test_state = b''\n",
        tests.test_test_plays_move_nothing_and_their_credits_are_gone,
        {},
    ),
    (
        "test credits never end",
        "test_play",
        "    state.test_credits_cents -= stake_cents\n",
        "",
        tests.test_test_credits_do_not_last_for_ever,
        {},
    ),
    (
        "a lamp is left out",
        "test_lamps",
        "1 << LAMPS[state.menu_at - 1] if state.menu_at else _ALL",
        "1 << LAMPS[max(state.menu_at, 2) - 1] if state.menu_at else _ALL",
        tests.test_the_lamp_test_lights_everything_and_then_one_lamp_after_the_other,
        {},
    ),
)


@pytest.mark.parametrize(
    ("module", "honest", "wrong", "guard", "arguments"),
    [row[1:] for row in MUTANTS],
    ids=[row[0] for row in MUTANTS],
)
def test_a_mutant_is_noticed(
    module: str,
    honest: str,
    wrong: str,
    guard: Callable[..., None],
    arguments: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    must_be_noticed((module, honest, wrong), guard, arguments, monkeypatch)
