# SPDX-License-Identifier: MIT
"""The work of a campaign, by the type of its machine."""

from __future__ import annotations

import cext
from emulator.lab.campaign_chance import ChanceWork
from emulator.lab.campaign_cycle import CycleWork
from emulator.lab.campaign_gamble import GambleWork
from emulator.lab.campaign_pieces import AUTO, MACHINES_MAX, PLAIN, CampaignError, Recipe, Work, need


def open_work(recipe: Recipe) -> Work:
    """
    Return the plays of a campaign, ready to be played.

    Raises:
        CampaignError: the recipe is out of range.
        CoreError: its tables are damaged.
    """
    need("machines", recipe.machines, 1, MACHINES_MAX)
    tables = cext.open_tables(recipe.blob)
    work: Work
    if not isinstance(tables, cext.Tables):
        work = ChanceWork(tables, recipe)
    elif recipe.gamble_rounds and not recipe.display:
        raise CampaignError("gamble_rounds must be 0 where prizes alone are drawn", "leave one of them out")
    else:
        work = GambleWork(tables, recipe) if recipe.gamble_rounds else CycleWork(tables, recipe)
    if recipe.kernel not in (AUTO, PLAIN) and recipe.kernel not in work.kernels:
        raise CampaignError(
            f"kernel must be {AUTO} or one of {', '.join(work.kernels)} (got {recipe.kernel!r})",
            "leave it out: auto takes the quickest of them, and all give the same",
        )
    return work
