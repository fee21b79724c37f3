# SPDX-License-Identifier: MIT
"""The page of all bets: what each comes to, by what the house keeps, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.figure import Figure, Price, exact

HEAD = """# Every bet of every table game

Made by `azar table odds --markdown`; a test holds it equal to the command. Bets come by the edge, which is
what the house keeps of 100 staked on average, the best one first: a negative edge is the player's.
Wins and loses are chances in per cent, what is missing to 100 comes back whole or in part; the variance is
that of what one unit gains; rounds are spins, throws, coups or deals until a stake is settled. Of a row
without chances edge and variance alone are counted.
A row depends on its decision, which is the player's own, or on the point: of rows of one bet that differ by
a decision the first one is the best. Readings of the texts are those taken; [table_odds.md](table_odds.md)
has what others change, and how each figure is known."""
COLUMNS = (
    "edge %",
    "exactly",
    "game",
    "bet",
    "decision",
    "pays",
    "wins %",
    "loses %",
    "variance",
    "rounds",
    "article",
)
_NUMBERS = ("edge %", "exactly", "pays", "wins %", "loses %", "variance", "rounds")
_READ = 26
"""Nobody reads a fraction of more signs."""


def page(alike: Sequence[tuple[str, Figure | Price, str, int]]) -> str:
    """
    The page as a text.

    Args:
        alike: game, figure, name without its decision and number of spots of each row, sorted.
    """
    ruled = "|".join("--:" if one in _NUMBERS else "---" for one in COLUMNS)
    rows = [f"| {' | '.join(_row(*one))} |" for one in alike]
    notes = [f"- `{game}` {_noted(row, called)}: {row.note}" for game, row, called, _ in alike if row.note]
    table = "\n".join([f"| {' | '.join(COLUMNS)} |", f"|{ruled}|", *rows])
    return "\n\n".join([HEAD, table, "\n".join(dict.fromkeys(notes))]) + "\n"


def _noted(row: Figure | Price, called: str) -> str:
    """What a note is of: where figures of one bet are not exact, its decision, too."""
    return f"{called}, {row.choice}" if row.bound else called


def _row(game: str, row: Figure | Price, called: str, many: int) -> list[str]:
    """The cells of one row."""
    exactly = exact(row.edge, row.bound) if row.bound else str(row.edge)
    return [
        f"{float(row.edge) * 100:+.4f}" if row.edge else "0",
        "sampled" if row.sampled else exactly if len(exactly) <= _READ else "≈",
        f"`{game}`",
        f"{called} ({many} spots)" if many > 1 else called,
        row.choice or "none",
        row.pays,
        *_ends(row),
        row.article,
    ]


def _ends(row: Figure | Price) -> list[str]:
    """Chances, variance and rounds; of a price the variance alone."""
    if isinstance(row, Price):
        return ["", "", f"{float(row.variance):.3f}", ""]
    return [
        f"{float(row.win) * 100:.3f}", f"{float(row.loss) * 100:.3f}", f"{float(row.variance):.3f}",
        f"{float(row.rounds):.2f}",
    ]  # fmt: skip
