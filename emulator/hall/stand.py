# SPDX-License-Identifier: MIT
"""
What stands in the hall: a machine, a table, or whatever another room of azar puts there.

    for stand in stands(["cierzo", "moncayo"]):
        print(stand.title, stand.letter, stand.price_cents, stand.payout)

A stand says what its card says; how it is played is the matter of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from emulator.hall.catalogue import hall_row, hall_rows, table_rows
from emulator.hall.money import HallError
from machines.support.plain import JsonView

MACHINE, TABLE, DESK = "machine", "table", "desk"
# In the order in which one comes past them.
LETTERS = ("B", "C", "T", "A")


@dataclass(frozen=True)
class Bet:
    """One bet of a table, and what of it the house keeps on average; below zero it gives more."""

    name: str
    """Its spot, or its kind where many spots are of one."""
    edge: Fraction
    sampled: bool = False
    """Played out and not counted."""


@dataclass(frozen=True)
class Stand:
    """One thing that people stop at."""

    kind: str
    name: str
    """Its model, the path of its model's file, or its game."""
    title: str
    letter: str
    """Type of the machine; T for a table."""
    price_cents: int
    """Of a play; of a table the least bet."""
    special: bool = False
    payout: Fraction | None = None
    """Exact; None where skill alone decides, or where it is not known."""
    profile: str = ""
    """Of the law; of a table its text."""
    pots: bool = False
    """Whether it has pots of its own."""
    linked: bool = False
    """Whether it shares pots with others, as the board above has them."""

    takes_cards: bool = False
    """Whether it takes house cards."""

    most_cents: int = 0
    """Of a table the greatest bet on any of its spots."""
    bets: tuple[Bet, ...] = ()
    """Of a table the best bet and the least good one that one may lay alone, by what the house keeps."""

    wheel: bool = False
    """Of a table: whether an electronic wheel draws."""

    @property
    def game(self) -> str:
        """Of a table: its game, as the registry of the games names it."""
        from machines.tables.registry import game_in

        return game_in(self.name)

    @property
    def own_table(self) -> bool:
        """Of a table: whether it is played at a table of its own, without a cloth."""
        from machines.tables.registry import OWN_TABLE

        return self.game in OWN_TABLE

    @property
    def key(self) -> str:
        """What no other stand has."""
        return f"{self.kind}:{self.name}"


def stands(models: Sequence[str] = ()) -> list[Stand]:
    """
    Everything that stands in the hall, in the order in which one comes past.

    Args:
        models: names or files of machines and names of tables that are wanted; none: all that ship.

    Raises:
        HallError: there is none of a name.
        ModelError: a file of a machine has mistakes.
    """
    if models:
        named = {name: table for table in tables() for name in (table.name, table.game)}
        return [named.get(name) or _machine(name) for name in models]
    found = [of_row(row, row["name"]) for row in hall_rows()]
    return sorted([*found, *tables()], key=lambda stand: LETTERS.index(stand.letter))


def with_wheels(found: Sequence[Stand], games: Sequence[str]) -> list[Stand]:
    """
    The same, where an electronic wheel draws for some games.

    Raises:
        HallError: a game of these has no such wheel, or does not stand there.
    """
    from machines.tables.wheel import wheel_names

    there = [one.game for one in found if one.kind == TABLE]
    able = [game for game in wheel_names() if game in there]
    for game in games:
        if game not in able:
            allowed = ", ".join(able) or "none: no roulette, boule or wheel of fortune stands there"
            raise HallError(f"wheel must be at a table of the hall, {allowed} (got {game})")
    return [replace(one, wheel=one.kind == TABLE and one.game in games) for one in found]


def _machine(name: str) -> Stand:
    """A machine by its name or file."""
    from machines.model import ModelError, load_model, model_file

    try:
        model_file(name)
    except ModelError as error:
        raise HallError(
            f"stand must be a machine that ships, a table game or a file *.toml (got {name})",
            'run "azar models" and "azar table list" to see their names',
        ) from error
    return of_row(hall_row(load_model(name)), name)


def of_row(row: JsonView, name: str) -> Stand:
    """A machine as the list of machines has it."""
    payout = None if row["rtp"] is None else Fraction(row["rtp"])
    return Stand(
        MACHINE, name, row["title"], row["type"], row["price_cents"], row["special"], payout, row["profile"],
        row["pots"], row["linked"], row["takes_cards"],
    )  # fmt: skip


def tables() -> list[Stand]:
    """The tables that ship: every game of the registry."""
    return [of_table(row) for row in table_rows()]


def of_table(row: JsonView) -> Stand:
    """A table as the list of tables has it."""
    bets = tuple(Bet(name, Fraction(edge), sampled) for name, edge, sampled in row["bets"])
    return Stand(
        TABLE, row["folder"], row["title"].upper(), "T", row["least_cents"], profile=row["source"],
        most_cents=row["most_cents"], bets=bets,
    )  # fmt: skip
