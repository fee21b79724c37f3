# SPDX-License-Identifier: MIT
"""The service menu with one thing wrong: the test that guards that thing must notice each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_firmware_menu as menu
import test_menu_pages as pages
from firmware_rig import must_be_noticed

# name, module, what stands there, what the mutant has instead, the test that must fail, its arguments
MUTANTS: tuple[tuple[str, str, str, str, Callable[..., None], dict[str, Any]], ...] = (
    (
        "opens without the key",
        "menu",
        "state.keys & expander.KEY_SERVICE != 0",
        "state.keys != 0",
        menu.test_door_and_operator_key_open_no_menu,
        {},
    ),
    (
        "opens by a key that was left turned",
        "menu",
        "    if not state.keys & expander.KEY_SERVICE:\n",
        "    if True:\n",
        menu.test_a_key_that_a_start_finds_turned_opens_no_menu_until_it_was_turned_back,
        {},
    ),
    (
        "stays open behind a closed door",
        "menu",
        "return state.door_open == nvram.DOOR_OPEN and ",
        "return state.door_open and ",
        menu.test_door_key_or_collect_end_the_menu_and_nothing_was_played_or_paid,
        {"end": "door"},
    ),
    (
        "leaves the lamps of the menu lit",
        "menu",
        "    state.menu_page = CLOSED\n    state.menu_lamps = -1\n",
        "    state.menu_page = CLOSED\n",
        menu.test_the_lamps_show_the_buttons_that_do_something,
        {},
    ),
    (
        "a page begins where another one stood",
        "menu",
        "        state.menu_at = 0\n",
        "",
        pages.test_the_audit_page_adds_up_after_another_page_was_read,
        {},
    ),
    (
        "tells a play before the reels do",
        "menu_plays",
        "    rolling = number == state.starts and state.phase == nvram.PHASE_ROLLING\n",
        "    rolling = False\n",
        pages.test_a_play_that_is_still_rolling_tells_no_result_on_any_page,
        {},
    ),
    (
        "tells a prize before the reels do",
        "menu_meters",
        "            value -= state.pending_cents\n",
        "            pass\n",
        pages.test_a_play_that_is_still_rolling_tells_no_result_on_any_page,
        {},
    ),
    (
        "shows the first roll twice",
        "menu_plays",
        "    at = number * nvram.MAX_REELS\n",
        "    at = 0\n",
        pages.test_ten_plays_are_shown_with_stops_prizes_and_credits_as_the_memory_has_them,
        {},
    ),
    (
        "nine plays",
        "menu_plays",
        "PLAYS = 10\n",
        "PLAYS = 9\n",
        pages.test_ten_plays_are_shown_with_stops_prizes_and_credits_as_the_memory_has_them,
        {},
    ),
    (
        "takes any bytes for a play",
        "recall",
        ' if row is not None and row["sequence"] == number else None',
        "",
        pages.test_a_play_that_is_no_longer_kept_is_not_another_one,
        {},
    ),
    (
        "months begin in January",
        "menu_log",
        "(1 if month < 3 else 0)",
        "0",
        pages.test_the_log_is_shown_whole_with_its_times,
        {},
    ),
    (
        "a refill counts at once",
        "menu_refill",
        "                state.menu_count = min(state.menu_count + coins, _room(state))\n",
        "                state.hopper_counts[state.menu_at] += coins\n",
        pages.test_a_refill_is_counted_logged_and_moves_no_accounting_meter,
        {},
    ),
    (
        "a refill is booked as coins in",
        "menu_refill",
        "    state.refilled_coins[state.menu_at] += state.menu_count\n",
        "    state.refilled_coins[state.menu_at] += state.menu_count\n    state.coins_in[0] += 1\n",
        pages.test_a_refill_is_counted_logged_and_moves_no_accounting_meter,
        {},
    ),
    (
        "a refill above the hopper",
        "menu_refill",
        "min(state.menu_count + coins, _room(state))",
        "state.menu_count + coins",
        pages.test_a_refill_stops_at_what_the_hopper_holds,
        {},
    ),
    (
        "counts a refill twice",
        "menu_refill",
        "max(0, state.menu_count - state.refill_seen[state.menu_at])",
        "state.menu_count",
        pages.test_a_refill_of_which_the_low_sensor_told_already_counts_once,
        {},
    ),
    (
        "clears with the logic area shut",
        "menu_clear",
        "    if state.logic != nvram.LOGIC_OPEN:\n",
        "    if not state.logic:\n",
        pages.test_nothing_is_cleared_while_anything_of_the_procedure_is_missing,
        {"missing": "logic"},
    ),
    (
        "clears with one key",
        "menu_clear",
        "    if not state.keys & expander.KEY_OPERATOR:\n",
        "    if not state.keys:\n",
        pages.test_nothing_is_cleared_while_anything_of_the_procedure_is_missing,
        {"missing": "operator"},
    ),
    (
        "clears after four seconds",
        "menu_clear",
        "HOLD_S = 5\n",
        "HOLD_S = 4\n",
        pages.test_clearing_takes_five_seconds_of_one_press,
        {},
    ),
    (
        "adds up short presses",
        "menu_clear",
        "    if _missing(state) or not state.buttons_down >> START & 1:\n",
        "    if _missing(state):\n",
        pages.test_clearing_takes_five_seconds_of_one_press,
        {},
    ),
    (
        "takes a button that was held before",
        "menu_clear",
        "    elif state.presses >> START & 1:\n",
        "    elif state.menu_since_ms < 0:\n",
        pages.test_a_button_that_was_held_before_all_was_ready_clears_nothing,
        {},
    ),
    (
        "clears without a count",
        "menu_clear",
        "    state.ram_clears += 1\n",
        "",
        pages.test_clearing_takes_five_seconds_of_one_press,
        {},
    ),
    (
        "clears unlogged",
        "menu_clear",
        "    store.log(state, events.RAM_CLEAR, cents)\n",
        "",
        pages.test_a_cut_anywhere_clears_all_of_it_or_nothing,
        {},
    ),
    (
        "takes coin-in back instead of paying by hand",
        "handpay",
        "    state.hand_paid_cents += cents\n",
        "    state.coin_in_cents -= cents\n",
        pages.test_clearing_books_all_that_is_owed_as_paid_by_hand_to_the_cent,
        {},
    ),
    (
        "forgets the reserve",
        "menu_clear",
        '    ("reserve_cents", nvram.KIND_REFUND),\n',
        "",
        pages.test_clearing_books_all_that_is_owed_as_paid_by_hand_to_the_cent,
        {},
    ),
    (
        "shows a cleared play all the same",
        "menu_clear",
        "        state.phase = nvram.PHASE_SETTLED\n",
        "        pass\n",
        pages.test_clearing_ends_a_play_under_way_and_pays_its_prize_by_hand,
        {},
    ),
    (
        "lets a broken program go on",
        "menu_clear",
        '    if state.tilt != "program":\n',
        "    if state.tilt:\n",
        pages.test_a_program_that_failed_its_self_test_stays_locked,
        {},
    ),
    (
        "leaves a fault where it was",
        "menu_clear",
        "        tilt.clear(state)\n",
        "        pass\n",
        pages.test_a_cleared_machine_plays_again_after_the_key_of_the_logic_area,
        {},
    ),
    (
        "counts a damaged copy as whole",
        "recall",
        "if not nvram.flaw(nvram.LAYOUT, nvram.MAIN_FORMAT, raw, at, state.seals)",
        "if raw",
        pages.test_the_audit_page_tells_of_a_damaged_copy,
        {},
    ),
    (
        "shows one digest for the other",
        "menu_ident",
        "whole = settings.TABLES_SHA256 if digest else settings.FIRMWARE_SHA256",
        "whole = settings.TABLES_SHA256",
        pages.test_the_software_page_shows_the_digests_of_the_rom_that_runs,
        {},
    ),
)


@pytest.mark.parametrize(
    ("module", "honest", "wrong", "guard", "arguments"),
    [row[1:] for row in MUTANTS],
    ids=[row[0] for row in MUTANTS],
)
def test_a_mutant_of_the_menu_is_noticed(
    module: str,
    honest: str,
    wrong: str,
    guard: Callable[..., None],
    arguments: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    must_be_noticed((module, honest, wrong), guard, arguments, monkeypatch)
