# SPDX-License-Identifier: MIT
"""The work of a campaign, by the type of its machine."""

from __future__ import annotations

import cext
from emulator.lab.campaign_pieces import AUTO, MACHINES_MAX, PLAIN, CampaignError, Recipe, Work, need


def open_work(recipe: Recipe) -> Work:
    """
    Return the plays of a campaign, ready to be played.

    Raises:
        CampaignError: the recipe is out of range.
        CoreError: its tables are damaged.
    """
    need("machines", recipe.machines, 1, MACHINES_MAX)
    work = _of_skill(recipe) if recipe.visitors else _of_chance(recipe)
    if recipe.kernel not in (AUTO, PLAIN) and recipe.kernel not in work.kernels:
        raise CampaignError(
            f"kernel must be {AUTO} or one of {', '.join(work.kernels)} (got {recipe.kernel!r})",
            "leave it out: auto takes the quickest of them, and all give the same",
        )
    return work


def _of_skill(recipe: Recipe) -> Work:
    from emulator.lab.campaign_skill import SkillWork

    return SkillWork(recipe)


def _of_chance(recipe: Recipe) -> Work:
    tables = cext.open_tables(recipe.blob)
    # Each kind is imported where it is played: that of chance takes numpy and exact distributions with it.
    if not isinstance(tables, cext.Tables):
        from emulator.lab.campaign_chance import ChanceWork

        return ChanceWork(tables, recipe)
    if recipe.gamble_rounds and not recipe.display:
        raise CampaignError("gamble_rounds must be 0 where prizes alone are drawn", "leave one of them out")
    if recipe.gamble_rounds:
        from emulator.lab.campaign_gamble import GambleWork

        return GambleWork(tables, recipe)
    from emulator.lab.campaign_cycle import CycleWork

    return CycleWork(tables, recipe)
