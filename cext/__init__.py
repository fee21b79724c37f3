# SPDX-License-Identifier: MIT
"""
Chance and money arithmetic in C99, and its typed Python face.

One function, ``step``, decides every play; a campaign is the same function in a loop.

    tables = Tables(pack_tables(strips=..., rows=1, ...))
    state = new_state(tables, key=bytes(32))
    state, outcome = step(tables, state)

Every refusal is a CoreError.
"""

from cext.chance import (
    ANY_MASK,
    ChanceTables,
    Combo,
    Gamble,
    Pick,
    Pot,
    Scatter,
    Turn,
    open_tables,
    pack_chance,
)
from cext.chance_campaign import (
    ChanceTally,
    PotAwards,
    PotState,
    chance_campaign,
    chance_kernels,
    pots_course,
    pots_new,
    turn_distribution,
)
from cext.chance_play import (
    ChanceOutcome,
    ChanceView,
    PotView,
    chance_step,
    chance_step_bytes,
    check_chance_state,
    new_chance_state,
    unpack_chance_outcome,
    view_chance_state,
)
from cext.deals import CARDS_MAX, deal, deal_pairs, deals
from cext.dice import DICE_MAX, PURPOSE_DICE, throw, throws
from cext.errors import CoreError
from cext.play import (
    OUTCOME_SIZE,
    STATE_SIZE,
    Entry,
    Outcome,
    StateView,
    Tally,
    absorb,
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
    PURPOSE_ABSORB,
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
from cext.tables import MAX_CLASSES, MAX_REELS, TABLES_VERSION, Tables, pack_tables

__all__ = [
    "ANY_MASK",
    "CARDS_MAX",
    "DICE_MAX",
    "MAX_CLASSES",
    "MAX_REELS",
    "OUTCOME_SIZE",
    "PURPOSE_ABSORB",
    "PURPOSE_DEVICE",
    "PURPOSE_DICE",
    "PURPOSE_DISPLAY",
    "PURPOSE_FEATURE",
    "PURPOSE_PLAY",
    "STATE_SIZE",
    "TABLES_VERSION",
    "ChanceOutcome",
    "ChanceTables",
    "ChanceTally",
    "ChanceView",
    "Combo",
    "CoreError",
    "Entry",
    "Gamble",
    "Outcome",
    "Pick",
    "Pot",
    "PotAwards",
    "PotState",
    "PotView",
    "Scatter",
    "Sha256",
    "StateView",
    "Tables",
    "Tally",
    "Turn",
    "absorb",
    "campaign",
    "chance_campaign",
    "chance_kernels",
    "chance_step",
    "chance_step_bytes",
    "check_chance_state",
    "check_state",
    "cycle_kernels",
    "deal",
    "deal_pairs",
    "deals",
    "draw_below",
    "draws",
    "fill_keystream",
    "keystream",
    "new_chance_state",
    "new_state",
    "open_tables",
    "pack_chance",
    "pack_tables",
    "pots_course",
    "pots_new",
    "step",
    "step_bytes",
    "throw",
    "throws",
    "turn_distribution",
    "unpack_chance_outcome",
    "unpack_outcome",
    "view_chance_state",
    "view_state",
    "widest_tier",
]
