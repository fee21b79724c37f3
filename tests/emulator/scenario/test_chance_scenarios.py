# SPDX-License-Identifier: MIT
"""Type C: scenarios that show its rules, and firmware that breaks one and fails its scenario."""

from __future__ import annotations

import pytest
from scenario_rig import held_by

from emulator.scenario.file import load
from emulator.scenario.names import shipped
from machines.rules import load_profile

SHOWN = [name for name in shipped() if name.startswith("chance_")]

# Scenario, module, what its source says, what a firmware says that breaks the rule.
MUTANTS = {
    "four euros for a play": ("chance_price", "play", ">= price_cents(state)", ">= 400"),
    "a play costs nothing": (
        "chance_price",
        "play",
        "credits_cents -= price_cents(state)",
        "credits_cents -= 0",
    ),
    "no shortest play": (
        "chance_duration",
        "play",
        "state.now_ms - state.last_start_ms >= settings.PLAY_MIN_MS",
        "not reels.busy(state)",
    ),
    "a press is kept": ("chance_duration", "play", "return WAIT\n", "state.last_start_ms = -9_999\n"),
    "every coin is a euro": ("chance_coins", "credit", "cents = settings.COINS[coin][0]", "cents = 100"),
    "a token is lost": ("chance_tokens", "credit", "cents = settings.COINS[coin][0]", "cents = 100"),
    "tokens are not given back": (
        "chance_tokens",
        "credit",
        "cents - by_hand_cents)",
        "cents - by_hand_cents - 100)",
    ),
    "a coin is kept": ("chance_collect", "credit", "cents - by_hand_cents)", "cents - by_hand_cents - 100)"),
    "prizes are not credits": ("chance_collect", "credit", "state.credits_cents = total_cents", "pass"),
    "only prizes are paid": (
        "chance_collect_before_a_play",
        "play",
        "if credit.collect(state)",
        "if state.won_cents and credit.collect(state)",
    ),
    "no lock": ("chance_hand_pay", "credit", "owed.owe(state, nvram.KIND_HAND, cents)", "pass"),
    "no light while it waits": ("chance_hand_pay", "lamps", "not tilt.ready(state) or ", ""),
    "a cut releases it": (
        "chance_hand_pay",
        "tilt",
        'state.tilt == "meter" and board',
        "state.tilt and board",
    ),
    "the staff pays too little": ("chance_hand_pay", "handpay", "state.hand_paid_cents += cents", "pass"),
    "no rest by hand": (
        "chance_hand_pay_of_the_rest",
        "handpay",
        'state.tilt.startswith("hopper_") and',
        "False and",
    ),
    "the light ends with the alarm": ("chance_door_light", "lamps", "or state.box_open ", ""),
    "doors do not sound": (
        "chance_door_light",
        "tilt",
        "state.alarm_until_ms = state.now_ms + ALARM_MS",
        "pass",
    ),
    "the reserve is never fed": ("chance_deposits", "coins", "return hopper\n", "return -1\n"),
    "a call has no light on top": (
        "chance_lamps_broken",
        "call",
        "LAMP_RESERVE | LAMP_TOWER if state.calling",
        "LAMP_RESERVE if state.calling",
    ),
    "sound alone": ("chance_buzzer_broken", "lamps", "not tilt.ready(state) or ", ""),
    "nothing is lit": ("chance_prize_lit", "front", "lit |= 1 << side", "pass"),
    "lit before it stands": (
        "chance_prize_lit",
        "front",
        "if state.phase == nvram.PHASE_ROLLING and not state.step_shown:\n        return lit",
        "if False:\n        return lit",
    ),
    "the pot's window stays dark": ("chance_jackpot", "front", "lit |= 1 << (_POT + level)", "pass"),
    "a jackpot is forgotten": (
        "chance_jackpot",
        "play",
        "gained_cents = outcome.pots_cents(state.outcome)",
        "gained_cents = 0",
    ),
    "a gamble that nobody homologated": (
        "chance_gamble_not_declared",
        "play",
        "    refusal: tuple = ()\n",
        "    refusal: tuple = ()\n    state.credits_cents <<= state.presses >> DOUBLE & 1\n",
    ),
    "no call": ("chance_call", "call", "not state.calling\n        return", "False\n        return"),
    "no coin light": ("chance_call", "call", "lit |= LAMP_ACCEPT", "pass"),
    "a win is staked by itself": (
        "chance_gamble_is_a_choice",
        "play",
        "    if not state.presses:\n        return\n    chosen = -1",
        "    chosen = 0",
    ),
    "steps are never read again": (
        "chance_memory_steps_damaged",
        "play",
        "        step_log.check(state)\n",
        "",
    ),
    "a spoilt step is whole": (
        "chance_memory_steps_damaged",
        "steps",
        "    if not any(raw):\n",
        "    if True:\n",
    ),
    "every play is decided at the first bet": (
        "chance_bets",
        "play",
        "_step(state, outcome.PLAY, state.bet)",
        "_step(state, outcome.PLAY, 0)",
    ),
    "every play costs the first bet": ("chance_bets", "play", "settings.BETS[state.bet]", "settings.BETS[0]"),
    "a cut forgets the bet": (
        "chance_bets",
        "main",
        "        state.power_ups += 1\n",
        "        state.power_ups += 1\n        state.bet = 0\n",
    ),
    "a bet that nobody is told": ("chance_bets", "play", 'refusal = ("bet", ', 'refusal = ("costs", '),
    "a step takes all of the card": (
        "chance_card",
        "house_card",
        "min(settings.CARD_STEP_CENTS, state.card_balance_cents)",
        "state.card_balance_cents",
    ),
    "what went to the card stays credits": (
        "chance_card",
        "house_card",
        "credits_cents -= cents",
        "plays += 0",
    ),
    "prizes need coins": ("chance_card", "house_card", "or not settings.HOPPERS)", "and settings.HOPPERS)"),
    "what was refused is booked": ("chance_card_pulled", "house_card", "== link.DONE)", "!= 9)"),
    "credits leave before the house agrees": (
        "chance_card_pulled",
        "house_card",
        "_order(state, nvram.CARD_FROM_CREDITS, state.credits_cents)\n",
        "_order(state, nvram.CARD_FROM_CREDITS, state.credits_cents)\n    state.credits_cents = 0\n",
    ),
    "an order that nobody wrote down": (
        "chance_card_power_cut",
        "house_card",
        "store.commit(state)\n    if not state.locked",
        "if not state.locked",
    ),
    "a start forgets the order": (
        "chance_card_power_cut",
        "main",
        "        state.power_ups += 1\n",
        "        state.power_ups += 1\n        state.card_stage = 0\n",
    ),
    "no tilt without the reader": (
        "chance_card_unplugged",
        "house_card",
        'tilt.report(state, "card")',
        "pass",
    ),
    "a cut ends the free plays": (
        "chance_power_cut_in_free_plays",
        "play",
        "elif outcome.phase(state.outcome) == outcome.IN_FREE and reels",
        "elif outcome.phase(state.outcome) == outcome.IN_FREE and state.power_ups < 2 and reels",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_firmware_that_breaks_a_rule_of_chance_fails_its_scenario(name: str) -> None:
    held, _ = held_by(*MUTANTS[name])
    assert not held


def test_every_scenario_of_chance_has_a_firmware_that_fails_it() -> None:
    assert {row[0] for row in MUTANTS.values()} == set(SHOWN)


def test_the_scenarios_of_chance_name_rows_of_the_law_and_show_most_of_type_c() -> None:
    rows = load_profile("es-ar-2002").rules
    named = {rule for name in SHOWN for rule in load(name).rules if not rule.startswith("GLI ")}
    assert named <= set(rows)
    assert {f"C-{number:02d}" for number in (1, 3, *range(8, 17))} <= named
