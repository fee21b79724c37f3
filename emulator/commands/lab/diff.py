# SPDX-License-Identifier: MIT
"""azar lab diff: what changed between two versions, and what must be examined again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import AsJson, facts, print_json, print_table, table, written_in
from machines.support.languages import PAPER_LANGUAGES, SOURCE_LANGUAGE

if TYPE_CHECKING:
    from emulator.lab.diff import Difference
    from emulator.lab.diff.examined import RowChange
    from emulator.lab.exam.finding import Words

First = Annotated[
    str,
    typer.Argument(
        metavar="BEFORE",
        help="The homologated version: a model or device, a ROM, or a folder that holds one.",
        autocompletion=complete.models,
    ),
]
Second = Annotated[
    str,
    typer.Argument(metavar="AFTER", help="The version to take its place.", autocompletion=complete.models),
]
Language = Annotated[
    str, written_in(PAPER_LANGUAGES, "tables of a laboratory are written", "Language of the table.")
]

_DIGEST = 64
_SHOWN = 40


def diff(before: First, after: Second, lang: Language = SOURCE_LANGUAGE, as_json: AsJson = False) -> None:
    """
    Compare two versions of a machine, or of a device of a table.

    What changed, and which rows must be examined again.

    A changed game memory needs a new homologation (RD 2110/1998 art. 17.2). Of anything else azar proposes
    whether it is a substantial change (art. 15.7); an engineer decides.
    """
    from emulator.lab.diff import compare

    found = compare(before, after)
    if as_json:
        print_json(found.as_dict())
    else:
        print_difference(found, lang)


def print_difference(found: Difference, language: str) -> None:
    """The difference as tables for people."""
    from emulator.lab.diff import SAID
    from emulator.lab.diff.device import CHANGES, DeviceVersion
    from emulator.lab.diff.rules import kinds

    say = {name: words.said(language) for name, words in _words().items()}
    rows = [
        (say["before"], f"{found.first.title} {found.first.digest}"),
        (say["after"], f"{found.second.title} {found.second.digest}"),
        (say["parts"], str(len(found.parts))),
        (say["proposal"], SAID[found.proposal].said(language)),
    ]
    print_table(facts(say["title"], rows))
    if found.examined is not None:
        _print_examined(found.examined, say, language)
    if not found.changes:
        return
    known = kinds(CHANGES) if isinstance(found.second, DeviceVersion) else kinds()
    shown = table(None, say["kind"], say["where"], say["before"], say["after"], say["substantial"])
    for change in found.changes:
        name = known.of(change.kind).name.said(language)
        values = map(_short, (change.before, change.after))
        shown.add_row(name, change.where, *values, say["yes"] if change.substantial else say["no"])
    print_table(shown)
    again = table(say["again"], say["row"], say["topic"], say["because"])
    for row, where in found.rows.items():
        again.add_row(row, found.topics[row].said(language), _some(where))
    print_table(again)
    print(f"{say['checks']}: {', '.join(found.checks) or say['no']}")


def _print_examined(rows: Sequence[RowChange], say: dict[str, str], language: str) -> None:
    """The rows that two examinations found otherwise, with the figures that differ."""
    if not rows:
        print(say["same"])
        return
    shown = table(say["examined"], say["row"], say["topic"], say["before"], say["after"])
    for row in rows:
        shown.add_row(row.id, row.topic.said(language), row.before, row.after)
        for one in row.figures:
            name = f"  {one.name.said(language)} ({one.unit})"
            shown.add_row("", name, _short(one.before), _short(one.after))
    print_table(shown)


def _short(value: str) -> str:
    """A value as far as a table has room; of a digest its first digits."""
    if len(value) == _DIGEST and " " not in value:
        return value[:12]
    return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


def _some(where: Sequence[str]) -> str:
    """The first places, and how many more there are."""
    rest = len(where) - 2
    return ", ".join(where[:2]) + (f" +{rest}" if rest > 0 else "")


def _words() -> dict[str, Words]:
    """What the tables say besides what is compared."""
    from emulator.lab.exam.finding import Words

    return {
        "title": Words("dos versiones", "two versions"),
        "before": Words("antes", "before"),
        "after": Words("después", "after"),
        "parts": Words("partes de la ROM que difieren", "parts of the ROM that differ"),
        "proposal": Words("propuesta", "proposal"),
        "kind": Words("clase", "kind"),
        "where": Words("dónde", "where"),
        "substantial": Words("sustancial", "substantial"),
        "yes": Words("sí", "yes"),
        "no": Words("no", "no"),
        "examined": Words("lo que los exámenes hallaron distinto", "what the examinations found otherwise"),
        "same": Words(
            "Los dos exámenes hallaron lo mismo en todas las filas",
            "Both examinations found the same in every row",
        ),
        "again": Words("ha de examinarse de nuevo", "to be examined again"),
        "row": Words("fila", "row"),
        "topic": Words("materia", "topic"),
        "because": Words("por", "because of"),
        "checks": Words("comprobaciones", "checks"),
    }
