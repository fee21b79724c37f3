# SPDX-License-Identifier: MIT
"""The sound model file of type C that tests change, one section or more at a time."""

import copy
import tomllib

from places import TESTS

SOUND = tomllib.loads((TESTS / "support" / "sound_chance.toml").read_text(encoding="utf-8"))


def changed(**sections):
    """The sound model with some sections put in place of its own; None takes one out."""
    raw = {**copy.deepcopy(SOUND), **sections}
    return {name: section for name, section in raw.items() if section is not None}
