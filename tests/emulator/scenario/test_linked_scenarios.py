# SPDX-License-Identifier: MIT
"""Linked machines: scenarios that show what they may and must, and which rows of mutants fail them."""

from __future__ import annotations

from mutants import rows_of

from emulator.scenario.names import shipped

SHOWN = [name for name in shipped() if name.startswith("link_")]


def test_every_scenario_of_the_link_has_a_firmware_that_fails_it() -> None:
    assert {row.arguments["name"] for row in rows_of("scenarios_link").values()} == set(SHOWN)
