# SPDX-License-Identifier: MIT
"""
Measures the exact mathematics: the count of all turns, the mean from symbol counts, a whole PAR sheet.

The reference game with 32, 72 and 100 stops a reel (10^10 combinations), and every model of type C that
ships. One thread; times are its CPU time in milliseconds, medians of the turns.

    python benchmarks/par.py --turns 9
"""

from __future__ import annotations

import argparse
import json
import statistics

import reference_game as game
from turns import Call, in_turns

import cext
from machines.model import ChanceModel, load_model, model_names
from machines.par.sheet import par_sheet
from machines.types.chance import game as chance_game
from machines.types.chance.rows import TurnRows


def reference(stops: int) -> cext.ChanceTables:
    """The tables of the reference game."""
    wild = 1 << game.WILD
    combos = [
        cext.Combo(cents, (*[wild | 1 << symbol] * span, *[cext.ANY_MASK] * (5 - span)), span, symbol)
        for symbol, pays in enumerate(game.PAYS_CENTS)
        for span, cents in pays.items()
    ]
    blob = cext.pack_chance(
        cext.ChanceGame(
            strips=game.make_strips(stops),
            rows=3,
            paylines=game.LINES,
            symbols=game.SYMBOLS,
            combos=combos,
            scatters=[
                cext.Scatter(cents, 1 << game.SCATTER, count) for count, cents in game.SCATTER_CENTS.items()
            ],
            price_cents=game.PRICE_CENTS,
            cap_cents=game.CAP_CENTS,
        )
    )
    return cext.ChanceTables(blob)


def mean_cents(tables: cext.ChanceTables) -> object:
    """What a turn pays on average, row by row, no turn listed."""
    rows = TurnRows(tables)
    return sum(row.cents for row in (*rows.combos, *rows.scatters))


def sheet(model: ChanceModel) -> Call:
    """Makes a sheet anew, nothing remembered."""

    def make() -> object:
        chance_game._game.cache_clear()
        return par_sheet(model)

    return make


def milliseconds(contenders: dict[str, Call], turns: int) -> dict[str, float]:
    """Median milliseconds of each."""
    times = in_turns(contenders, turns).seconds
    return {name: round(1000 * statistics.median(spent), 2) for name, spent in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--turns", type=int, default=9)
    turns = parser.parse_args().turns
    found = {}
    for stops in (32, 72, 100):
        tables = reference(stops)
        assert mean_cents(tables) == chance_game.game_of(tables).uncapped_mean_cents
        calls: dict[str, Call] = {
            "all turns": lambda tables=tables: cext.turn_distribution(tables),  # type: ignore[misc]
            "mean": lambda tables=tables: mean_cents(tables),  # type: ignore[misc]
        }
        found[f"reference game, {stops} stops"] = milliseconds(calls, turns)
    for name in model_names():
        model = load_model(name)
        if isinstance(model, ChanceModel):
            found[name] = milliseconds({"PAR sheet": sheet(model)}, turns)
    print(json.dumps({"unit": "ms of CPU time, median", "turns": turns, **found}, indent=1))


if __name__ == "__main__":
    main()
