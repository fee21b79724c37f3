# SPDX-License-Identifier: MIT
"""One look at the inside: readings, what is broken, and what changed a moment ago; taken once a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from emulator.cabinet.front import CoinView
from emulator.inside.controls import Control
from emulator.inside.reading import Value, whole

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.inside.controls import Controls
    from emulator.inside.ear import Ear
    from emulator.inside.inside import Inside

# How long a line that has changed stays marked, in the machine's time.
FLASH_US = 250_000


@dataclass(frozen=True)
class Look:
    """
    The inside at one instant.

    Attributes:
        values: every reading by name; groups: by part, its readings.
        broken: by part, the controls that are active: faults, and keys and doors that are not as usual.
        fresh: lines that have changed a moment ago.
        slugs: how far each disc of metal has come, in permille.
    """

    now_us: int
    values: Mapping[str, Value]
    groups: Mapping[str, tuple[tuple[str, Value], ...]]
    broken: Mapping[str, tuple[Control, ...]]
    fresh: frozenset[str]
    coins: Sequence[CoinView]
    slugs: Sequence[int]
    note: CoinView | None
    asserted: Mapping[str, bool]
    message: str
    tells_odds: bool

    def number(self, name: str) -> int:
        """An integer reading; 0 where there is none."""
        return whole(self.values, name)

    def yes(self, name: str) -> bool:
        """Whether a reading says yes."""
        return self.values.get(name) is True

    def word(self, name: str) -> str:
        """A reading that is a text; "" where there is none."""
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def part(self, *prefixes: str) -> tuple[tuple[str, Value], ...]:
        """Readings of parts, by the beginnings of their names."""
        return tuple(row for part in _parts(tuple(self.groups), prefixes) for row in self.groups[part])


@lru_cache(maxsize=256)
def _parts(parts: tuple[str, ...], prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the parts whose names, with their dot, begin so."""
    return tuple(part for part in parts if f"{part}.".startswith(prefixes))


def look_inside(cabinet: Cabinet, inside: Inside, controls: Controls, ear: Ear) -> Look:
    """Read everything once."""
    values, now_us = inside.values(), cabinet.now_us
    groups: dict[str, list[tuple[str, Value]]] = {}
    for name, value in values.items():
        groups.setdefault(name[: name.index(".")], []).append((name, value))
    broken: dict[str, list[Control]] = {}
    for control in controls.all:
        if control.active(values):
            broken.setdefault(control.part, []).append(control)
    return Look(
        now_us=now_us,
        values=values,
        groups={part: tuple(rows) for part, rows in groups.items()},
        broken={part: tuple(rows) for part, rows in broken.items()},
        fresh=frozenset(name for name, (at_us, _) in ear.edges.items() if now_us - at_us < FLASH_US),
        coins=cabinet.coins,
        slugs=cabinet.machine.acceptor.slugs(now_us),
        note=cabinet.note,
        asserted={name: line.asserted for name, line in cabinet.board.lines.items()},
        message=cabinet.display.message.strip(),
        tells_odds=inside.tells_odds,
    )
