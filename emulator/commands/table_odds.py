# SPDX-License-Identifier: MIT
"""azar table odds: what every bet comes to, exactly, under every reading of its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    flag,
    print_json,
    print_table,
    say,
    valued,
    working,
)
from emulator.commands.console import table as made_table
from emulator.commands.table_decisions import print_decisions
from emulator.commands.table_options import Declared, Readings, declared, pairs
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.tables.figure import Figure, Price

    Row = Figure | Price

_Row = TypeVar("_Row", "Figure", "Price", "Row")
Game = Annotated[
    str, typer.Argument(metavar="[GAME]", help="One of azar table list; all of them without it.")
]
Spot = Annotated[list[str] | None, valued("--bet", "SPOT", 'This bet alone, as "caballo 17-20".')]
AllReadings = Annotated[
    bool, flag("--all-readings", "Also what each other reading of the text, alone, changes.")
]
Markdown = Annotated[bool, flag("--markdown", "As the page of all bets, by what the house keeps.")]
AsDecisions = Annotated[
    bool, flag("--decisions", "What does best in each case, and what the declared strategy costs.")
]
SORTS = ("text", "edge")
Sort = Annotated[str, valued("--sort", "ORDER", "text: as the text has them; edge: by what the house keeps.")]


def odds(
    game: Game = "",
    bet: Spot = None,
    rule: Declared = None,
    reading: Readings = None,
    all_readings: AllReadings = False,
    sort: Sort = "",
    as_json: AsJson = False,
    markdown: Markdown = False,
    as_decisions: AsDecisions = False,
) -> None:
    """
    Print the exact chance, mean and deviation of every bet.

    The edge is what the house keeps of 100 staked, on average; sigma is the deviation of what one unit gains.
    A bet of which a part is lost at zero counts neither as won nor as lost. Of a row without chances edge and
    sigma alone are counted; where a figure is not exact, ± is by how much its edge may be off. What does best
    at black jack: azar table odds black-jack --decisions.
    """
    from machines.tables.refusal import TableError

    if sort not in ("", *SORTS):
        raise CommandError(f"--sort must be one of {', '.join(SORTS)} (got {sort})", status=WRONG_USAGE)
    if not game and (rule or reading):
        raise CommandError(
            "a rule or reading must be of one game (got all)",
            "name it before --rule or --reading",
            status=WRONG_USAGE,
        )
    rules, readings = declared(rule), dict(pairs(reading))
    try:
        if as_decisions:
            _require_alone(game, bet, sort, all_readings, markdown)
            print_decisions(game, rules, readings, as_json)
            return
        with working("odds", wanted=not (as_json or markdown)):
            found = _counted(game, rules, readings, bet, all_readings)
    except TableError as error:
        raise CommandError(str(error), 'run "azar table list" to see the games') from error
    if bet and not any(found.figures.values()):
        raise CommandError(
            f"--bet must be a spot of {', '.join(found.figures)} (got {', '.join(bet)})",
            f'run "azar table rules {next(iter(found.figures))}" to see them',
        )
    by_edge = (sort or ("text" if game else "edge")) == "edge"
    if markdown:
        _print_page(found.rows())
    elif as_json:
        print_json(_all_plain(found, by_edge))
    else:
        _print(found.rows(), by_edge)
        for name, changed in found.others.items():
            _print_changed(name, changed, found.prices[name])


class _Found(NamedTuple):
    """Figures and prices by game, and what other readings make of them."""

    figures: dict[str, list[Figure]]
    prices: dict[str, list[Price]]
    others: dict[str, dict[tuple[str, str], list[Row]]]

    def rows(self) -> dict[str, list[Row]]:
        """Figures and prices of every game, those of one bet together."""
        return {name: _first_by_bet([*rows, *self.prices[name]]) for name, rows in self.figures.items()}


def _require_alone(game: str, bet: list[str] | None, sort: str, all_readings: bool, markdown: bool) -> None:
    if not game or bet or sort or all_readings or markdown:
        raise CommandError(
            "--decisions takes a game, --rule, --reading and --json alone",
            'run "azar table odds black-jack --decisions"',
            status=WRONG_USAGE,
        )


def _counted(
    game: str, rules: dict[str, int | str], readings: dict[str, str], bet: list[str] | None, others: bool
) -> _Found:
    """All that is printed; TableError: no such game, rule or reading."""
    from machines.tables.odds import differing, figures, prices, repriced
    from machines.tables.registry import GAMES

    games = [game] if game else [*GAMES]
    found = _Found(
        {name: _wanted(figures(name, rules, readings), bet) for name in games},
        {name: _wanted(prices(name, rules, readings), bet) for name in games},
        {},
    )
    for name in games if others else ():
        changed, priced = differing(name, rules, readings), repriced(name, rules, readings)
        found.others[name] = {
            key: [*_wanted(changed[key], bet), *_wanted(priced[key], bet)] for key in changed
        }
    return found


def _all_plain(found: _Found, by_edge: bool) -> Json:
    from machines.tables.figure import Figure, Price

    return {
        "games": {
            name: [_plain(row) for row in _sorted(rows, by_edge)] for name, rows in found.figures.items()
        },
        "prices": {
            name: [_price(row) for row in _sorted(rows, by_edge)]
            for name, rows in found.prices.items() if rows
        },
        "readings": [
            {
                "game": name, "reading": one, "value": value,
                "bets": [_plain(row) for row in rows if isinstance(row, Figure)],
                "prices": [_price(row) for row in rows if isinstance(row, Price)],
            }
            for name, changed in found.others.items() for (one, value), rows in changed.items()
        ],
    }  # fmt: skip


def _wanted(rows: Sequence[_Row], bet: list[str] | None) -> list[_Row]:
    return [row for row in rows if not bet or row.spot in bet]


def _first_by_bet(rows: Sequence[Row]) -> list[Row]:
    """Rows of one bet together, bets in the order of their first rows."""
    kinds = list(dict.fromkeys(row.kind for row in rows))
    return sorted(rows, key=lambda row: kinds.index(row.kind))


def _sorted(rows: Sequence[_Row], by_edge: bool) -> list[_Row]:
    return sorted(rows, key=lambda row: row.edge) if by_edge else list(rows)


def _plain(row: Figure) -> Json:
    from machines.tables.figure import ZERO, exact

    numbers = {
        name: exact(value, row.bound if name in ("win", "loss", "null", "mean") and value else ZERO)
        for name, value in row._asdict().items()
        if name in ("win", "loss", "part", "null", "mean", "rounds")
    }
    return {
        "spot": row.spot, "bet": row.kind, "choice": row.choice, "article": row.article, "pays": row.pays,
        **numbers, "edge_percent": float(row.edge * 100), "deviation": row.deviation, "note": row.note,
    }  # fmt: skip


def _price(row: Price) -> Json:
    from machines.tables.figure import exact

    return {
        "spot": row.spot, "bet": row.kind, "choice": row.choice, "article": row.article, "pays": row.pays,
        "mean": exact(row.mean, row.bound), "edge_percent": float(row.edge * 100),
        "bound_percent": float(row.bound * 100), "variance": exact(row.variance, row.variance_bound),
        "deviation": row.deviation, "note": row.note,
    }  # fmt: skip


def _alike(rows: Iterable[_Row]) -> list[tuple[_Row, str, int]]:
    """Rows of which only the spot differs, once each: the first, what they are called, how many they are."""
    found: dict[_Row, list[_Row]] = {}
    for row in rows:
        found.setdefault(row._replace(spot="", kind=""), []).append(row)
    return [(same[0], _called(same), len(same)) for same in found.values()]


def _print_page(found: dict[str, list[Row]]) -> None:
    """The page of all bets, plain on stdout."""
    from emulator.commands.table_page import page

    rows = [
        (name, row, called.removesuffix(f", {row.choice}"), many)
        for name, figures in found.items() for row, called, many in _alike(figures)
    ]  # fmt: skip
    typer.echo(page(sorted(rows, key=lambda one: one[1].edge)), nl=False)


def _called(same: Sequence[Row]) -> str:
    """A spot by its name, several by their bet."""
    kinds = list(dict.fromkeys(row.kind for row in same))
    name = same[0].spot if len(same) == 1 else kinds[0]
    more = f" and {len(kinds) - 1} more" if len(kinds) > 1 else ""
    return ", ".join(filter(None, [name + more, same[0].choice]))


def _print(found: dict[str, list[Row]], by_edge: bool) -> None:
    one_game = len(found) == 1
    rows = [(name, *alike) for name, figures in found.items() for alike in _alike(figures)]
    bounded = [">±"] if any(row.bound for _, row, *_ in rows) else []
    columns = (
        "bet", ">spots", ">pays", ">wins %", ">loses %", ">edge %", *bounded, ">sigma", ">rounds", "article",
    )  # fmt: skip
    title = (
        f"{next(iter(found))}: what every bet comes to" if one_game else "All bets by what the house keeps"
    )
    made = made_table(title, *([] if one_game else ["game"]), *columns)
    made.columns[-1].no_wrap = True
    for name, row, called, many in sorted(rows, key=lambda one: one[1].edge) if by_edge else rows:
        wins, loses, sigma, rounds = _ends(row)
        made.add_row(
            *([] if one_game else [name]), called, str(many), row.pays, wins, loses, _edge(row.edge),
            *([_bound(row)] if bounded else []), sigma, rounds, row.article,
        )  # fmt: skip
    print_table(made)
    for note in dict.fromkeys(f"{_noted(row)}: {row.note}" for _, row, *_ in rows if row.note):
        say(note)


def _noted(row: Row) -> str:
    """What a note is of: a spot, and of several rows of one spot the play."""
    return f"{row.spot}, {row.choice}" if row.bound else row.spot


def _ends(row: Row) -> tuple[str, str, str, str]:
    """Chances of winning and losing, sigma and rounds; of a price sigma alone."""
    from machines.tables.figure import Price

    if isinstance(row, Price):
        return "", "", f"{row.deviation:.3f}", ""
    return (
        f"{float(row.win) * 100:.3f}", f"{float(row.loss) * 100:.3f}", f"{row.deviation:.3f}",
        f"{float(row.rounds):.2f}",
    )  # fmt: skip


def _edge(edge: Fraction) -> str:
    return f"{float(edge) * 100:+.4f}" if edge else "0"


def _bound(row: Row) -> str:
    """By how much an edge in per cent may be off, one digit, rounded up."""
    from math import ceil, floor, log10

    if not row.bound:
        return ""
    place = floor(log10(row.bound * 100))
    return f"{ceil(row.bound * 100 / Fraction(10) ** place)}e{place}"


def _print_changed(name: str, changed: dict[tuple[str, str], list[Row]], means: list[Price]) -> None:
    held = {(row.spot, row.choice): row.edge for row in means}
    compared = [">change", ">±"] if held else []
    made = made_table(
        f"{name}: what another reading changes", "reading", "bet", ">pays", ">wins %", ">edge %", *compared
    )
    for (reading, value), rows in changed.items():
        alike = _alike(rows)
        for row, called, _ in alike:
            before = held.get((row.spot, row.choice))
            change = "" if before is None else _edge(row.edge - before)
            made.add_row(
                f"{reading}={value}", called, row.pays, _ends(row)[0], _edge(row.edge),
                *([change, _bound(row)] if compared else []),
            )  # fmt: skip
        if not alike:
            made.add_row(f"{reading}={value}", "no figure", *[""] * (3 + len(compared)))
    print_table(made)
