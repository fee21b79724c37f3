# SPDX-License-Identifier: MIT
"""Scenarios that a machine with one thing wrong must fail."""

from __future__ import annotations

from emulator.scenario.file import load
from emulator.scenario.run import cabinet_of
from emulator.scenario.script import run


def must_hold(name: str) -> None:
    """A scenario that ships holds of its machine."""
    scenario = load(name)
    assert run(scenario.script, cabinet_of(scenario.machine)).held
