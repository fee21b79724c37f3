# SPDX-License-Identifier: MIT
"""What was counted in a firmware as pages: a table of all modules, and the source of each with its counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from emulator.debug.coverage import Module
from emulator.debug.totals import percent, totals


class Row(NamedTuple):
    """One line of a source."""

    line: int
    text: str
    times: str
    """How often it was executed; empty where it is no statement's first."""
    kind: str
    """``run``, ``missed``, ``partly`` (an outcome of its branch never happened) or empty."""
    never: str


def pages(modules: Sequence[Module]) -> dict[str, str]:
    """File name -> HTML text; ``index.html`` is among them."""
    space = Environment(
        loader=PackageLoader("emulator.debug", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    names = {one.path: f"{at:03}_{one.name.replace('/', '_')}.html" for at, one in enumerate(modules, 1)}
    found = {
        names[one.path]: space.get_template("module.html").render(title=one.name, one=one, rows=rows(one))
        for one in modules
    }
    index = space.get_template("index.html")
    found["index.html"] = index.render(
        title="firmware", modules=modules, names=names, total=totals(modules), percent=percent
    )
    return found


def rows(module: Module) -> list[Row]:
    """Every line of a source with what was counted there."""
    said: dict[int, list[str]] = {}
    for branch in module.missing_branches:
        said.setdefault(branch.line, []).append(branch.never)
    found = []
    for line, text in enumerate(module.source.splitlines(), 1):
        count, never = module.lines.get(line), ", ".join(said.get(line, ()))
        kind = "" if count is None else "missed" if not count else "partly" if never else "run"
        found.append(Row(line, text, "" if count is None else f"{count:,}", kind, never))
    return found
