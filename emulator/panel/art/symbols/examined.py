# SPDX-License-Identifier: MIT
"""
What keeps symbols of a model from being told apart: unknown drawings, empty pictures, two alike.

    for problem in mistakes(model): print(problem)
"""

from __future__ import annotations

from difflib import get_close_matches
from itertools import combinations

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.symbols import drawings, own
from machines.check.problems import Findings, Problem
from machines.check.schema_parts import Symbol
from machines.model import Model

# The paper of a reel, at the size of a symbol on a small screen.
_PAPER = (253, 244, 222)
_SIDE_PX = 60
# Mean grey levels between two symbols; the two of azar that are most alike lie 35 apart.
UNLIKE_MIN = 5.0
# Of the square: less is a speck, and what fills all of it is a block without a shape.
_COVER_MIN_PERCENT, _COVER_MAX_PERCENT = 8, 95
_GREY = np.array([0.299, 0.587, 0.114])  # Rec. ITU-R BT.601


def mistakes(model: Model) -> list[Problem]:
    """Every mistake of the symbols' pictures, in the words of ``azar check``."""
    findings = Findings(model.profile)
    greys = {}
    for name, symbol in model.symbols.items():
        drawn = _drawn(f"symbols.{name}", symbol, model, findings)
        if drawn is not None:
            greys[name] = _grey(drawn)
    for one, two in combinations(greys, 2):
        apart = float(np.abs(greys[one] - greys[two]).mean())
        if apart < UNLIKE_MIN and model.symbols[one].look != model.symbols[two].look:
            _alike(one, two, apart, findings)
    looks: dict[str, str] = {}
    for name, symbol in model.symbols.items():
        first = looks.setdefault(symbol.look, name)
        if first != name:
            _alike(first, name, 0.0, findings)
    return findings.problems


def _alike(one: str, two: str, apart: float, findings: Findings) -> None:
    message = (
        f"must differ from {one} by {UNLIKE_MIN:g} grey levels on average, for who sees no colours "
        f"(got {apart:.1f})"
    )
    hint = "change its outline, not only its colour"
    findings.add(f"symbols.{two}", message, hint, value=f"{apart:.1f}", limit=f"{UNLIKE_MIN:g}")


def _drawn(path: str, symbol: Symbol, model: Model, findings: Findings) -> pygame.Surface | None:
    """A symbol as the reel has it; None where it cannot be drawn, which is noted."""
    if symbol.picture is None:
        return _of_azar(f"{path}.drawing", symbol.drawing or "", findings)
    path = f"{path}.picture"
    try:
        picture = own.picture_of(model.pictures[symbol.picture], _SIDE_PX)
    except own.PictureError as error:
        findings.add(
            path, f"must be a picture that SDL draws ({error.reason})", "save it again", value=symbol.picture
        )
        return None
    cover = round(100 * pygame.surfarray.array_alpha(picture).mean() / 255)
    if not _COVER_MIN_PERCENT <= cover <= _COVER_MAX_PERCENT:
        message = f"must cover {_COVER_MIN_PERCENT} to {_COVER_MAX_PERCENT} % of its square (got {cover} %)"
        hint = "leave a see-through margin, and fill the rest"
        findings.add(path, message, hint, value=cover, limit=[_COVER_MIN_PERCENT, _COVER_MAX_PERCENT])
        return None
    return picture


def _of_azar(path: str, drawing: str, findings: Findings) -> pygame.Surface | None:
    known = drawings.drawn_names()
    if drawing in known:
        return drawings.render(drawings.pieces_of(drawing), _SIDE_PX)
    near = get_close_matches(drawing, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    hint += "or draw it yourself: picture = ..."
    findings.add(
        path, f'must be one of {", ".join(known)} (got "{drawing}")', hint, value=drawing, limit=known
    )
    return None


def _grey(picture: pygame.Surface) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    paper = paint.plain((_SIDE_PX, _SIDE_PX))
    paper.fill(_PAPER)
    paper.blit(picture, (0, 0))
    return np.asarray(pygame.surfarray.array3d(paper).astype(float) @ _GREY)
