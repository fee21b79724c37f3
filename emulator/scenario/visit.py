# SPDX-License-Identifier: MIT
"""
The short visit that fits a machine: one of the scripts that ship, with its coins and its price filled in.

A machine takes the coins that its model names, and no others: a visit written for one coin would find every
other machine dead. So the scripts have slots, ``cents = "{coin_cents}"``, and a step whose ``repeat`` comes
to nothing is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from emulator.scenario.script import Script, from_table
from emulator.types.registry import TYPES
from machines.model import Model

# The name that stands for the visit that fits, whatever the machine; as a file it is that of type B.
_FITS = "visit"
# Slots that a script may have for what is left after each play.
_PLAYS = 5


def shipped() -> list[str]:
    """Names of the visits that ship."""
    folder = resources.files("emulator") / "scripts"
    return sorted(item.name[:-5] for item in folder.iterdir() if item.name.endswith(".toml"))


def load(name: str, model: Model) -> Script:
    """
    Read a visit that ships, for one machine.

    Args:
        name: one of ``shipped()``; ``visit`` is the one that fits the model.
        model: whose coins and price it is to have.

    Raises:
        ScriptError: it is another machine's, and has a slot that this one cannot fill.
    """
    name = name_for(model) if name == _FITS else name
    text = (resources.files("emulator") / "scripts" / f"{name}.toml").read_text(encoding="utf-8")
    written = _filled(tomllib.loads(text), slots(model))
    written["step"] = [row for row in written["step"] if row.get("repeat") != 0]
    return from_table(written, name, [])


def name_for(model: Model) -> str:
    """The visit that fits a machine: by its type, and by what it plays for."""
    return TYPES[model.type].visit.script(model)


def slots(model: Model) -> dict[str, str | int]:
    """
    What fills the slots: amounts ending in ``_cents`` as numbers, others as the display writes them.

    A machine that takes only cards has none of coins, and the other way round.
    """
    found: dict[str, str | int]
    shown = model.currency.shown
    kind, stake = TYPES[model.type].visit, model.bets_cents[0]
    most = int(str(model.settings()["CREDITS_MAX_CENTS"]))
    if not model.coins_cents:
        step = int(str(model.settings()["CARD_STEP_CENTS"]))
        steps = -(-stake // step)
        paid = inserted = steps * step
        found = {"steps": steps, "balance_cents": 2 * paid, "left_cents": paid}
    else:
        # Of a cheap play one is not enough to see a machine at work.
        wanted = max(*model.bets_cents, min(kind.plays * stake, most))
        coin = _coin(model.coins_cents, wanted)
        coins = -(-wanted // coin)
        coins = min(coins, kind.coins_most or coins)
        first = _largest(model.coins_cents, kind.asked_back_cents or stake)
        # What the credit counter has no room for goes to the reserve.
        inserted = coins * coin
        paid = min(inserted, most)
        found = {"coin_cents": coin, "coins": coins, "first_cents": first, "first": shown(min(first, most))}
    plays = min(kind.plays, paid // stake)
    found |= {"nothing": shown(0), "paid": shown(paid), "plays": plays, "staked_cents": plays * stake}
    found["rest"] = int(inserted > plays * stake)
    for number in range(1, _PLAYS + 1):
        found[f"play_{number}"] = int(number <= plays)
        found[f"credits_{number}"] = shown(max(0, paid - number * stake))
    return found


def _coin(coins: tuple[int, ...], cents: int) -> int:
    """The coin to pay with: the largest that makes up the amount, or else one that goes over it."""
    even = [coin for coin in coins if cents % coin == 0]
    return max(even) if even else _largest(coins, cents)


def _largest(coins: tuple[int, ...], most_cents: int) -> int:
    """The largest coin of at most so much, or else the smallest."""
    return max((coin for coin in coins if coin <= most_cents), default=min(coins))


def _filled(value: Any, found: Mapping[str, str | int]) -> Any:
    """A table with its slots filled, each the whole of a value."""
    if isinstance(value, dict):
        return {key: _filled(item, found) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, found) for item in value]
    if isinstance(value, str) and value.startswith("{") and value.endswith("}"):
        return found.get(value[1:-1], value)
    return value
