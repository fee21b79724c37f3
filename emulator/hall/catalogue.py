# SPDX-License-Identifier: MIT
"""
What there is to play: every machine that ships, with type, price and exact payout.

    for row in machine_rows():
        print(row["name"], row["rtp"])

The list is kept in the user's cache folder until azar changes; ``azar models`` prints the same one.
"""

from __future__ import annotations

from pathlib import Path

from machines.model import Model, load_model, model_names
from machines.support.plain import Json

_AZAR = Path(__file__).parents[2]
_OF_CARDS = ("pots", "linked", "takes_cards")
_SOURCES = ("cext", "machines", "emulator/types", "emulator/commands", "emulator/hall")


def machine_rows() -> list[Json]:
    """A row for each machine that ships, by name, as ``azar models`` prints it."""
    return [{name: value for name, value in row.items() if name not in _OF_CARDS} for row in hall_rows()]


def hall_rows() -> list[Json]:
    """The same rows with what else a card says: pots of its own, shared ones, house cards."""
    from emulator.support.cache import digest_of, remembered

    sources = digest_of(_AZAR / name for name in _SOURCES)
    return remembered("models", sources, lambda: [hall_row(load_model(name)) for name in model_names()])


def hall_row(model: Model) -> Json:
    """One of them."""
    found = {"pots": bool(model.pots), "linked": model.link is not None}
    return {**row_of(model), **found, "takes_cards": model.card_name is not None}


def row_of(model: Model) -> Json:
    """What a list says of one machine, as plain values."""
    from emulator.types.registry import TYPES

    payout = model.payout
    return {
        "name": model.name,
        "title": model.title,
        "type": model.type,
        "special": model.special,
        "price_cents": model.price_cents,
        "currency": model.currency.code,
        "rtp": None if payout is None else f"{payout.numerator}/{payout.denominator}",
        "rtp_percent": None if payout is None else float(payout * 100),
        "profile": model.profile.id,
        "status": TYPES[model.type].status,
    }
