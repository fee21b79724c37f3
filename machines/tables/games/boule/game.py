# SPDX-License-Identifier: MIT
"""Boule: nine numbers in eighteen cups; 5 takes every simple bet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.tables.pockets import PocketGame
from machines.tables.rules import load_rules


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PocketGame:
    """The game under what a house declares."""
    return PocketGame(load_rules(Path(__file__).parent, rules, readings))
