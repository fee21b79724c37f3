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
from machines.model import ChanceModel, CycleModel, Model, SkillModel

# The name that stands for the visit that fits, whatever the machine; as a file it is that of type B.
_FITS = "visit"
_OF_TYPE = {"A": "visit_skill", "B": _FITS, "C": "visit_chance"}
_MEMORY, _CARD, _BETS = "visit_memory", "visit_card", "visit_bets"

# Of a cheap play one is not enough to see a machine at work.
_PLAYS = 5
# One falls in 0.8 s, and 5 s after a coin that buys a play the machine begins by itself (B-11).
_COINS = 5
# The coin that is asked back: the largest, but no more than this, unless there is no smaller one.
_ASKED_BACK_CENTS = {"B": 50, "C": 200}


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
    if isinstance(model, SkillModel) and model.games[0].kind == "memory":
        return _MEMORY
    if isinstance(model, ChanceModel) and not model.coins_cents:
        return _CARD
    if isinstance(model, ChanceModel) and len(model.bets_cents) > 1:
        return _BETS
    return _OF_TYPE[model.type]


def slots(model: Model) -> dict[str, str | int]:
    """
    What fills the slots: amounts ending in ``_cents`` as numbers, others as the display writes them.

    A machine that takes only cards has none of coins, and the other way round.
    """
    found: dict[str, str | int]
    stake = model.bets_cents[0] if isinstance(model, ChanceModel) else model.price_cents
    most = int(str(model.settings()["CREDITS_MAX_CENTS"]))
    if not model.coins_cents:
        step = int(str(model.settings()["CARD_STEP_CENTS"]))
        steps = -(-stake // step)
        paid = inserted = steps * step
        found = {"steps": steps, "balance_cents": 2 * paid, "left_cents": paid}
    else:
        wanted = max(model.bets_cents) if isinstance(model, ChanceModel) else stake
        if isinstance(model, CycleModel):
            wanted = min(_PLAYS * stake, most)
        coin = _coin(model.coins_cents, wanted)
        coins = -(-wanted // coin)
        if isinstance(model, CycleModel):
            coins = min(coins, _COINS)
        first = _largest(model.coins_cents, _ASKED_BACK_CENTS.get(model.type, stake))
        # What the credit counter has no room for goes to the reserve.
        inserted = coins * coin
        paid = min(inserted, most)
        found = {"coin_cents": coin, "coins": coins, "first_cents": first, "first": _shown(min(first, most))}
    plays = min(_PLAYS, paid // stake) if isinstance(model, CycleModel) else 1
    found |= {"paid": _shown(paid), "plays": plays, "staked_cents": plays * stake}
    found["rest"] = int(inserted > plays * stake)
    for number in range(1, _PLAYS + 1):
        found[f"play_{number}"] = int(number <= plays)
        found[f"credits_{number}"] = _shown(max(0, paid - number * stake))
    return found


def _coin(coins: tuple[int, ...], cents: int) -> int:
    """The coin to pay with: the largest that makes up the amount, or else one that goes over it."""
    even = [coin for coin in coins if cents % coin == 0]
    return max(even) if even else _largest(coins, cents)


def _largest(coins: tuple[int, ...], most_cents: int) -> int:
    """The largest coin of at most so much, or else the smallest."""
    return max((coin for coin in coins if coin <= most_cents), default=min(coins))


def _shown(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _filled(value: Any, found: Mapping[str, str | int]) -> Any:
    """A table with its slots filled, each the whole of a value."""
    if isinstance(value, dict):
        return {key: _filled(item, found) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, found) for item in value]
    if isinstance(value, str) and value.startswith("{") and value.endswith("}"):
        return found.get(value[1:-1], value)
    return value
