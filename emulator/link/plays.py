# SPDX-License-Identifier: MIT
"""
The plays of a link's definition: what one costs, and how often a machine makes one.

    [plays.bochorno]                     # by model; what is left out is the model's
    stakes_cents = [20, 40]              # every stake of a play: single and double (B-02, B-03)
    play_min_ms = 5000                   # from one play to the next (B-10)

    [plays.table]                        # of a link of tables
    coin_cents = 100                     # a stake is a whole number of coins
    stake_max_cents = 2100               # of one hand, all players together
    play_min_ms = 20000                  # from one hand to the next

A controller refuses every play beyond these bounds. Those that a definition leaves out are the
model's; those that it states must equal the model's. Tables have no model: left out, TABLE holds.

Source: rows B-02, B-03, B-10, C-02, C-03 and C-09 of the profile; Decreto 159/2002 Annex I, póquer sin
descarte, part IV: seven hands of at most three players each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from machines.model import Model, need_drawn
from machines.support.plain import JsonView
from machines.types.registry import TYPES

Wrong = Callable[[str, str, object, str | None], None]  # path, what is allowed, what came, rule

TABLE_NAME = "table"
HANDS_MAX = 7  # of a table, each of which can win
_STAKE_MAX_CENTS = 4_294_967  # a play's stake has 32 bits of millicents
_MS_MAX = 3_600_000
_MACHINE_KEYS = ("stakes_cents", "play_min_ms")
_TABLE_KEYS = ("coin_cents", "stake_max_cents", "play_min_ms")


class Bounds(NamedTuple):
    """
    The plays that one machine may report.

    Attributes:
        stakes_mc: each stake that a play may have, ascending; none at a table.
        coin_mc: a stake is a multiple of it.
        most_mc: the largest stake.
        winners: among how many a prize is split at most.
        play_min_us: from one play to the next.
    """

    stakes_mc: tuple[int, ...]
    coin_mc: int
    most_mc: int
    winners: int
    play_min_us: int

    def allows(self, stake_mc: int) -> bool:
        """Whether a play may have this stake; none at all is a table's that only names a prize."""
        if self.stakes_mc:
            return stake_mc in self.stakes_mc
        return stake_mc <= self.most_mc and stake_mc % self.coin_mc == 0

    def stakes(self) -> str:
        """The stakes that are allowed, in words."""
        if self.stakes_mc:
            return f"{' or '.join(map(str, self.stakes_mc))} mc"
        return f"0 to {self.most_mc} mc in coins of {self.coin_mc} mc"


def _of_machine(stakes_cents: tuple[int, ...], play_min_ms: int) -> Bounds:
    stakes_mc = tuple(cents * 1000 for cents in stakes_cents)
    return Bounds(stakes_mc, stakes_mc[0], stakes_mc[-1], 1, play_min_ms * 1000)


def _of_table(coin_cents: int, stake_max_cents: int, play_min_ms: int) -> Bounds:
    return Bounds((), coin_cents * 1000, stake_max_cents * 1000, HANDS_MAX, play_min_ms * 1000)


# A table of which nothing is written, as in every definition before there was anything to write: 100 EUR a
# hand is more than the slots of seven places take, a second is less than a hand of cards lasts.
TABLE = _of_table(coin_cents=1, stake_max_cents=10_000, play_min_ms=1_000)


def of_model(model: Model) -> Bounds:
    """The bounds of a model: its price, also of plays made at once (B-03), or its bets (C-02)."""
    drawn = need_drawn(model, "a link needs")
    return _of_machine(drawn.stakes_cents, drawn.play_min_ms)


# --- reading ---------------------------------------------------------------------------------------


def read_plays(table: JsonView | None, wrong: Wrong) -> dict[str, JsonView]:
    """The written plays, by model or TABLE_NAME, without those with mistakes."""
    found: dict[str, JsonView] = {}
    for name, row in (table or {}).items():
        path = f"plays.{name}"
        if not isinstance(row, dict):
            wrong(path, "a table", row, None)
            continue
        keys = _TABLE_KEYS if name == TABLE_NAME else _MACHINE_KEYS
        for key in sorted(set(row) - set(keys)):
            wrong(f"{path}.{key}", f"one of the keys {', '.join(keys)}", key, None)
        if (_sound_table if name == TABLE_NAME else _sound_machine)(path, row, wrong):
            found[name] = row
    return found


def _whole(path: str, row: JsonView, key: str, most: int, unit: str, wrong: Wrong) -> int:
    """A whole number from 1 on; 0 if it is none, which is noted."""
    value = row.get(key)
    if type(value) is not int or not 1 <= value <= most:
        wrong(f"{path}.{key}", f"1 to {most} {unit}", value, None)
        return 0
    return value


def _sound_machine(path: str, row: JsonView, wrong: Wrong) -> bool:
    """Whether what a row says of a model can be read; what it leaves out is the model's."""
    if "play_min_ms" in row and not _whole(path, row, "play_min_ms", _MS_MAX, "ms", wrong):
        return False
    stakes = row.get("stakes_cents", [1])
    sound = isinstance(stakes, list) and stakes and all(type(cents) is int for cents in stakes)
    if sound and stakes == sorted(set(stakes)) and 1 <= stakes[0] <= stakes[-1] <= _STAKE_MAX_CENTS:
        return True
    wrong(f"{path}.stakes_cents", f"ascending amounts of 1 to {_STAKE_MAX_CENTS} cents", stakes, None)
    return False


def _sound_table(path: str, row: JsonView, wrong: Wrong) -> bool:
    """Whether a row says all that bounds a table."""
    play_min_ms = _whole(path, row, "play_min_ms", _MS_MAX, "ms", wrong)
    most = _whole(path, row, "stake_max_cents", _STAKE_MAX_CENTS, "cents", wrong)
    coin = _whole(path, row, "coin_cents", most or _STAKE_MAX_CENTS, "cents", wrong)
    return bool(play_min_ms and most and coin)


# --- what the models are ---------------------------------------------------------------------------


class LinkedModel(Protocol):
    """A machine of a link."""

    @property
    def number(self) -> int:
        """Its number on the link."""

    @property
    def model(self) -> str:
        """The name of its model; empty at a table."""


class Linked(Protocol):
    """A link as its plays are bounded; ``rules.Definition`` is it."""

    @property
    def kind(self) -> str:
        """Carrusel, superjackpot or table."""

    @property
    def machines(self) -> Sequence[LinkedModel]:
        """The machines that are linked."""

    @property
    def plays(self) -> Mapping[str, JsonView]:
        """The plays that the definition states, by model."""

    @property
    def models(self) -> Mapping[str, Model]:
        """Its models by name."""


def bounds_of(made: Linked) -> dict[int, Bounds]:
    """The bounds of every machine of a link, by its number."""
    if made.kind == TABLE_NAME:
        stated = made.plays.get(TABLE_NAME)
        table = _of_table(**stated) if stated else TABLE
        return {one.number: table for one in made.machines}
    models = {name: of_model(model) for name, model in made.models.items()}
    return {one.number: models[one.model] for one in made.machines}


def table_plays(made: Linked) -> JsonView | None:
    """What a hand of a link of tables may cost and how long it lasts, by the keys of ``[plays.table]``."""
    if made.kind != TABLE_NAME:
        return None
    bounds = next(iter(bounds_of(made).values()))
    return {
        "coin_cents": bounds.coin_mc // 1000, "stake_max_cents": bounds.most_mc // 1000,
        "play_min_ms": bounds.play_min_us // 1000,
    }  # fmt: skip


def check_plays(made: Linked, wrong: Wrong) -> None:
    """Written plays are of the link's machines, and equal to those of their models."""
    known = {TABLE_NAME} if made.kind == TABLE_NAME else set(made.models)
    for name in sorted(made.plays.keys() - known):
        wrong(f"plays.{name}", f"one of {', '.join(sorted(known))}, which the link has", name, None)
    for name in sorted(made.plays.keys() & set(made.models)):
        model, stated = need_drawn(made.models[name], "a link needs"), made.plays[name]
        rules = TYPES[model.type].law_rows
        for key, due, what, rule in (
            ("stakes_cents", list(model.stakes_cents), "what a play costs", rules.stake),
            ("play_min_ms", model.play_min_ms, "how long a play lasts", rules.pace),
        ):
            if stated.get(key, due) != due:
                wrong(f"plays.{name}.{key}", f"{due}, {what} at {name}, or left out", stated[key], rule)
