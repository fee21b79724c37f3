# SPDX-License-Identifier: MIT
"""What a machine plays with, as sections of its sheet: paytable, symbols, lines, reels, and who it is."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from emulator.par.reels import paytable, reels, symbols
from emulator.sheets.charts import Chart, lines
from emulator.sheets.section import NONE, Column, Section, Value, count, facts, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Formula
from emulator.types.common.host_type import Table
from machines.model import Model
from machines.rom.build import core_digest
from machines.support.plain import JsonView

Sheet = JsonView


def game_sections(model: Model, sheet: Sheet, write: Writer) -> list[Section]:
    """Behind the sections of the sheet: the game, if reels decide it, and its identity."""
    say = write.say
    found = []
    if "rtp" in sheet:
        found.append(_section("paytable", say("Paytable"), paytable(model, write)))
        found.append(_section("symbols", say("Symbols"), symbols(model, write, "")))
        if model.paylines:
            found.append(Section("paylines", say("Paylines"), ()))
        found.append(_section("reels", say("Reels"), reels(model, write)))
    return [*found, identity(model, sheet, write)]


def game_charts(model: Model, sheet: Sheet, write: Writer) -> dict[str, list[Chart]]:
    """The drawings of these sections by the id of the section."""
    if "rtp" not in sheet or not model.paylines:
        return {}
    title = write.say("The stop that each line reads on each reel")
    return {"paylines": [Chart(title, lines(title, model.paylines, model.rows))]}


def paylines(model: Model, write: Writer) -> Table:
    """A row a line: on each reel the stop that it reads, 1 the uppermost, and the line drawn."""
    say = write.say
    columns = [Column(say("line"), True)]
    columns += [Column(say("reel {}").format(reel), True) for reel in range(1, len(model.strips) + 1)]
    columns.append(Column(say("drawn")))
    rows = [
        [count(number), *(count(row + 1) for row in line), text(_drawn(line, model.rows))]
        for number, line in enumerate(model.paylines, 1)
    ]
    return Table(columns, [list(row) for row in rows], say("1 is the uppermost stop of the window."))


def _drawn(line: Sequence[int], rows: int) -> str:
    """A line in strokes of as many heights as the window has stops."""
    strokes = {1: "─", 2: "▔▁", 3: "▔─▁", 4: "▔⎻⎼▁"}.get(rows, "▔⎻─⎼▁")
    return " ".join(strokes[row] for row in line)


def identity(model: Model, sheet: Sheet, write: Writer) -> Section:
    """Which game of whose it is, and the digests that tell it from every other."""
    say = write.say
    rows: list[tuple[str, Value]] = [(say("game"), text(model.title)), (say("model"), text(model.name))]
    if model.draft.version is not None:
        rows.append((say("version"), text(model.draft.version)))
    if model.draft.author is not None:
        rows.append((say("author"), text(model.draft.author)))
    rows += [(say("type"), text(model.type)), (say("rule profile"), text(sheet["profile"]))]
    rows.append((say("digest of the tables"), text(model.tables.digest)))
    rows.append((say("digest of the core, SHA-256"), text(core_digest())))
    rows.append((say("computed by"), text(f"azar {version('azar')}")))
    return facts("identity", say("Identity"), rows)


def _section(id_: str, title: str, table: Table) -> Section:
    """A table of the workbook with the values of its formulas, each row as long as the heads."""
    rows = []
    for row in table.rows:
        values = [cell.value if isinstance(cell, Formula) else cell for cell in row]
        rows.append((*values, *(NONE,) * (len(table.columns) - len(values))))
    return Section(id_, title, tuple(rows), tuple(table.columns), table.note)
