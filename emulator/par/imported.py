# SPDX-License-Identifier: MIT
"""A model file with the game of a sheet in place of its own; what the sheet does not tell stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence

import tomlkit
from tomlkit.items import AoT, Array, InlineTable, Table

from emulator.par.exchange import Game, Pay, SheetError, Strip, grouped


def with_game(text: str, game: Game, source: str) -> str:
    """
    Return the text of a model file with the strips, pays and lines of a game.

    Args:
        text: of the model, TOML; comments outside of what is replaced stay.
        game: its symbols must be the model's.
        source: what the sheet is called.

    Raises:
        SheetError: it names symbols that the model has not.
    """
    model = tomlkit.parse(text)
    if "reels" not in model:
        raise SheetError(f"{source}: the model must have reels (it has none)", "name one of type B or C")
    symbols: Mapping[str, Mapping[str, object]] = model["symbols"]
    if unknown := sorted(game.symbols - set(symbols)):
        hint = f"add [symbols.{unknown[0]}] to the model, with its name, colour and drawing or picture"
        raise SheetError(f"{source}: the model must have every symbol (it lacks {', '.join(unknown)})", hint)
    model["reels"] = _reels(game.reels, model["reels"])
    if game.free_reels:
        model["free_reels"] = _reels(game.free_reels, [])
    elif "free_reels" in model:
        del model["free_reels"]
    if game.lines:
        model["paylines"] = _array(game.lines)
    loose = {name for name, symbol in symbols.items() if symbol.get("scatter")}
    lined = [pay for pay in game.pays if pay.places[0] not in loose]
    if lined:
        model["paytable"] = _paytable(lined)
    _scatters(model.get("scatters", []), [pay for pay in game.pays if pay.places[0] in loose])
    return tomlkit.dumps(model)


def _reels(strips: Sequence[Strip], before: Sequence[Mapping[str, object]]) -> AoT:
    """Each keeps what else the model says of it; one more than the model had is as its last."""
    made = tomlkit.aot()
    for place, strip in enumerate(strips):
        table = tomlkit.table()
        if before:
            kept = before[min(place, len(before) - 1)]
            for key in ("motor_steps",):
                if key in kept:
                    table[key] = kept[key]
        table["strip"] = _array(strip.symbols)
        if strip.weights and set(strip.weights) != {1}:
            table["weights"] = _array(strip.weights)
        made.append(table)
    return made


def _paytable(pays: Sequence[Pay]) -> AoT:
    made = tomlkit.aot()
    for group in grouped(pays):
        table: Table = tomlkit.table()
        first = group[0]
        if first.times is None:
            table["symbols"] = [place if isinstance(place, str) else list(place) for place in first.places]
            table["cents"] = first.cents
            if first.pot is not None:
                table["pot"] = first.pot
        else:
            table["symbol"] = first.places[0]
            table["counts"] = _counts(group)
            pots = {str(pay.times): pay.pot for pay in group if pay.pot is not None}
            if pots:
                table["pot"] = tomlkit.inline_table()
                table["pot"].update(pots)
        made.append(table)
    return made


def _scatters(rows: Iterable[MutableMapping[str, object]], pays: Sequence[Pay]) -> None:
    """What a symbol anywhere pays; its free plays and picks stay the model's."""
    for row in rows:
        mine = [pay for pay in pays if pay.places[0] == row["symbol"] and pay.cents]
        if mine:
            row["pays"] = _counts(mine)


def _counts(pays: Sequence[Pay]) -> InlineTable:
    table = tomlkit.inline_table()
    for pay in pays:
        table[str(pay.times)] = pay.cents
    return table


def _array(values: Sequence[object]) -> Array:
    """On one line if it is short, else some on each."""
    made = tomlkit.array()
    abreast = _LINES if values and isinstance(values[0], list) else _STOPS
    if len(values) <= abreast:
        made.extend(values)
        return made
    for start in range(0, len(values), abreast):
        made.add_line(*values[start : start + abreast])
    made.add_line(indent="")
    return made


_STOPS, _LINES = 8, 5
"""Of a strip, and of paylines, on a line of the file."""
