# SPDX-License-Identifier: MIT
"""Checks that reels, lines and pays of any model fit each other; and the lines of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches

from machines.check.problems import Findings
from machines.firmware import pins

LINES = frozenset(name for name, *_ in pins.PINS)
"""The lines of the board, by name."""


def known_symbol(path: str, symbol: str, known: list[str], findings: Findings) -> None:
    """Note a symbol that nothing describes."""
    if symbol in known:
        return
    near = get_close_matches(symbol, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"describe it as [symbols.{symbol}]"
    message = f'must be one of {", ".join(known)} (got "{symbol}")'
    findings.add(path, message, hint, value=symbol, limit=known)


def one_each(path: str, came: int, reels: int, what: str, findings: Findings) -> None:
    """Note a list that does not hold one thing for each reel."""
    if came != reels:
        message = f"must hold one {what} for each of the {reels} reels (got {came})"
        findings.add(path, message, f"write {reels}", value=came, limit=reels, unit=f"{what}s")


def repeated(name: str, rows: Sequence[Sequence[object]]) -> list[tuple[str, Sequence[object]]]:
    """(key path, row) of each row that stands above it already."""
    seen: Counter[tuple[object, ...]] = Counter()
    found = []
    for number, row in enumerate(rows):
        if seen[tuple(row)]:
            found.append((f"{name}[{number}]", row))
        seen[tuple(row)] += 1
    return found


def check_motor(path: str, stops: int, motor_steps: int, findings: Findings) -> None:
    """A motor makes the same whole number of steps from stop to stop."""
    if motor_steps % stops:
        message = f"must be a whole multiple of the {stops} stops of its strip (got {motor_steps})"
        hint = f"write {max(1, round(motor_steps / stops)) * stops}, or change the strip"
        findings.add(f"{path}.motor_steps", message, hint, value=motor_steps, limit=stops, unit="steps")


def check_paylines(lines: Sequence[Sequence[int]], reels: int, rows: int | None, findings: Findings) -> None:
    """Each payline reads one visible row of every reel, and none stands twice."""
    for number, line in enumerate(lines):
        path = f"paylines[{number}]"
        one_each(path, len(line), reels, "row", findings)
        for reel, row in enumerate(line):
            if rows is not None and row >= rows:
                message = f"must be a visible row, 0 to {rows - 1} (got {row})"
                hint = "rows count from 0, the uppermost"
                findings.add(f"{path}[{reel}]", message, hint, value=row, limit=rows - 1)
    for path, _ in repeated("paylines", lines):
        findings.add(path, "must differ from the lines before it", "take it out")
