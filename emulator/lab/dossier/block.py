# SPDX-License-Identifier: MIT
"""What a document of the dossier is made of, whatever file it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from emulator.sheets.section import Section
from emulator.sheets.writer import Writer

BLANK = "________"
"""What a person has yet to fill in; it is seen, and can be searched for."""


@dataclass(frozen=True)
class Heading:
    """A heading inside a document."""

    text: str


@dataclass(frozen=True)
class Para:
    """A paragraph."""

    text: str
    small: bool = False


@dataclass(frozen=True)
class Points:
    """A list of points, one a line."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Names with a value each."""

    rows: tuple[tuple[str, str], ...]


class Column(NamedTuple):
    """A column of a table."""

    title: str
    figures: bool = False
    """Whether it is set flush right."""
    share: int = 1
    """Its width beside the others'."""
    mono: bool = False
    """Set in letters of one width: digests, names of lines."""


@dataclass(frozen=True)
class Table:
    """Rows under titles."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A picture of the folder with what it shows; drawings are SVG."""

    file: str
    caption: str
    width_mm: int


@dataclass(frozen=True)
class Signature:
    """Where somebody signs."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Break:
    """What follows begins on a new page."""


Block = Heading | Para | Points | Facts | Table | Picture | Signature | Break


@dataclass(frozen=True)
class Document:
    """
    One document.

    Attributes:
        slug: name of its files, without ending.
        basis: article that asks for it.
    """

    slug: str
    title: str
    basis: str
    blocks: tuple[Block, ...]

    def texts(self) -> Iterator[str]:
        """Every text in it, in order: what a test reads."""
        yield self.title
        yield self.basis
        for block in self.blocks:
            yield from _texts(block)


def _texts(block: Block) -> Iterator[str]:
    match block:
        case Heading(text) | Para(text):
            yield text
        case Points(items):
            yield from items
        case Facts(rows) | Signature(rows):
            for row in rows:
                yield from row
        case Table(columns, rows, note):
            yield from (column.title for column in columns)
            for cells in rows:
                yield from cells
            yield note
        case Picture(_, caption, _):
            yield caption


def of_section(section: Section, write: Writer, shares: Sequence[int] = ()) -> tuple[Block, ...]:
    """
    A section of a sheet with its heading and its note.

    Args:
        shares: widths of the columns beside each other; all alike if none.
    """
    rows = tuple(tuple(_capital(write.show(value)) for value in row) for row in section.rows)
    if not section.columns:
        facts = Facts(tuple((row[0], row[1]) for row in rows))
        return Heading(section.title), facts, *((Para(section.note, small=True),) if section.note else ())
    wide = shares or (1,) * len(section.columns)
    columns = tuple(
        Column(_capital(column.title), column.figures, share)
        for column, share in zip(section.columns, wide, strict=True)
    )
    return Heading(section.title), Table(columns, rows, section.note)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
