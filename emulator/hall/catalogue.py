# SPDX-License-Identifier: MIT
"""
What there is to play: every machine that ships, with type, price and exact payout.

    for row in machine_rows():
        print(row["name"], row["rtp"])

The list is kept in the user's cache folder until azar changes; ``azar models`` prints the same one. Tables
have a list of their own: what one may stake there, and what the house keeps of it, exactly.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from emulator.hall.money import HallError
from machines.support.plain import Json, JsonView

if TYPE_CHECKING:
    from machines.model import Model
    from machines.tables.figure import Figure, Price
    from machines.tables.game import Choice

_AZAR = Path(__file__).parents[2]
_OF_CARDS = ("pots", "linked", "takes_cards")
_SOURCES = ("cext", "machines", "emulator/types", "emulator/commands", "emulator/hall")
# So much in hand that the limits of the table alone bound a bet; so many moves until a table takes bets.
_RICH_CENTS, _MOVES_MOST = 1_000_000_000, 64


def machine_rows() -> list[Json]:
    """A row for each machine that ships, by name, as ``azar models`` prints it."""
    return [{name: value for name, value in row.items() if name not in _OF_CARDS} for row in hall_rows()]


def hall_rows() -> list[Json]:
    """The same rows with what else a card says: pots of its own, shared ones, house cards."""
    from emulator.support.cache import digest_of, remembered

    sources = digest_of(_AZAR / name for name in _SOURCES)
    return remembered("models", sources, _checked_rows)


def _checked_rows() -> list[Json]:
    from machines.model import model_names

    return _counted_apart(_checked_row, model_names())


def _checked_row(name: str) -> Json:
    from machines.model import load_model

    return hall_row(load_model(name))


def _counted_apart(row: Callable[[str], Json], names: Iterable[str]) -> list[Json]:
    """
    Rows by processes of their own, as many as there are processors.

    What the mathematics keeps at hand, 170 MB at black jack alone, would stay in a kiosk until it ends.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return list(pool.map(row, names))


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


def table_rows() -> list[Json]:
    """A row for each table game of the registry, in its order."""
    from emulator.support.cache import digest_of, remembered
    from machines.tables.registry import GAMES

    sources = digest_of(_AZAR / name for name in _SOURCES)
    return remembered("tables", sources, lambda: _counted_apart(table_row, GAMES))


def table_row(name: str) -> Json:
    """
    What a card says of one table game, as plain values.

    ``bets`` are the best one and the least good one of those that one may lay alone: odds behind another bet,
    or an insurance of it, cost nothing or less, but cannot be had without it.
    """
    from machines.tables.odds import figures, prices
    from machines.tables.registry import GAMES, texts

    said: JsonView = texts()[name]
    opening = opening_bets(name)
    alone = {one.spot for one in opening}
    rows: list[Figure | Price] = [
        row for known in (figures(name), prices(name)) for row in known if row.spot in alone
    ]
    ends = [min(rows, key=lambda row: row.edge), max(rows, key=lambda row: row.edge)]
    spots = {kind: len({row.spot for row in rows if row.kind == kind}) for kind in {one.kind for one in ends}}
    bets = [[one.spot if spots[one.kind] == 1 else one.kind, str(one.edge), one.sampled] for one in ends]
    return {
        "name": name, "folder": GAMES[name], "title": said["title"], "source": said["source"],
        "least_cents": min(one.least for one in opening), "most_cents": max(one.most for one in opening),
        "bets": bets,
    }  # fmt: skip


def opening_bets(name: str) -> list[Choice]:
    """The bets that a table takes of somebody who has none on it, with their limits, as it is opened."""
    from machines.tables.table import Table

    table = Table(name, bytes(32), {1: _RICH_CENTS})
    for _ in range(_MOVES_MOST):
        if bets := [one for one in table.legal(1) if one.kind == "bet"]:
            return bets
        table.act(table.next_move())
    raise HallError(f"table {name} must take bets within {_MOVES_MOST} moves (got none)")
