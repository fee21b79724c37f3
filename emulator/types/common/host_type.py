# SPDX-License-Identifier: MIT
"""A type of machine in the world around the board, as one object: its laws, sweep, visit and sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from emulator.cabinet import Cabinet
from emulator.chapters.player import Chapter
from emulator.sheets.section import Column, Section
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell
from emulator.types.common.always import Always
from emulator.types.common.audit import Auditor
from emulator.types.common.recall import Play, Step, Told
from emulator.types.common.witness import Witness
from machines.memory.chip import Seals
from machines.support.plain import JsonView
from machines.types.common.own import Own

ANY = "*"
"""In a row of the paytable: any symbol."""


class Sweep(NamedTuple):
    """What a power-cut sweep needs."""

    auditor: Callable[[Own, Cabinet], Auditor]
    """Knows how the run of this machine began."""
    witness: Callable[[Cabinet], Witness]
    """Sees what a machine really does."""
    chapters: Callable[[Own], Sequence[Chapter]]
    """The chapters of its script; ``Chapter.wanted`` tells which a model has."""


class Visit(NamedTuple):
    """The short visit that shows a machine at work."""

    script: Callable[[Own], str]
    """The name of the script that fits."""
    plays: int = 1
    coins_most: int | None = None
    """Coins that may fall before the machine begins by itself; None: as many as its price takes."""
    asked_back_cents: int | None = None
    """The largest coin that is asked back; None: one of the price."""


class Recall(NamedTuple):
    """How plays are read back."""

    play: Callable[[JsonView, Own, int | None], Play]
    """A row of the ring in NVRAM, and the time of its start, as a play."""
    steps: Callable[[bytes, Own, Seals], Mapping[int, tuple[Step, ...]]] | None = None
    """The steps of each play in an NVRAM; None: plays have no steps."""
    off_journal: Callable[[bytes, Told, Own], Iterator[Play]] | None = None
    """Plays read off the events of a journal; None: a play takes many commits, and its end tells of it."""


class Combination(NamedTuple):
    """A row of the paytable."""

    places: list[str]
    """What each reel must show; several symbols with "/" between them, "*" for any."""
    cents: int
    tickets: list[int]
    """On each reel, the stops (or weights) that show it on a line."""


class Table(NamedTuple):
    """A table of the workbook."""

    columns: list[Column]
    rows: list[list[Cell]]
    note: str = ""


class Strip(NamedTuple):
    """The strip of a reel."""

    title: str
    symbols: Sequence[str]
    weights: Sequence[int] | None
    """None where every stop comes alike."""


class Sheets(NamedTuple):
    """How a PAR sheet is shown."""

    sections: Callable[[JsonView, Writer], list[Section]]
    """The sections behind the summary."""
    combinations: Callable[[Own], Iterator[Combination]]
    paytable: Callable[[Own, Writer], tuple[list[Column], list[list[Cell]]]]
    """What the glass shows."""
    weights: Callable[[Own, int], Sequence[int] | None] = lambda model, reel: None
    """Of the stops of a reel, from 0; None where every stop comes alike."""
    more_strips: Callable[[Own, Writer], Iterable[Strip]] = lambda model, write: ()
    """Strips that take the place of the reels' own in some plays."""
    plan: Callable[[Own, Writer], Table] | None = None
    """The prize plan; None without one."""
    role: Callable[[Own, str, Writer], str] = lambda model, symbol, write: ""
    """What a symbol does besides making combinations; empty if nothing."""


@dataclass(frozen=True)
class HostType:
    """One type of machine; ``emulator.types.registry`` has those that the law knows."""

    letter: str
    """How a model file names it: A, B or C."""
    status: str
    """What azar shows of its payout."""
    always: Callable[[Cabinet], Always]
    """Holds a cabinet to the laws at every moment."""
    visit: Visit
    recall: Recall
    sweep: Callable[[], Sweep]
    """Loaded when a sweep begins."""
    sheets: Callable[[], Sheets]
    """Loaded when a sheet is shown."""
    stops: Callable[[Own, bytes, int], Iterator[tuple[int, ...]]] | None
    """The stops of paid plays without end: model, key, machine; None where nothing is drawn."""
