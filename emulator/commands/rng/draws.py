# SPDX-License-Identifier: MIT
"""azar rng draws: draws as machines make them, one play a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import WRONG_USAGE, CommandError, Seed, flag, open_model, valued
from emulator.commands.rng.output import key_of, reader_may_leave, require_no_terminal, write
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.lab.rng_stats import Array

_BELOW = 100  # the bound unless something else is drawn
_PIECE_DRAWS = 1 << 17
_PIECE_STEPS = 1 << 8

Below = Annotated[
    int | None, typer.Option("--below", min=1, max=(1 << 32) - 1, help="Draws below this number; 100.")
]
Dice = Annotated[
    int | None, typer.Option("--dice", min=1, max=12, help="Throws of so many dice, faces 1 to 6.")
]
Shuffle = Annotated[
    int | None, typer.Option("--shuffle", min=2, max=255, help="Decks of so many cards, numbered from 0.")
]
Stops = Annotated[
    str | None, valued("--stops", "MODEL", "Stops that a machine shows.", autocompletion=complete.models)
]
Count = Annotated[int, typer.Option("--count", min=0, help="How many plays; 0: no end.")]
Machine = Annotated[int, typer.Option("--machine", min=0, help="Number of the machine.")]
Binary = Annotated[bool, flag("--binary", "Four bytes a draw, little endian, instead of text.")]


def draws(
    below: Below = None,
    dice: Dice = None,
    shuffle: Shuffle = None,
    stops: Stops = None,
    count: Count = 20,
    machine: Machine = 1,
    binary: Binary = False,
    seed: Seed = None,
) -> None:
    """
    Write draws as machines make them, one play a line.

    One of --below, --dice, --shuffle and --stops says what is drawn. Without a seed a fresh key is used and
    told.
    """
    which = {"--below": below, "--dice": dice, "--shuffle": shuffle, "--stops": stops}
    if sum(value is not None for value in which.values()) > 1:
        raise CommandError(
            f"draws takes one of {', '.join(which)}", "azar rng draws --dice 3", status=WRONG_USAGE
        )
    _write_rows(_rows(which, key_of(seed), machine, count), binary, endless=count == 0)


def _rows(which: JsonView, key: bytes, machine: int, plays: int) -> Iterator[Array]:
    """Draws of plays, shape (plays, draws), in pieces that fit in memory; without an end for 0 plays."""
    if which["--stops"] is not None:
        return _shown(which["--stops"], key, machine, plays)
    import cext

    dice, cards, below = which["--dice"], which["--shuffle"], which["--below"] or _BELOW
    if dice is not None:
        return _made(plays, dice, lambda first, many: cext.throws(key, first, many, dice, machine=machine))
    if cards is not None:
        return _made(plays, cards, lambda first, many: cext.deals(key, first, many, cards, machine=machine))
    from emulator.lab.rng_source import CoreSource

    source = CoreSource(key)
    return _made(plays, 1, lambda first, many: source.draws(machine, cext.PURPOSE_PLAY, first, many, [below]))


def _made(plays: int, draws: int, make: Callable[[int, int], Array]) -> Iterator[Array]:
    for first, many in _pieces(plays, _PIECE_DRAWS // draws):
        yield make(first, many)


def _shown(name: str, key: bytes, machine: int, plays: int) -> Iterator[Array]:
    """Stops of single plays without hold, or of paid plays, by the very steps that firmware calls."""
    import numpy as np

    from emulator.types.registry import TYPES
    from machines.model import need_drawn

    model = need_drawn(open_model(name), "stops are those of")
    stops = TYPES[model.type].stops
    assert stops is not None
    every = stops(model, key, machine)
    for _, many in _pieces(plays, _PIECE_STEPS):
        yield np.array(list(islice(every, many)), dtype=np.uint32)


def _pieces(plays: int, most: int) -> Iterator[tuple[int, int]]:
    """First play and number of plays of each piece."""
    first = 0
    while not plays or first < plays:
        many = min(most, plays - first) if plays else most
        yield first, many
        first += many


def _write_rows(rows: Iterator[Array], binary: bool, *, endless: bool) -> None:
    if binary:
        require_no_terminal()
    with reader_may_leave(endless=endless):
        for piece in rows:
            if binary:
                write(memoryview(piece.astype("<u4").tobytes()))
                continue
            lines = "".join(" ".join(map(str, row)) + "\n" for row in piece.tolist())
            write(memoryview(lines.encode("ascii")))
