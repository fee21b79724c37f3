# SPDX-License-Identifier: MIT
"""The rooms of product code, and a random choice of changes that is the same for a seed and a tree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from mutation import c_rows, python_rows
from mutation.change import Change

# name -> (folder, ends, whether folders within it count, what is another room's or nobody's)
ROOMS: dict[str, tuple[str, tuple[str, ...], bool, tuple[str, ...]]] = {
    "core": ("cext/src", (".c", ".h"), True, ()),
    "fast": ("cext/fast", (".c", ".h"), True, ()),
    "machines": ("machines", (".py",), True, ("machines/firmware",)),
    "firmware": ("machines/firmware", (".py",), True, ("machines/firmware/typecheck",)),
    "emulator": ("emulator", (".py",), True, ("emulator/panel",)),
    "panel": ("emulator/panel", (".py",), True, ()),
}


def files(tree: Path, room: str) -> list[str]:
    """The files of a room, by name."""
    folder, ends, _, apart = ROOMS[room]
    every = (path.relative_to(tree).as_posix() for path in (tree / folder).rglob("*") if path.suffix in ends)
    return sorted(name for name in every if not name.startswith(tuple(f"{one}/" for one in apart)))


def changes(tree: Path, file: str) -> Iterator[Change]:
    """Every change of a file."""
    source = (tree / file).read_bytes()
    return (python_rows if file.endswith(".py") else c_rows).changes(file, source)


def drawn(tree: Path, room: str, seed: str) -> Iterator[Change]:
    """
    Changes of a room in a random order that the seed fixes, every kind of bug in turn.

    A drawing has far more numbers than decisions: by place alone nearly all bugs would be of a colour.
    """
    chance = random.Random(f"{seed}/{room}")
    by_kind: dict[str, list[Change]] = {}
    for file in files(tree, room):
        for change in changes(tree, file):
            by_kind.setdefault(change.kind, []).append(change)
    rows = [by_kind[kind] for kind in sorted(by_kind)]
    for row in rows:
        chance.shuffle(row)
    chance.shuffle(rows)
    taken: set[tuple[str, int]] = set()
    while any(rows):
        for row in rows:
            while row:
                change = row.pop()
                if (change.file, change.start) not in taken and _reads(tree, change):
                    taken.add((change.file, change.start))
                    yield change
                    break


def _reads(tree: Path, change: Change) -> bool:
    """Whether Python still reads a changed file; a compiler says so of C."""
    source = (tree / change.file).read_bytes()
    changed = source[: change.start] + change.new.encode() + source[change.end :]
    return not change.file.endswith(".py") or python_rows.compiles(changed)


def shares(sample: int, rooms: list[str]) -> dict[str, int]:
    """How many changes each room gets: as even as the sample allows."""
    return {room: sample // len(rooms) + (i < sample % len(rooms)) for i, room in enumerate(rooms)}
