# SPDX-License-Identifier: MIT
"""
Pictures of a maker's own, SVG, PNG or JPEG: symbols on a square as azar's drawings are, scenes over a zone.

    picture_of(data, 120, "#C8102E")     # in the middle of a see-through square
    covering(data, (1080, 180))          # fills all of it; what stands over is cut off on both sides
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from functools import lru_cache

import pygame

from emulator.support.errors import HintedError

# Room that azar's drawings leave at their edges, too, in hundredths of the square.
_MARGIN = 4
# No picture is drawn larger than this to fill a zone.
_SIDE_MAX_PX = 8_192
_SHAPE_PX = (96, 96)
# Pixels of a picture times the elements of its file.
_WORK_MAX = 6e8
# SDL's reader takes the shares of a gradient's box for pixels, but reads them right as percentages.
_GRADIENT = re.compile(rb"<(?:linear|radial)Gradient\b[^>]*>")
_SHARE = re.compile(rb"""\b([xyr][12]?|[cf][xy])\s*=\s*(["'])\s*([0-9.]+)\s*\2""")
_CURRENT = re.compile(rb"\bcurrentColor\b", re.IGNORECASE)


class PictureError(HintedError):
    """A file that the panel cannot draw."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"a picture of the machine cannot be drawn: {reason}", "azar check names its file")
        self.reason = reason


@lru_cache(maxsize=64)
def picture_of(data: bytes, size_px: int, colour: str = "#000000") -> pygame.Surface:
    """
    A picture in the middle of a see-through square of ``size_px``, as large as its shape allows.

    Args:
        colour: what an SVG file has for currentColor, ``#RRGGBB``.

    Raises:
        PictureError: it cannot be drawn.
    """
    room = size_px - 2 * round(size_px * _MARGIN / 100)
    picture = fitting(data, (room, room), colour)
    square = pygame.Surface((size_px, size_px), pygame.SRCALPHA, 32)
    square.blit(picture, picture.get_rect(center=(size_px // 2, size_px // 2)))
    return square


@lru_cache(maxsize=16)
def fitting(data: bytes, size: tuple[int, int], colour: str) -> pygame.Surface:
    """
    A whole picture as large as fits within ``size``, on see-through ground.

    Raises:
        PictureError: it cannot be drawn.
    """
    return _scaled(_opened(data, size, colour), size, min)


@lru_cache(maxsize=16)
def covering(data: bytes, size: tuple[int, int], colour: str) -> pygame.Surface:
    """
    A picture that fills all of ``size``, its middle in the middle, on see-through ground.

    Raises:
        PictureError: it cannot be drawn.
    """
    wanted = size
    if _is_svg(data):  # outlines are drawn as large as they are shown; a small one tells their shape
        shape = _opened(data, _SHAPE_PX, colour).get_size()
        share = max(side / max(1, part) for side, part in zip(size, shape, strict=True))
        # So many elements over one another are drawn smaller, and scaled.
        work = data.count(b"<") * shape[0] * shape[1] * share * share
        share *= min(1.0, math.sqrt(_WORK_MAX / max(1.0, work)))
        across, down = (max(1, min(_SIDE_MAX_PX, math.ceil(part * share))) for part in shape)
        wanted = (across, down)
    drawn = _opened(data, wanted, colour)
    return _scaled(_cut(drawn, size), size, max)


def _cut(drawn: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a picture that has the shape of ``size``."""
    width, height = drawn.get_size()
    share = min(width / size[0], height / size[1])
    part = pygame.Rect(
        0, 0, max(1, min(width, round(size[0] * share))), max(1, min(height, round(size[1] * share)))
    )
    part.center = (width // 2, height // 2)
    return drawn.subsurface(part.clamp(drawn.get_rect()))


def _is_svg(data: bytes) -> bool:
    return data.lstrip()[:1] == b"<"


def _opened(data: bytes, size: tuple[int, int], colour: str) -> pygame.Surface:
    try:
        if _is_svg(data):
            return pygame.image.load_sized_svg(io.BytesIO(_written(data, colour)), size)
        return pygame.image.load(io.BytesIO(data))
    except (pygame.error, ValueError) as error:
        raise PictureError(str(error)) from error


def _written(data: bytes, colour: str) -> bytes:
    """An SVG file as SDL's reader takes it: currentColor is a colour, a share of a box a percentage."""
    return _GRADIENT.sub(_by_percent, _CURRENT.sub(colour.encode("ascii"), data))


def _by_percent(tag: re.Match[bytes]) -> bytes:
    if b"userSpaceOnUse" in tag[0]:
        return tag[0]

    def percent(share: re.Match[bytes]) -> bytes:
        try:
            return b'%s="%g%%"' % (share[1], 100 * float(share[3]))
        except ValueError:
            return share[0]

    return _SHARE.sub(percent, tag[0])


def _scaled(
    drawn: pygame.Surface, size: tuple[int, int], which: Callable[[float, float], float]
) -> pygame.Surface:
    """The same picture with a channel of cover, its smaller or its larger side as long as the size's."""
    width, height = drawn.get_size()
    share = which(size[0] / width, size[1] / height)
    wanted = (max(1, round(width * share)), max(1, round(height * share)))
    whole = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    whole.blit(drawn, (0, 0))
    if which is max:
        wanted = size
    return whole if (width, height) == wanted else pygame.transform.smoothscale(whole, wanted)
