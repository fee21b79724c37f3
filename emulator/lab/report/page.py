# SPDX-License-Identifier: MIT
"""The view of a report as a page of its own: no network, pictures inside, for a screen, a phone and A4."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from machines.support.plain import JsonView


def page(shown: JsonView, pictures: Sequence[tuple[str, Path]]) -> str:
    """
    The whole page.

    Args:
        shown: what ``view`` and ``drawn`` made.
        pictures: (caption, PNG file) of the panel.
    """
    space = Environment(
        loader=PackageLoader("emulator.lab", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = space.get_template("report.html")
    charts = [{**chart, "svg": Markup(chart["svg"])} for chart in shown["charts"]]
    inside = [(caption, _inside(path.read_bytes())) for caption, path in pictures]
    return template.render(v={**shown, "charts": charts}, t=shown["t"], pictures=inside, face=_face())


def _inside(data: bytes) -> str:
    return b64encode(data).decode()


def _face() -> str:
    """The condensed face of headings, as text."""
    return _inside(files("font_fjallaone").joinpath("files/FjallaOne-Regular.ttf").read_bytes())
