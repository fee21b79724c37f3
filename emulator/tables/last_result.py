# SPDX-License-Identifier: MIT
"""The last result of a table as a board shows it: a number, a letter or a word, and its colour."""

from __future__ import annotations

from collections.abc import Sequence

from machines.support.plain import JsonView

_COLOURS = {
    "punto": "blue", "banca": "red", "tie": "green", "negro": "black", "rojo": "red", "nulo": "plain",
    "31": "green", "juega": "blue", "fuera": "plain",
}  # fmt: skip


def last_result(last: int | str | Sequence[int], decides: str, felt: JsonView) -> tuple[str, str]:
    """
    What a board shows of a result, and its colour.

    Args:
        last: a pocket, a word, or the faces of dice.
        decides: what decides at the table: wheel, cups, dice or cards.
        felt: the table's ``felt.toml``.
    """
    shown = str(last if isinstance(last, int | str) else sum(last))
    if decides in ("wheel", "cups"):
        wheel = felt["wheel"]
        named = {n: colour for colour in ("red", "green", "yellow") for n in wheel.get(colour, ())}
        return shown, named.get(int(shown), "black")
    if decides == "dice":
        return shown, "red" if shown == "7" else "plain"
    word = shown in _COLOURS and not shown.isdigit()
    said = "=" if shown == "nulo" else shown[:1].upper() if word else shown
    return said, _COLOURS.get(shown, "plain")
