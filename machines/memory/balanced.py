# SPDX-License-Identifier: MIT
"""
Books that add up around what a machine shall hold: for scenes that begin in the middle of a machine's life.

    values = factory.blank(state, serial, counts)
    values.update(prize_meter_cents=900, credits_cents=100)
    balance(model, values)
    image = factory.image_of(values, model.meter_units.owed(values), seals)
"""

from __future__ import annotations

from collections.abc import Sequence

from machines.model import Model
from machines.support.plain import Json
from machines.types.registry import TYPES

_BUCKETS = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")


def balance(model: Model, values: Json) -> None:
    """
    Complete the rows of a main record, in place, so that every identity of the self-audit holds.

    What is owed and held, the plays, what was won and what was paid stay as they are. Prizes that wait
    nowhere were paid out in coins; coins in make up the rest, and what is over the next coin was given back.

    Raises:
        ValueError: no coins of the model are worth what is missing.
    """
    values["starts"] = values["starts"] or values["plays"]
    values["plays"] = values["plays"] or values["starts"]
    TYPES[model.type].balance(model, values)
    by_others = values["hand_paid_cents"] + values["card_out_cents"]
    by_coins = max(values["coin_out_cents"], _worth(values["coins_out"], _hoppers(model)))
    paid_cents = max(by_coins + by_others, values["meter_paid_cents"] + values["prize_paid_cents"])
    owed_cents = sum(values[name] for name in _BUCKETS) + sum(values["queue_cents"])
    in_cents = owed_cents + paid_cents + values["staked_cents"] - values["won_cents"]
    by_others_in = values["note_in_cents"] + values["card_in_cents"]
    coins_cents = _worth(values["coins_in"], model.coins_cents)
    missing_cents = max(0, in_cents - by_others_in - coins_cents)
    if model.coins_cents:
        missing_cents += -missing_cents % min(model.coins_cents)
    # What came in beyond all that was given back.
    paid_cents += coins_cents + missing_cents + by_others_in - in_cents
    values["coin_in_cents"] = coins_cents + missing_cents
    values["coin_out_cents"] = paid_cents - by_others
    values["refunded_cents"] = paid_cents - values["meter_paid_cents"] - values["prize_paid_cents"]
    _add_coins("coin_in", values, model.coins_cents)
    _add_coins("coin_out", values, _hoppers(model))


def _hoppers(model: Model) -> list[int]:
    return [hopper.cents for hopper in model.hoppers]


def _worth(counts: Sequence[int], coins: Sequence[int]) -> int:
    return sum(count * cents for count, cents in zip(counts, coins, strict=False))


def _add_coins(name: str, values: Json, coins: Sequence[int]) -> None:
    """Add coins to the counts of that name, the largest first, until they are worth its cents."""
    row = name.replace("coin_", "coins_")
    counts = list(values[row])
    rest = values[f"{name}_cents"] - _worth(counts, coins)
    for at in sorted(range(len(coins)), key=lambda at: -coins[at]):
        if rest > 0:
            counts[at] += rest // coins[at]
            rest %= coins[at]
    if rest:
        told = f"{values[f'{name}_cents']} and {list(values[row])}"
        raise ValueError(f"{name}_cents must be worth coins of {', '.join(map(str, coins))} (got {told})")
    values[row] = counts
