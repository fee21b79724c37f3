# SPDX-License-Identifier: MIT
"""Type A: scenarios that show its rules, and which rows of mutants fail them."""

from __future__ import annotations

from mutants import rows_of

from emulator.scenario.file import load
from emulator.scenario.names import shipped
from machines.rules import load_profile

# Faults of the dispenser have their own tests.
SHOWN = [name for name in shipped() if name.startswith("skill_") and not name.startswith("skill_ticket")]
SHOWN += ["skill_ticket_test", "skill_tickets_low", "skill_tickets_won"]


def test_every_scenario_of_skill_has_a_firmware_that_fails_it() -> None:
    assert {row.arguments["name"] for row in rows_of("scenarios_skill").values()} == set(SHOWN)


def test_the_scenarios_of_skill_name_rows_of_the_law() -> None:
    rows = load_profile("es-ar-2002").rules
    named = {rule for name in SHOWN for rule in load(name).rules if not rule.startswith("GLI ")}
    assert named <= set(rows)
    assert {"A-01", "A-02", "A-03", "A-06"} <= named
