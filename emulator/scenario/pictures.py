# SPDX-License-Identifier: MIT
"""
Pictures in scenarios: the panel as a step leaves it, saved, and compared where the step states its print.

    expect = { picture = "door" }                 # saved by ``azar scenario FILE --pictures DIR``

    [step.expect.picture]
    name = "door"
    shows = '''                                   # 10 rows of 16 colours, rrggbb
    2a1f1c 30221e ...'''

A print and no digest of the pixels: those are others with another SDL, FreeType or font, where nothing of the
machine has changed. Means of 16 x 10 parts stay within 9 levels at other sizes and in lighter letters; a
lamp, a symbol or a door moves them by 40 and more. Words of other lengths move them by 16: a picture is in
the language of its cabinet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulator.cabinet import Cabinet
from machines.support.plain import JsonView

COLUMNS, ROWS = 16, 10
LIMIT = 12
"""Levels of 255 by which a part may differ."""

_NAME = re.compile(r"[a-z0-9_]+")
_COLOUR = re.compile(r"[0-9a-f]{6}")
_KEYS: Mapping[str, type] = {"name": str, "shows": str, "maintenance": bool}
NO_PYGAME = 'pygame is not installed: "pip install pygame-ce", or leave the picture out'
Print = list[list[tuple[int, int, int]]]


def mistakes(value: object) -> list[str]:
    """What is wrong with a picture as it is written."""
    if isinstance(value, str):
        value = {"name": value}
    if not isinstance(value, dict) or "name" not in value:
        return [f'picture must be "name" or {{ name = "name", shows = "print" }} (got {value!r})']
    found = []
    for key, given in value.items():
        if key not in _KEYS:
            found.append(f"picture.{key} must be one of {', '.join(_KEYS)}")
        elif not isinstance(given, _KEYS[key]):
            kind = "text" if _KEYS[key] is str else "true or false"
            found.append(f"picture.{key} must be {kind} (got {given!r})")
    if found:
        return found
    if not _NAME.fullmatch(value["name"]):
        found.append(f"picture.name must be a-z, 0-9 and _ (got {value['name']!r})")
    if "shows" in value and value["shows"].strip() and _read(value["shows"]) is None:
        found.append(f"picture.shows must be {ROWS} rows of {COLUMNS} colours rrggbb, or empty to be told")
    return found


@dataclass
class Album:
    """
    The pictures of one scenario.

    Args:
        folder: where they are saved as ``TITLE-NAME.png``; if None, what is not compared is not drawn.
        title: what their files begin with.
    """

    folder: Path | None = None
    title: str = "scenario"
    saved: list[Path] = field(default_factory=list)

    def take(self, value: str | JsonView, cabinet: Cabinet) -> list[str]:
        """
        Take the picture of a step and compare it.

        Returns:
            what does not hold; a picture that cannot be drawn where it must be does not.
        """
        row: JsonView = {"name": value} if isinstance(value, str) else value
        if self.folder is None and "shows" not in row:
            return []
        try:
            from emulator.panel.machine.prints import print_of, take_picture
        except ImportError as error:
            if (error.name or "").split(".")[0] != "pygame":
                raise
            return [f"picture {row['name']} cannot be drawn: {NO_PYGAME}"]
        picture = take_picture(cabinet, cabinet.language, row.get("maintenance", False))
        where = self._save(picture, row["name"]) if self.folder is not None else None
        if "shows" not in row:
            return []
        return _compare(row, print_of(picture, COLUMNS, ROWS), where)

    def _save(self, picture: Any, name: str) -> Path:
        from emulator.panel.frame.window import save_picture

        assert self.folder is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.title}-{name}.png"
        save_picture(picture, path)
        self.saved.append(path)
        return path


def written(print_: Print) -> str:
    """A print as scenarios state it."""
    return "\n".join(
        " ".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in row) for row in print_
    )


def _compare(row: JsonView, present: Print, where: Path | None) -> list[str]:
    wanted = _read(row["shows"])
    if wanted is None:
        return [f"picture {row['name']} must show (got)\n{written(present)}"]
    parts = [
        (max(abs(one - other) for one, other in zip(was, is_, strict=True)), line, column)
        for line, (before, now) in enumerate(zip(wanted, present, strict=True), 1)
        for column, (was, is_) in enumerate(zip(before, now, strict=True), 1)
    ]
    apart = sorted((part for part in parts if part[0] > LIMIT), reverse=True)
    if not apart:
        return []
    worst, line, column = apart[0]
    see = f"; see {where}" if where is not None else "; --pictures DIR saves it"
    told = (
        f"picture {row['name']} must be alike within {LIMIT} levels (got {len(apart)} of {ROWS * COLUMNS} "
        f"parts that are not, the worst {worst} apart in row {line}, column {column}{see})"
    )
    return [f"{told}\n{written(present)}"]


def _read(text: str) -> Print | None:
    """The print that a text states; None if it is none."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        return None
    if not all(_COLOUR.fullmatch(cell) for row in rows for cell in row):
        return None
    return [[(int(cell[:2], 16), int(cell[2:4], 16), int(cell[4:], 16)) for cell in row] for row in rows]
