# SPDX-License-Identifier: MIT
"""Sections as a page of their own: no network, charts inside, made for the screen and for A4."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from emulator.sheets.charts import Chart
from emulator.sheets.section import Section, Value
from emulator.sheets.writer import Writer


class Tile(NamedTuple):
    """A figure that the page opens with."""

    label: str
    value: Value
    below: str = ""


class Head(NamedTuple):
    """What stands above the sections."""

    title: str
    line: str
    tiles: Sequence[Tile]
    foot: str
    kind: str = "PAR"
    """What the title of the window says of it."""
    maker: str = "azar par"
    signed: Sequence[str] = ()
    """Names of the places that are left to be signed below everything."""


class Part(NamedTuple):
    """What stands behind the page's own sections, under a heading of its own."""

    id: str
    title: str
    line: str
    tiles: Sequence[Tile]
    sections: Sequence[Section]
    charts: Mapping[str, Sequence[Chart]]


def page(
    head: Head,
    sections: Sequence[Section],
    charts: Mapping[str, Sequence[Chart]],
    writer: Writer,
    parts: Sequence[Part] = (),
) -> str:
    """
    The whole page.

    Args:
        head: its title and first figures.
        sections: in order.
        charts: by section id, one or two.
        writer: writes figures in the page's language.
        parts: behind them; the page then begins with links to each.
    """
    space = Environment(
        loader=PackageLoader("emulator.sheets", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    space.filters["show"] = writer.show
    template = space.get_template("page.html")
    drawn = {section.id: charts.get(section.id, ()) for section in sections}
    for part in parts:
        drawn |= {section.id: part.charts.get(section.id, ()) for section in part.sections}
    return template.render(
        head=head, sections=sections, charts=drawn, language=writer.language, face=_face(), parts=parts
    )


def _face() -> str:
    """The condensed face of headings and large figures, as text."""
    return b64encode(files("font_fjallaone").joinpath("files/FjallaOne-Regular.ttf").read_bytes()).decode()
