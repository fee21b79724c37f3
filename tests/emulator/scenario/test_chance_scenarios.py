# SPDX-License-Identifier: MIT
"""Type C: scenarios that show its rules, and which rows of mutants fail them."""

from __future__ import annotations

from mutants import rows_of

from emulator.scenario.file import load
from emulator.scenario.names import shipped
from machines.rules import load_profile

SHOWN = [name for name in shipped() if name.startswith("chance_")]


def test_every_scenario_of_chance_has_a_firmware_that_fails_it() -> None:
    assert {row.arguments["name"] for row in rows_of("scenarios_chance").values()} == set(SHOWN)


def test_the_scenarios_of_chance_name_rows_of_the_law_and_show_most_of_type_c() -> None:
    rows = load_profile("es-ar-2002").rules
    named = {rule for name in SHOWN for rule in load(name).rules if not rule.startswith("GLI ")}
    assert named <= set(rows)
    assert {f"C-{number:02d}" for number in (1, 3, *range(8, 17))} <= named
