# SPDX-License-Identifier: MIT
"""
Chance and money arithmetic in C99, and its typed Python face.

One function, ``step``, decides every play; a campaign is the same function in a loop.

    tables = Tables(pack_tables(CycleGame(strips=..., rows=1, ...)))
    state = new_state(tables, key=bytes(32))
    state, outcome = step(tables, state)

Every refusal is a CoreError.
"""

from cext.chance import ChanceTables, Turn, open_tables
from cext.chance_campaign import (
    ChanceTally,
    Course,
    PotAwards,
    chance_campaign,
    chance_kernels,
    chosen_kernel,
    pots_course,
    pots_new,
    turn_distribution,
)
from cext.chance_pack import ChanceGame, pack_chance
from cext.chance_play import (
    chance_step,
    chance_step_bytes,
    check_chance_state,
    new_chance_state,
    unpack_chance_outcome,
    view_chance_state,
)
from cext.chance_rows import ANY_MASK, Combo, Gamble, Pick, Pot, Scatter
from cext.deals import deal, deal_pairs, deals
from cext.dice import PURPOSE_DICE, throw, throws
from cext.errors import CoreError
from cext.link import LinkAward, LinkRules, change_link, check_link, link_event, new_link, view_link
from cext.play import (
    GAMBLE_DARE,
    OUTCOME_SIZE,
    STATE_SIZE,
    Outcome,
    Player,
    Tally,
    absorb,
    answer_gamble,
    campaign,
    check_state,
    cycle_kernels,
    new_state,
    step,
    step_bytes,
    unpack_outcome,
    view_state,
)
from cext.rng import (
    PURPOSE_DEVICE,
    PURPOSE_DISPLAY,
    PURPOSE_FEATURE,
    PURPOSE_PLAY,
    draw_below,
    draws,
    fill_keystream,
    keystream,
    widest_tier,
)
from cext.sha256 import Sha256
from cext.tables import Tables
from cext.tables_pack import MAX_CLASSES, TABLES_VERSION, CycleGamble, CycleGame, Raise, pack_tables

__all__ = [
    "ANY_MASK", "GAMBLE_DARE", "MAX_CLASSES", "OUTCOME_SIZE", "PURPOSE_DEVICE", "PURPOSE_DICE",
    "PURPOSE_DISPLAY", "PURPOSE_FEATURE", "PURPOSE_PLAY", "STATE_SIZE", "TABLES_VERSION", "ChanceGame",
    "ChanceTables", "ChanceTally", "Combo", "CoreError", "Course", "CycleGamble", "CycleGame", "Gamble",
    "LinkAward", "LinkRules", "Outcome", "Pick", "Player", "Pot", "PotAwards", "Raise", "Scatter",
    "Sha256", "Tables", "Tally", "Turn", "absorb", "answer_gamble", "campaign", "chance_campaign",
    "chance_kernels", "chance_step", "chance_step_bytes", "change_link", "check_chance_state",
    "check_link", "check_state", "chosen_kernel", "cycle_kernels", "deal", "deal_pairs", "deals",
    "draw_below", "draws", "fill_keystream", "keystream", "link_event", "new_chance_state", "new_link",
    "new_state", "open_tables", "pack_chance", "pack_tables", "pots_course", "pots_new", "step",
    "step_bytes", "throw", "throws", "turn_distribution", "unpack_chance_outcome", "unpack_outcome",
    "view_chance_state", "view_link", "view_state", "widest_tier",
]  # fmt: skip
