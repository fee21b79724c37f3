# SPDX-License-Identifier: MIT
"""Type A: scenarios that show its rules, and firmware that breaks one and fails its scenario."""

from __future__ import annotations

import pytest
from scenario_rig import held_by

from emulator.scenario.file import load
from emulator.scenario.names import shipped
from machines.rules import load_profile

# Faults of the dispenser have their own tests.
SHOWN = [name for name in shipped() if name.startswith("skill_") and not name.startswith("skill_ticket")]
SHOWN += ["skill_ticket_test", "skill_tickets_low", "skill_tickets_won"]

# Scenario, module, what its source says, what a firmware says that breaks the rule.
MUTANTS = {
    "a press cuts the tune short": (
        "skill_memory",
        "memory_round",
        "rounds.NOT and state.now_ms >= end_ms",
        "rounds.NOT and (state.presses or state.now_ms >= end_ms)",
    ),
    "a tune gives no time": ("skill_memory", "memory_round", " + found[_BONUS_MS]", " + 0"),
    "a wrong note is forgiven": ("skill_memory", "memory_round", " - game.rules(state)[_MISS_MS])", ")"),
    "the clock runs while the tune is shown": (
        "skill_memory",
        "memory_round",
        "at_ms - state.answer_ms if _answering(state) else 0",
        "at_ms - state.round_ms",
    ),
    "the tune is another one": ("skill_memory", "memory", "play * stride %", "(play + 1) * stride %"),
    "a round that is over does not stand": (
        "skill_memory_power_cut",
        "rounds",
        "    store.commit(state)\n    rested(state)\n",
        "    rested(state)\n",
    ),
    "the game changes under a credit": (
        "skill_game_change",
        "menu_game",
        "busy or state.credits_cents or play.free(state)",
        "busy",
    ),
    "the change is not logged": ("skill_game_change", "menu_game", "store.log(", "(lambda *row: None)("),
    "a test's tickets are owed": (
        "skill_ticket_test",
        "test_tickets",
        '"tickets_test", rows.get(state.state, "tickets_test") + 1',
        '"tickets_won", rows.get(state.state, "tickets_won") + 1',
    ),
    "nobody is told of the last tickets": (
        "skill_tickets_low",
        "tickets",
        "alerts.begin(",
        "(lambda *row: 0)(",
    ),
    "a new pack ends nothing": ("skill_tickets_low", "tickets", "alerts.end(", "(lambda *row: 0)("),
    "cash for points": (
        "skill_tickets_won",
        "play",
        'rounds.add(state, "tickets_won", count)',
        "credit.refund(state, 10 * count)",
    ),
    "no further play": ("skill_play_more", "play", 'rounds.put(state, "extra_owed", 1)', "pass"),
    "twice the price": (
        "skill_price_back",
        "credit",
        "state.prizes += 1\n",
        "state.prizes += 1\n    cents *= 2\n",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_firmware_that_breaks_a_rule_of_skill_fails_its_scenario(name: str) -> None:
    held, cab = held_by(*MUTANTS[name])
    assert not held
    assert cab.fault is None, "the mutant must play"


def test_every_scenario_of_skill_has_a_firmware_that_fails_it() -> None:
    assert {row[0] for row in MUTANTS.values()} == set(SHOWN)


def test_the_scenarios_of_skill_name_rows_of_the_law() -> None:
    rows = load_profile("es-ar-2002").rules
    named = {rule for name in SHOWN for rule in load(name).rules if not rule.startswith("GLI ")}
    assert named <= set(rows)
    assert {"A-01", "A-02", "A-03", "A-06"} <= named
