# SPDX-License-Identifier: MIT
"""
The PAR sheet of a model: its mathematics by exact enumeration, nothing sampled.

Exact ratios are "p/q" in lowest terms, money is cents, and only keys that say so hold floats. For
terms see Harrigan & Dixon (2009), PAR Sheets, Probabilities, and Slot Machine Play.
"""

from __future__ import annotations

from dataclasses import asdict

from machines.model import Model, need_drawn
from machines.support.currency import EURO
from machines.support.plain import Json
from machines.types.chance.bet import at_bet
from machines.types.registry import TYPES


def par_sheet(model: Model, bet_cents: int | None = None) -> Json:
    """
    Return the PAR sheet of a model.

    ``skill_sheet``, ``cycle_sheet`` and ``chance_sheet`` describe those of Type A, B and C.

    Every sheet has the keys model, title, type, profile, price_cents and inherited: what the rule profile
    says where the model leaves a key out, each with path, value, rule and article. That of a draft has
    ``breaks``: each rule that it breaks, with path, message, value, limit, unit, rule, article and hint; one
    that pays more than it takes has ``warnings`` of the same keys. Those of Type B and C have rtp,
    rtp_percent, hit_frequency, variance_stake2, volatility_index and prizes; Type A has no payout.

    Args:
        bet_cents: of a machine of type C with several bets the one that is always played; None: the first,
            and ``bets`` tells of the others.

    Raises:
        BetError: there is no such bet.
    """
    if bet_cents is not None:
        whole = par_sheet(at_bet(model, bet_cents))
        return {**whole, "tables_digest": need_drawn(model, "a PAR sheet needs").tables.digest}
    told = {"breaks": model.problems, "warnings": model.slips}
    return {
        **TYPES[model.type].sheet(model),
        **({} if model.currency == EURO else {"currency": asdict(model.currency)}),
        "inherited": [row._asdict() for row in model.inherited],
        **{key: [row._asdict() for row in rows] for key, rows in told.items() if rows},
    }
