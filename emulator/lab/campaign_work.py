# SPDX-License-Identifier: MIT
"""The work of a campaign, by the type of its machine."""

from __future__ import annotations

import cext
from emulator.lab.campaign_chance import ChanceWork
from emulator.lab.campaign_cycle import CycleWork
from emulator.lab.campaign_gamble import GambleWork
from emulator.lab.campaign_pieces import MACHINES_MAX, Recipe, Work, need


def open_work(recipe: Recipe) -> Work:
    """
    Return the plays of a campaign, ready to be played.

    Raises:
        CampaignError: the recipe is out of range.
        CoreError: its tables are damaged.
    """
    need("machines", recipe.machines, 1, MACHINES_MAX)
    tables = cext.open_tables(recipe.blob)
    if not isinstance(tables, cext.Tables):
        return ChanceWork(tables, recipe)
    return GambleWork(tables, recipe) if recipe.gamble_rounds else CycleWork(tables, recipe)
