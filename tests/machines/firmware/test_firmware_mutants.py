# SPDX-License-Identifier: MIT
"""Firmware with one thing wrong: the test that guards that thing must notice each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_firmware_doors as doors
import test_firmware_faults as faults
import test_firmware_handpay as handpay
import test_firmware_log as log
import test_firmware_message as message
import test_firmware_money as money
import test_firmware_play as play
import test_firmware_power as power
import test_firmware_reels as reels
import test_firmware_watchdog as watchdog
from firmware_rig import must_be_noticed

# name, module, what stands there, what the mutant has instead, the test that must fail, its arguments
MUTANTS: tuple[tuple[str, str, str, str, Callable[..., None], dict[str, Any]], ...] = (
    (
        "starts 4.9 s apart",
        "play",
        "last_start_ms < settings.PLAY_MIN_MS:",
        "last_start_ms < settings.PLAY_MIN_MS - 100:",
        play.test_two_starts_are_never_closer_than_five_seconds,
        {},
    ),
    (
        "a boot is no start",
        "main",
        "    play.mark_start(state)\n",
        "    state.last_start_ms = -60000\n",
        power.test_a_boot_counts_as_a_start,
        {},
    ),
    (
        "waits for ever",
        "play",
        "        start(state, 1, True)\n",
        "        state.live_since_ms = -1\n",
        play.test_a_play_starts_by_itself_when_nobody_presses_for_five_seconds,
        {},
    ),
    (
        "plays by itself with a hold",
        "play",
        "        state.hold_mask = 0\n        start(state, 1, True)\n",
        "        start(state, 1, True)\n",
        play.test_a_second_press_lets_a_held_reel_go_and_waiting_plays_without_hold,
        {},
    ),
    (
        "credits above the maximum",
        "credit",
        "    to_credits = min(cents, settings.CREDITS_MAX_CENTS - state.credits_cents)\n",
        "    to_credits = cents\n",
        money.test_a_coin_fills_credits_first_and_then_the_reserve,
        {},
    ),
    (
        "takes coins above the limit",
        "credit",
        "cents <= room_cents",
        "cents <= room_cents + 100",
        money.test_a_coin_that_does_not_fit_goes_back_to_the_tray,
        {},
    ),
    (
        "keeps money that came in too much",
        "credit",
        "    owed.owe(state, nvram.KIND_EXCESS, cents - to_credits - to_reserve)\n",
        "    state.reserve_cents += cents - to_credits - to_reserve\n",
        money.test_money_that_comes_in_all_the_same_is_paid_back,
        {},
    ),
    (
        "reserve moves at any time",
        "credit",
        "    if state.credits_cents or not state.reserve_cents:\n",
        "    if not state.reserve_cents:\n",
        money.test_the_reserve_moves_only_to_an_empty_credit_counter,
        {},
    ),
    (
        "prize meter reaches the maximum",
        "credit",
        "cents < limit_cents",
        "cents <= limit_cents",
        money.test_a_prize_that_reaches_the_maximum_pays_the_meter_and_then_the_prize,
        {"meter_cents": 7_900, "prize_cents": 100},
    ),
    (
        "meter and prize in one payment",
        "credit",
        "    owed.owe(state, nvram.KIND_PRIZE, cents)\n",
        "    owed.owe(state, nvram.KIND_METER, cents)\n",
        money.test_a_prize_that_reaches_the_maximum_pays_the_meter_and_then_the_prize,
        {"meter_cents": 7_400, "prize_cents": 600},
    ),
    (
        "one maximum for all plays",
        "credit",
        "    double = state.simultaneous > 1\n",
        "    double = False\n",
        money.test_a_double_play_raises_the_maximum_of_the_prize_meter_for_itself,
        {},
    ),
    (
        "the maximum of a double play stays",
        "credit",
        "    double = state.simultaneous > 1\n",
        "    double = state.simultaneous > 1 or state.prize_meter_cents >= settings.PRIZE_METER_MAX_CENTS\n",
        money.test_after_a_single_play_no_more_than_its_maximum_remains_in_the_prize_meter,
        {"prize_cents": 20},
    ),
    (
        "a single play that loses leaves what a double one filled",
        "credit",
        "    cents = state.pending_cents\n    state.pending_cents = 0\n    double",
        "    cents = state.pending_cents\n    if not cents:\n        return\n    double",
        money.test_after_a_single_play_no_more_than_its_maximum_remains_in_the_prize_meter,
        {"prize_cents": 0},
    ),
    (
        "pays inserted money before the prize",
        "credit",
        "    if state.prize_meter_cents:\n        owe_prize_meter(state)\n        return True\n",
        "",
        money.test_collect_pays_the_prize_meter_first_and_the_inserted_money_next,
        {},
    ),
    (
        "no hopper interlock",
        "credit",
        "    return all(stock.take(list(left), prize_cents) == 0 for prize_cents in prizes)\n",
        "    return True\n",
        money.test_a_play_starts_only_while_the_hoppers_can_pay_any_prize,
        {"hoppers": {10: 300, 100: 40}, "single": False, "double": False},
    ),
    (
        "interlock forgets the prize meter",
        "credit",
        "    for cents in (meter_cents, inserted_cents) + AWARD:\n",
        "    for cents in (inserted_cents,) + AWARD:\n",
        money.test_what_the_machine_owes_already_counts_against_the_hoppers_too,
        {"bucket": "prize_meter_cents"},
    ),
    (
        "diverter ignores the full sensor",
        "coins",
        "not payer.drive.levels(state, hopper)[1]",
        "True",
        money.test_coins_go_to_their_hopper_and_to_the_cash_box_when_it_is_full,
        {},
    ),
    (
        "counts noise as coins",
        "coin_drive",
        "VALID_MS = 15\n",
        "VALID_MS = 0\n",
        money.test_noise_on_a_coin_line_is_no_coin,
        {},
    ),
    (
        "a payment books nothing until it is over",
        "payer",
        '"runaway")\n    store.commit(state)\n',
        '"runaway")\n    if not state.queue_kinds[0]:\n        store.commit(state)\n',
        money.test_every_coin_paid_is_booked_coin_by_coin,
        {},
    ),
    (
        "meters click before the reels show",
        "meters",
        "state.won_cents - state.pending_cents",
        "state.won_cents",
        money.test_the_prize_meter_does_not_click_before_the_reels_have_shown_the_prize,
        {},
    ),
    (
        "meter pulses too close to count",
        "meters",
        "state.now_ms + for_ms + 1\n",
        "state.now_ms + for_ms - 2\n",
        money.test_the_electromechanical_meters_follow_the_books_without_losing_a_pulse,
        {},
    ),
    (
        "a bounce is a press",
        "buttons",
        "DEBOUNCE_MS = 15\n",
        "DEBOUNCE_MS = 0\n",
        play.test_a_second_press_lets_a_held_reel_go_and_waiting_plays_without_hold,
        {},
    ),
    (
        "an open door stops nothing",
        "tilt",
        "    return shut and not state.tilt and",
        "    return not state.tilt and",
        faults.test_an_open_door_stops_play_returns_coins_and_lights_the_tower,
        {},
    ),
    (
        "plays on without its meters",
        "tilt",
        '        report(state, "meter")\n',
        "        pass\n",
        faults.test_a_meter_that_is_unplugged_stops_the_machine,
        {"what": "plays"},
    ),
    (
        "does not see an optic that sees nothing",
        "reels",
        "    if least <= seen <= most:\n",
        "    if seen <= most:\n",
        reels.test_an_optic_that_misses_one_pass_is_found_before_the_award,
        {"stop": 12, "reel": 2},
    ),
    (
        "lets one pass of the optic be missed",
        "reels",
        "    if least <= seen <= most:\n",
        "    if least <= seen + 1 <= most + 1:\n",
        reels.test_an_optic_that_misses_one_pass_is_found_before_the_award,
        {"stop": 12, "reel": 2},
    ),
    (
        "does not count passes once a reel rests",
        "reels",
        "_turned(state, reel, axis[7], path, 0) or not _passes_counted(state, reel, axis, path):",
        "_turned(state, reel, axis[7], path, 0):",
        reels.test_an_optic_that_misses_one_pass_is_found_before_the_award,
        {"stop": 23, "reel": 1},
    ),
    (
        "guesses whether a reel takes another turn",
        "reels",
        "DOUBT_STEPS = 2\n",
        "DOUBT_STEPS = 0\n",
        reels.test_reels_go_from_every_stop_to_every_other_without_a_fault,
        {"coming": 20},
    ),
    (
        "knows one home of a reel only",
        "reels",
        "index if home < 0 else home)",
        "index)",
        reels.test_a_reel_that_slips_within_its_tolerance_is_no_fault,
        {"when_ms": 350, "steps": -2},
    ),
    (
        "opens the acceptor one tick late",
        "main",
        (
            "    coins.admit(state)\n    coin_drive.close(state)\n    notes.close(state)\n"
            "    menu.show(state)\n    lamps.show(state)\n    display.show(state)\n"
        ),
        (
            "    menu.show(state)\n    lamps.show(state)\n    display.show(state)\n"
            "    coins.admit(state)\n    coin_drive.close(state)\n    notes.close(state)\n"
        ),
        message.test_a_coin_is_invited_in_the_very_millisecond_from_which_it_is_taken,
        {"seed": "00"},
    ),
    (
        "invites coins that it would return",
        "coins",
        "[coin for coin in fit if not state.inhibits >> coin & 1]",
        "fit",
        message.test_only_the_coins_that_can_be_paid_back_are_invited,
        {},
    ),
    (
        "does not say why the reserve stays",
        "play",
        '        return ("reserve_waits",) if state.reserve_cents else ("reserve_empty",)\n',
        "        return ()\n",
        message.test_the_reserve_button_says_why_it_does_nothing,
        {},
    ),
    (
        "does not say why no reel is held",
        "play",
        '        return ("hold_refused",) if hold.offer(state) else ("no_hold",)\n',
        "        return ()\n",
        message.test_a_hold_that_is_not_possible_says_so,
        {},
    ),
    (
        "adds up payments that are made apart",
        "message",
        "    left = texts.amount(state.queue_cents[0])\n",
        "    left = texts.amount(sum(state.queue_cents))\n",
        message.test_a_prize_paid_at_once_shows_its_amount_and_what_is_left,
        {},
    ),
    (
        "hides that the door was open",
        "tilt",
        "    state.door_open = nvram.DOOR_WAS_OPEN\n",
        "    state.door_open = 0\n",
        message.test_that_the_door_was_open_is_said_until_the_next_play_has_ended,
        {},
    ),
    (
        "says for ever that the door was open",
        "play",
        "    state.door_open = 0\n",
        "",
        message.test_that_the_door_was_open_is_said_until_the_next_play_has_ended,
        {},
    ),
    (
        "counters of eight digits",
        "message",
        "count % 10**settings.COUNTER_DIGITS",
        "count % 10**8",
        message.test_a_counter_rolls_over_after_its_last_digit,
        {},
    ),
    (
        "an open door betrays the prize",
        "message",
        "    if state.pending_cents:\n",
        "    if state.locked:\n",
        message.test_an_open_door_betrays_no_prize_that_the_reels_have_not_shown,
        {},
    ),
    (
        "plays on after the watchdog bit",
        "main",
        "        if board.restarted():\n",
        "        if state.locked:\n",
        watchdog.test_a_program_that_failed_stops_the_machine_until_somebody_came,
        {"runtime": "cpython", "way": watchdog.CRASH},
    ),
    (
        "forgets its tilt with the power",
        "tilt",
        '    if state.tilt == "meter" and board.METER_LOOP.value():\n',
        "    if state.tilt:\n",
        faults.test_a_runaway_stays_until_an_attendant_came,
        {},
    ),
    (
        "starts anew when its memory is gone",
        "main",
        '        state.tilt = "memory"\n        state.locked = True\n',
        "        store.commit(state)\n",
        faults.test_broken_memory_locks_the_machine_and_is_never_zeroed,
        {"slots": (0x0000, 0x0400)},
    ),
    (
        "both copies in one place",
        "store",
        "nvram.SLOTS[state.sequence & 1]",
        "nvram.SLOTS[1]",
        power.test_a_cut_anywhere_in_a_start_leaves_a_play_either_whole_or_not_begun,
        {},
    ),
    (
        "shows first and commits afterwards",
        "play",
        "    store.commit(state)\n    mark_start(state)\n",
        "    _roll(state, 0)\n    store.commit(state)\n    mark_start(state)\n",
        play.test_a_play_is_committed_whole_before_anything_moves,
        {},
    ),
    (
        "the self-audit forgets what was paid by hand",
        "sums",
        "state.coin_out_cents + state.hand_paid_cents + state.card_out_cents\n",
        "state.coin_out_cents + state.card_out_cents\n",
        handpay.test_the_operator_key_pays_the_exact_remainder_by_hand_and_the_machine_goes_on,
        {},
    ),
    (
        "pays by hand and goes on owing",
        "handpay",
        "    state.queue_cents = [0] * nvram.MAX_QUEUE\n",
        "",
        handpay.test_the_operator_key_pays_the_exact_remainder_by_hand_and_the_machine_goes_on,
        {},
    ),
    (
        "pays by hand before anybody looked after the hoppers",
        "handpay",
        " and state.door_open == nvram.DOOR_WAS_OPEN\n",
        "\n",
        handpay.test_nothing_is_paid_by_hand_before_the_attendant_has_tried,
        {},
    ),
    (
        "a key that was left turned pays by hand",
        "doors",
        "    if changed & expander.KEY_OPERATOR and before >= 0:\n",
        "    if changed & expander.KEY_OPERATOR:\n",
        handpay.test_a_key_that_was_left_turned_pays_nothing,
        {},
    ),
    (
        "pays by hand in two commits",
        "handpay",
        "    store.log(state, events.HAND_PAY, cents)\n",
        "    store.commit(state)\n    store.log(state, events.HAND_PAY, cents)\n",
        handpay.test_a_cut_anywhere_in_a_hand_pay_books_it_whole_or_leaves_it_owed,
        {},
    ),
    (
        "counts an event before its row is written",
        "store",
        "    state.events += 1\n",
        "    state.events += 1\n    commit(state)\n",
        log.test_a_cut_anywhere_logs_an_event_whole_or_not_at_all_and_as_often_as_it_is_counted,
        {},
    ),
    (
        "logs no payment that mains broke off",
        "main",
        "    if state.queue_kinds[0]:\n",
        "    if False:\n",
        log.test_a_payment_that_door_or_power_broke_off_is_logged,
        {},
    ),
    (
        "logs no fraud",
        "cctalk/coin_drive",
        "            store.log(state, events.FRAUD, second)\n",
        "",
        log.test_a_coin_on_a_string_is_logged_with_the_acceptors_code,
        {},
    ),
    (
        "the cash box stops play",
        "tilt",
        " and not state.logic and",
        " and not state.logic and not state.box_open and",
        doors.test_the_cash_box_does_not_stop_play_and_is_counted_and_logged,
        {},
    ),
    (
        "an open logic area stops nothing",
        "tilt",
        " and not state.logic and",
        " and",
        doors.test_the_logic_area_stops_the_machine_until_the_service_key_was_turned_and_returned,
        {},
    ),
    (
        "goes on once the logic area is closed",
        "doors",
        "        state.logic = nvram.LOGIC_WAITS\n",
        "        state.logic = 0\n",
        doors.test_the_logic_area_stops_the_machine_until_the_service_key_was_turned_and_returned,
        {},
    ),
    (
        "goes on before the key is returned",
        "doors",
        "        state.logic_key = state.logic == nvram.LOGIC_WAITS\n",
        "        state.logic = 0\n",
        doors.test_the_logic_area_stops_the_machine_until_the_service_key_was_turned_and_returned,
        {},
    ),
    (
        "a key found turned counts as turned now",
        "doors",
        "    if changed & expander.KEY_SERVICE and before >= 0:\n",
        "    if changed & expander.KEY_SERVICE:\n",
        doors.test_a_power_cut_releases_nothing,
        {},
    ),
    (
        "drops a play that was cut while it rolled",
        "store",
        '    state.sequence = record["sequence"]\n',
        '    state.sequence = record["sequence"]\n    state.phase = nvram.PHASE_IDLE\n',
        power.test_a_play_cut_while_it_rolls_is_rolled_again_to_the_same_stops,
        {"ms": 600},
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


@pytest.mark.long
def test_the_guards_pass_with_honest_firmware() -> None:
    """So that no guard fails for another reason; by default each passes as a test of its own file."""
    for guard, arguments in {(row[4], tuple(row[5].items())) for row in MUTANTS if "hoppers" not in row[5]}:
        guard(**dict(arguments))
