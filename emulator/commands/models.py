# SPDX-License-Identifier: MIT
"""azar models: what ships."""

from __future__ import annotations

from pathlib import Path

from emulator.commands.console import AsJson, euro, open_model, print_json, print_table, table
from machines.support.plain import Json

EXAMPLE = "azar models --json"

_AZAR = Path(__file__).parents[2]


def models(as_json: AsJson = False) -> None:
    """
    List the machines that ship: name, type, price, payout, status.

    The list is kept in your cache folder until azar changes; "azar par" always computes.
    """
    from emulator.support.cache import digest_of, remembered

    sources = (_AZAR / name for name in ("cext", "machines", "emulator/types", "emulator/commands"))
    rows = remembered("models", digest_of(sources), _rows)
    if as_json:
        print_json({"models": rows})
        return
    shown = table(None, "name", "title", "type", ">price", ">payout", "profile", "status")
    for row in rows:
        kind = f"{row['type']} special" if row["special"] else row["type"]
        cells = (row["name"], row["title"], kind, euro(row["price_cents"]))
        payout = "none" if row["rtp_percent"] is None else f"{row['rtp_percent']:.2f} %"
        shown.add_row(*cells, payout, row["profile"], row["status"])
    print_table(shown)


def _rows() -> list[Json]:
    from machines.model import model_names

    return [_row(name) for name in model_names()]


def _row(name: str) -> Json:
    from emulator.types.registry import TYPES

    model = open_model(name)
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
