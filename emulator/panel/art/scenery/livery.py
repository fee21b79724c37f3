# SPDX-License-Identifier: MIT
"""
What a machine wears of its maker's own, in the light that azar's own scenery stands in.

    livery = livery_of(model.draft.art, model.pictures)
    dressed(scenery_of("cierzo"), livery)     # a Scenery that paints the maker's crown, flanks and emblem
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.scenery.styles import Scenery
from emulator.panel.art.symbols import own
from emulator.panel.art.theme import INK, Colour, Theme, mix
from machines.check.schema_parts import Art

# Tubes behind a sheet of glass, as shares of its width.
_TUBES = (0.12, 0.37, 0.63, 0.88)


@dataclass(frozen=True)
class Livery:
    """Files of one machine; None where azar's own stands in."""

    emblem: str | None = None
    """Name of its file: it is drawn as a symbol is."""
    title: bytes | None = None
    crown: bytes | None = None
    glass: bytes | None = None
    flanks: tuple[bytes, bytes] | None = None
    room: bytes | None = None
    fonts: Mapping[str, bytes] = field(default_factory=dict)
    """By face."""


PLAIN = Livery()


def livery_of(art: Art | None, files: Mapping[str, bytes]) -> Livery:
    """The livery that a model names; what was not read of its files is left out."""
    if art is None or not files:
        return PLAIN

    def file(name: str | None) -> bytes | None:
        return files.get(name) if name is not None else None

    left, right = (file(name) for name in art.flanks or (None, None))
    return Livery(
        emblem=art.emblem if art.emblem in files else None,
        title=file(art.title),
        crown=file(art.crown),
        glass=file(art.glass),
        flanks=None if left is None or right is None else (left, right),
        room=file(art.room),
        fonts={face: files[name] for face, name in art.fonts if name is not None and name in files},
    )


def dressed(scenery: Scenery, livery: Livery, theme: Theme) -> Scenery:
    """A scenery with the maker's own in the place of azar's, as far as there is any."""
    crown, flanks = livery.crown, livery.flanks
    if theme.wood is not None:
        scenery = scenery._replace(deck=(theme.wood, mix(theme.wood, INK, 0.5)))
    if livery.emblem is not None:
        scenery = scenery._replace(emblem=livery.emblem)
    if crown is not None:
        scenery = scenery._replace(crown=lambda size, theme: lit(crown, size, theme, 1.0))
    if flanks is not None:

        def flank(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
            return lit(flanks[right], size, theme, 0.45 + 0.47 * level)

        scenery = scenery._replace(flank=flank)
    return scenery


def lit(data: bytes, size: tuple[int, int], theme: Theme, level: float) -> pygame.Surface:
    """
    A sheet of glass with a picture printed on it and tubes behind it.

    Args:
        level: how brightly it is lit: 1 shows the picture as it was drawn in the light of a tube, 0 is dark.
    """
    sheet = paint.plain(size)
    sheet.fill(theme.deep)
    sheet.blit(own.covering(data, size, hex_of(theme.bright)), (0, 0))
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)
    y = np.linspace(-1, 1, height, dtype=np.float32)
    tubes = sum(np.exp(-(((x - at) / 0.11) ** 2)) for at in _TUBES)
    gain = (0.80 + 0.24 * np.clip(tubes, 0, 1))[:, None] * (1 - 0.14 * y * y)[None, :] * level
    pixels = pygame.surfarray.pixels3d(sheet)
    bright = pixels * gain[..., None]
    # A stronger lamp washes out what is bright already.
    pixels[...] = np.clip(bright + np.clip(gain - 1, 0, 1)[..., None] * 60, 0, 255)
    del pixels
    return sheet


def veil(sheet: pygame.Surface, box: pygame.Rect, theme: Theme, cover: float = 0.62) -> None:
    """Darken a picture where letters stand on it, softly, so that they stay readable."""
    soft = max(2, box.height // 5)
    mask = paint.blur(np.pad(paint.rounded(box.size, box.height / 3), 2 * soft), soft) * cover
    tone: Colour = mix(theme.deep, INK, 0.72)
    sheet.blit(paint.flat(np.asarray(mask, dtype=np.float32), tone), box.move(-2 * soft, -2 * soft))


def hex_of(colour: Colour) -> str:
    """A colour as ``#RRGGBB``."""
    return "#{:02X}{:02X}{:02X}".format(*colour)
