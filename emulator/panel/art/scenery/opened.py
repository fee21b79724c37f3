# SPDX-License-Identifier: MIT
"""
What of a maker's own the panel cannot open: every picture of the cabinet and every font, tried once.

    for problem in unopened(model): print(problem)

The symbols' pictures are looked at more closely, in ``emulator.panel.art.symbols.examined``.
"""

from __future__ import annotations

from emulator.panel.art import theme
from emulator.panel.art.symbols import own
from machines.check.art import wanted_files
from machines.check.problems import Findings, Problem
from machines.model import Model

_SIDE_PX = 64


def unopened(model: Model) -> list[Problem]:
    """Every file of art that cannot be drawn or written with, in the words of ``azar check``."""
    findings = Findings(model.profile)
    for wanted in wanted_files(model.draft):
        if not wanted.path.startswith("art.") or wanted.name not in model.pictures:
            continue
        data = model.pictures[wanted.name]
        try:
            if wanted.path.startswith("art.fonts."):
                theme.require_font(data)
            else:
                own.fitting(data, (_SIDE_PX, _SIDE_PX), "#000000")
        except own.PictureError as error:
            what = f"must be a picture that SDL draws ({error.reason})"
            findings.add(wanted.path, what, "save it again", value=wanted.name)
        except theme.FaceError as error:
            what = f"must be a font that SDL opens ({error.reason})"
            findings.add(wanted.path, what, "save it again", value=wanted.name)
    return findings.problems
