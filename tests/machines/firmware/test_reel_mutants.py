# SPDX-License-Identifier: MIT
"""Firmware that does not look at its drums as it should: each mutant fails the test that is named."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import firmware_rig
import pytest
import reel_rig
import test_reel_encoder as turning
import test_reel_hand as resting
from firmware_rig import NOTICED

from machines.rom.program import firmware_sources

_LOOK = "        if state.homed and state.now_ms >= state.reels_look_ms:\n            in_place(state)\n"
_BLIND = "    if not tilt.counter_in_order(state):\n        return\n"
_LOOKS = "    if not tilt.counter_in_order(state) or not reels.in_place(state):\n        return\n"
_AWARDS = "    counter.reveal"
_STARTS = "    stake_cents"
_PATH = "    return _within(state, reel, off, slack)\n"
_EDGE = "    state.reel_stand[reel] = axis[7] - off\n"
_HALF = "settings.STOPS[reel] // 2 + slack"
# What is wrong: module, what its source says, what the mutant says, the test that must fail, its arguments.
MUTANTS: Mapping[str, tuple[str, str, str, Callable[..., None], Mapping[str, Any]]] = {
    "nothing_compared": (
        "reels", "    if abs(off) <= ", "    if True or abs(off) <= ",
        turning.test_three_bells_that_nobody_won_stop_the_machine, {},
    ),
    "a_whole_symbol_allowed": (
        "reels", _HALF, "settings.STOPS[reel] + slack",
        turning.test_a_reel_caught_at_any_moment_shows_its_window_or_stops_the_machine,
        {"name": "moncayo", "seed": "c0"},
    ),
    "a_step_more_allowed": (
        "reels", _HALF, "settings.STOPS[reel] // 2 + slack + _COUNTS",
        turning.test_half_a_stop_is_no_fault_and_a_step_more_is, {"name": "cierzo"},
    ),
    "half_a_stop_forbidden": (
        "reels", "    if abs(off) <= ", "    if abs(off) < ",
        turning.test_half_a_stop_is_no_fault_and_a_step_more_is, {"name": "cierzo"},
    ),
    "path_not_compared": (
        "reels", _PATH, "    return True\n",
        turning.test_an_encoder_that_dies_on_the_way_to_stop_0_is_found, {},
    ),
    "last_edge_not_compared": (
        "reels", _EDGE, "    state.reel_stand[reel] = axis[7]\n",
        turning.test_two_slips_that_almost_make_up_for_each_other_are_found, {},
    ),
    "index_not_compared": (
        "reels", "    if known >= 0 and min(off", "    if False and min(off",
        turning.test_an_edge_that_comes_elsewhere_than_before_is_a_fault, {},
    ),
    "not_watched_at_rest": (
        "reels", _LOOK, "        pass\n",
        resting.test_a_reel_moved_by_hand_between_plays_stops_the_machine_within_a_second, {"name": "cierzo"},
    ),
    "what_a_hand_turns_is_forgotten": (
        "reels", "    return _within(state, reel, off, 0)\n",
        "    state.reel_stand[reel] = count\n    return _within(state, reel, off, 0)\n",
        resting.test_a_reel_moved_by_hand_between_plays_stops_the_machine_within_a_second, {"name": "cierzo"},
    ),
    "moved_and_left_there": (
        "reels", "        halt(state)\n        return False\n", "        return False\n",
        resting.test_a_reel_moved_by_hand_between_plays_stops_the_machine_within_a_second, {"name": "cierzo"},
    ),
    "awarded_before_the_look": (
        "play", _LOOKS + _AWARDS, _BLIND + _AWARDS,
        turning.test_a_reel_turned_at_rest_while_others_turn_is_found_before_the_award, {"name": "cierzo"},
    ),
    "staked_before_the_look": (
        "play", _LOOKS + _STARTS, _BLIND + _STARTS,
        resting.test_nobody_stakes_on_a_reel_that_was_moved_just_now, {"name": "cierzo"},
    ),
    "held_reels_not_looked_at": (
        "reels", "        elif _stands(", "        elif state.held >> reel & 1 or _stands(",
        resting.test_a_reel_that_the_player_holds_is_watched_while_the_others_turn, {},
    ),
    "chance_awards_before_the_look": (
        "play", _LOOKS + _AWARDS, _BLIND + _AWARDS,
        resting.test_a_gambled_prize_is_given_only_on_drums_that_stand, {},
    ),
    "free_play_before_the_look": (
        "play", " == outcome.IN_FREE and reels.in_place(state):", " == outcome.IN_FREE:",
        resting.test_a_free_play_begins_only_on_drums_that_stand, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_firmware_that_does_not_look_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, honest, wrong, guard, arguments = MUTANTS[name]
    sources = {type_: dict(firmware_sources(type_=type_)) for type_ in "BC"}
    assert max(texts[module].count(honest) for texts in sources.values()) == 1
    sources["B"][module] = sources["B"][module].replace(honest, wrong)
    monkeypatch.setattr(firmware_rig, "SOURCES", sources["B"])
    monkeypatch.setattr(reel_rig, "CHANGE", (module, honest, wrong))
    assert set(inspect.signature(guard).parameters) == set(arguments)
    with pytest.raises(NOTICED) as caught:
        guard(**arguments)
    assert caught.traceback[-1].name != "made", "the mutant must find its place"
