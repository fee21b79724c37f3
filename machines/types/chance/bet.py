# SPDX-License-Identifier: MIT
"""
A machine of chance played at one of its bets only (C-02).

    dearest = at_bet(load_model("moncayo_nacional"), 600)
    par_sheet(dearest)["price_cents"]          # 600

Everything that a play wins grows exactly with its bet, and so do contributions to the pots and the odds of
their mystery draw (cext/src/chance.h). So tables with that bet as their price and all amounts scaled
give for every draw what the machine's own give at that bet: to the cent, pots included.
"""

from __future__ import annotations

from dataclasses import replace

import cext
from machines import MachinesError
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.model import ChanceModel
from machines.types.common.base import Model


class BetError(MachinesError):
    """A machine has no such bet."""


def at_bet(model: Model, bet_cents: int) -> ChanceModel:
    """
    Return the model of a machine that has this bet alone, for its figures and campaigns.

    Its draft and texts are those of ``model``; no ROM is made of it.

    Raises:
        BetError: the machine is not of type C, or has no such bet.
        CoreError: amounts at that bet are beyond the core's bounds.
    """
    if not isinstance(model, ChanceModel):
        raise BetError(f"bet must be left out: {model.name} is of type {model.type} and has one price")
    if bet_cents not in model.bets_cents:
        known = ", ".join(map(str, model.bets_cents))
        raise BetError(f"bet must be one of {known} cents, which {model.name} has (got {bet_cents})")
    if len(model.bets_cents) == 1:
        return model
    times = bet_cents // model.price_cents
    return replace(
        model,
        price_cents=bet_cents,
        tables=_tables(model.tables, times),
        layout=_layout(model.layout, times),
        draft=replace(model.draft, bets_cents=None, price_cents=bet_cents),
    )


def pots_at(tables: cext.ChanceTables, times: int) -> list[cext.Pot]:
    """The pots at so many times the first bet: their shares are of the whole bet, their odds grow with it."""
    return [pot._replace(mystery=pot.mystery * times) for pot in tables.pots]


def _tables(tables: cext.ChanceTables, times: int) -> cext.ChanceTables:
    gamble = tables.gamble
    own_free = (tables.free_strips, tables.free_weights) != (tables.strips, tables.weights)
    return cext.ChanceTables(
        cext.pack_chance(
            cext.ChanceGame(
                strips=tables.strips,
                weights=tables.weights,
                free_strips=tables.free_strips if own_free else None,
                free_weights=tables.free_weights if own_free else None,
                rows=tables.rows,
                paylines=tables.paylines,
                symbols=tables.symbols,
                multipliers=tables.multipliers,
                combos=[row._replace(prize_cents=row.prize_cents * times) for row in tables.combos],
                scatters=[row._replace(prize_cents=row.prize_cents * times) for row in tables.scatters],
                picks=[row._replace(prize_cents=row.prize_cents * times) for row in tables.picks],
                pots=pots_at(tables, times),
                # The same values are drawn as at any other bet.
                mystery_of=tables.mystery_of,
                gamble=gamble._replace(max_cents=gamble.max_cents * times) if gamble else None,
                free_multiplier=tables.free_multiplier,
                max_free_plays=tables.max_free_plays,
                price_cents=tables.price_cents * times,
                cap_cents=tables.cap_cents * times,
            )
        )
    )


def _layout(layout: ChanceLayout, times: int) -> ChanceLayout:
    return replace(
        layout,
        price_cents=layout.price_cents * times,
        cap_cents=layout.cap_cents * times,
        combos=tuple(replace(row, prize_cents=row.prize_cents * times) for row in layout.combos),
        scatters=tuple(replace(row, prize_cents=row.prize_cents * times) for row in layout.scatters),
        picks=tuple((cents * times, weight, ends) for cents, weight, ends in layout.picks),
    )
