# SPDX-License-Identifier: MIT
"""Linked machines: scenarios that show what they may and must, and firmware that fails them."""

from __future__ import annotations

import pytest

from emulator import Cabinet
from emulator.cabinet.books import BalanceError
from emulator.scenario.file import load
from emulator.scenario.names import shipped
from emulator.scenario.run import cabinet_of
from emulator.scenario.script import run

SHOWN = [name for name in shipped() if name.startswith("link_")]

# Scenario, module, what its source says, what a firmware says that breaks the rule.
MUTANTS = {
    "coins without a link": ("link_down", "coins", "return link.up(state)", "return True"),
    "it says nothing": ("link_down", "message", "return link.say(state)", "return front.say(state)"),
    "no light": ("link_down", "lamps", "if not link.up(state):", "if False:"),
    "no word in the log": ("link_down", "link", "alerts.begin(state, ALERT)", "pass"),
    "it plays on": (
        "link_down",
        "link",
        "return up(state) and state.link_acked == state.link_seq",
        "return True or state.link_acked == state.link_seq",
    ),
    "the next play is not told": ("link_down", "link", "state.link_staked_mc += stake_cents * 1000", "pass"),
    "paid again": ("link_award", "link", "== state.link_award + 1", ">= state.link_award"),
    "before the reels stand": (
        "link_award",
        "link",
        "    state.link_status = status\n",
        "    state.link_status = status\n    take_award(state)\n",
    ),
    "to the prize meter": (
        "link_award",
        "link",
        "owed.owe(state, nvram.KIND_LINK, cents)",
        "state.prize_meter_cents += cents",
    ),
    "the sealed counter is not told": ("link_award", "link", "counter.stage(state, 0, 1, cents)", "pass"),
    "not to the credits": (
        "link_superjackpot",
        "link",
        "elif credit.fits(state, cents) and stock.covers(state, state.credits_cents + cents):",
        "elif False:",
    ),
    "more credits than coins": (
        "link_superjackpot",
        "link",
        "credit.fits(state, cents) and stock.covers(state, state.credits_cents + cents)",
        "credit.fits(state, cents)",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_firmware_that_breaks_a_rule_of_the_link_fails_its_scenario(name: str) -> None:
    shown, module, old, new = MUTANTS[name]
    scenario = load(shown)
    sources = dict(cabinet_of(scenario.machine).rom.sources)
    assert sources[module].count(old) == 1, name
    sources[module] = sources[module].replace(old, new)
    machine = scenario.machine
    try:
        cab = Cabinet(
            machine.model, firmware=sources, trust_firmware=True, seed=machine.seed, purse=machine.purse
        )
        held = run(scenario.script, cab).held
    except BalanceError:
        held = False
    assert not held


def test_every_scenario_of_the_link_has_a_firmware_that_fails_it() -> None:
    assert {row[0] for row in MUTANTS.values()} == set(SHOWN)
