# SPDX-License-Identifier: MIT
"""azar lab diff: what changed between two versions, and what must be examined again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import AsJson, LanguageName, facts, print_json, print_table, table
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE

if TYPE_CHECKING:
    from emulator.lab.compare.difference import Difference

First = Annotated[
    str,
    typer.Argument(
        metavar="BEFORE",
        help="The homologated version: a model, a ROM, or a folder that holds one.",
        autocompletion=complete.models,
    ),
]
Second = Annotated[
    str,
    typer.Argument(metavar="AFTER", help="The version to take its place.", autocompletion=complete.models),
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the table.")]

_DIGEST = 64
_SHOWN = 40


def diff(before: First, after: Second, lang: Language = SOURCE_LANGUAGE, as_json: AsJson = False) -> None:
    """
    Compare two versions of a machine.

    What changed, and which rows must be examined again.

    A changed game memory needs a new homologation (RD 2110/1998 art. 17.2). Of anything else azar proposes
    whether it is a substantial change (art. 15.7); an engineer decides.
    """
    from emulator.lab.compare.difference import compare

    found = compare(before, after)
    if as_json:
        print_json(found.as_dict())
    else:
        print_difference(found, lang)


def print_difference(found: Difference, language: str) -> None:
    """The difference as tables for people."""
    from emulator.lab.compare.difference import SAID
    from emulator.lab.compare.rules import kinds

    told = found.as_dict()
    say = _ES if language == DEFAULT_LANGUAGE else _EN
    rows = [
        (say["before"], f"{told['first']['title']} {found.first.digest}"),
        (say["after"], f"{told['second']['title']} {found.second.digest}"),
        (say["parts"], str(len(found.parts))),
        (say["proposal"], SAID[found.proposal].said(language)),
    ]
    print_table(facts(say["title"], rows))
    if not found.changes:
        return
    shown = table(None, say["kind"], say["where"], say["before"], say["after"], say["substantial"])
    for change in found.changes:
        name = kinds().of(change.kind).name.said(language)
        values = map(_short, (change.before, change.after))
        shown.add_row(name, change.where, *values, say["yes"] if change.substantial else say["no"])
    print_table(shown)
    again = table(say["again"], say["row"], say["topic"], say["because"])
    for row in told["rows"]:
        topic = row["topic"].get(language, row["topic"][SOURCE_LANGUAGE])
        again.add_row(row["row"], topic, _some(row["where"]))
    print_table(again)
    print(f"{say['checks']}: {', '.join(found.checks) or say['no']}")


def _short(value: str) -> str:
    """A value as far as a table has room; of a digest its first digits."""
    if len(value) == _DIGEST and " " not in value:
        return value[:12]
    return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


def _some(where: list[str]) -> str:
    """The first places, and how many more there are."""
    rest = len(where) - 2
    return ", ".join(where[:2]) + (f" +{rest}" if rest > 0 else "")


_EN = {
    "title": "two versions",
    "before": "before",
    "after": "after",
    "parts": "parts of the ROM that differ",
    "proposal": "proposal",
    "kind": "kind",
    "where": "where",
    "substantial": "substantial",
    "yes": "yes",
    "no": "no",
    "again": "to be examined again",
    "row": "row",
    "topic": "topic",
    "because": "because of",
    "checks": "checks",
}
_ES = {
    "title": "dos versiones",
    "before": "antes",
    "after": "después",
    "parts": "partes de la ROM que difieren",
    "proposal": "propuesta",
    "kind": "clase",
    "where": "dónde",
    "substantial": "sustancial",
    "yes": "sí",
    "no": "no",
    "again": "ha de examinarse de nuevo",
    "row": "fila",
    "topic": "materia",
    "because": "por",
    "checks": "comprobaciones",
}
