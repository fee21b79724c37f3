# SPDX-License-Identifier: MIT
"""
What keeps symbols of a model from being told apart: unknown drawings, empty pictures, two alike.

    for problem in mistakes(model): print(problem)

The limits of likeness lie between honest symbols and altered copies: ``docs/art_checks.md`` has the margins.
"""

from __future__ import annotations

from difflib import get_close_matches
from itertools import combinations

import pygame

from emulator.panel.art.symbols import drawings, own
from emulator.panel.art.symbols.likeness import SIDE_PX, Distances, Face, distances
from machines.check.problems import Findings, Problem
from machines.check.schema_parts import Symbol
from machines.model import Model

NEAR_MIN, FAR_MIN, COLOUR_MIN = 0.080, 0.025, 0.060
"""Two symbols must lie so far apart (``likeness.Distances``)."""
_EYES = {
    "usual": "in colour",
    "protanopia": "in colour to eyes without cones for red (protanopia)",
    "deuteranopia": "in colour to eyes without cones for green (deuteranopia)",
}
# Of the square: less is a speck, and what fills all of it is a block without a shape.
_COVER_MIN_PERCENT, _COVER_MAX_PERCENT = 8, 95


def mistakes(model: Model) -> list[Problem]:
    """Every mistake of the symbols' pictures, in the words of ``azar check``."""
    findings = Findings(model.profile)
    faces: dict[str, Face] = {}
    looks: dict[str, str] = {}
    for name, symbol in model.symbols.items():
        drawn = _drawn(f"symbols.{name}", symbol, model, findings)
        if drawn is None:
            continue
        first = looks.setdefault(symbol.look, name)
        if first != name:
            _add_alike(first, name, "as grey pictures", 0.0, NEAR_MIN, findings)
            continue
        faces[name] = Face(drawn)
    for one, two in combinations(faces, 2):
        _judge(one, two, distances(faces[one], faces[two]), findings)
    return findings.problems


def _judge(one: str, two: str, apart: Distances, findings: Findings) -> None:
    """Note the first limit that two symbols miss."""
    rows = [
        ("as grey pictures", apart.near, NEAR_MIN),
        ("as grey pictures from two metres", apart.far, FAR_MIN),
        *((_EYES[name], value, COLOUR_MIN) for name, value in apart.colours.items()),
    ]
    for how, value, limit in rows:
        if value < limit:
            _add_alike(one, two, how, value, limit, findings)
            return


def _add_alike(one: str, two: str, how: str, apart: float, limit: float, findings: Findings) -> None:
    message = f"must lie {limit:.3f} from {one} {how}, laid over it (got {apart:.3f}; 0 is the same picture)"
    hint = (
        "change its outline or what is drawn inside: a copy moved, turned, mirrored or recoloured is the same"
    )
    findings.add(f"symbols.{two}", message, hint, value=f"{apart:.3f}", limit=f"{limit:.3f}")


def _drawn(path: str, symbol: Symbol, model: Model, findings: Findings) -> pygame.Surface | None:
    """A symbol as the reel has it; None where it cannot be drawn, which is noted."""
    if symbol.picture is None:
        return _of_azar(f"{path}.drawing", symbol.drawing or "", findings)
    path = f"{path}.picture"
    try:
        picture = own.picture_of(model.pictures[symbol.picture], SIDE_PX, symbol.colour)
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
        return drawings.render(drawings.pieces_of(drawing), SIDE_PX)
    near = get_close_matches(drawing, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    hint += "or draw it yourself: picture = ..."
    findings.add(
        path, f'must be one of {", ".join(known)} (got "{drawing}")', hint, value=drawing, limit=known
    )
    return None
