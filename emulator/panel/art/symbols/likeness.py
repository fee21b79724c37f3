# SPDX-License-Identifier: MIT
"""
How unlike two symbols look: as grey pictures near and far, and in colour for three kinds of eyes.

    one, two = Face(picture), Face(other)      # see-through squares, laid on the paper of a reel
    apart = distances(one, two)
    apart.near, apart.far, apart.colours["deuteranopia"]

The two are laid over each other first, so that a copy which is moved, resized, leaned over or mirrored finds
its original: each is brought to one place and size by its ink, then tried at small shifts, turned, mirrored.

``near`` and ``far`` are structural dissimilarities (1 - SSIM) / 2 of lightness, from 0 for the same picture
to 1: far is what an eye is left with from two metres. ``colours`` are mean distances in OKLab of what is ink.

Sources: Z. Wang, A. Bovik, H. Sheikh, E. Simoncelli, Image Quality Assessment: From Error Visibility to
Structural Similarity, IEEE TIP 13 (2004); Z. Wang, E. Simoncelli, A. Bovik, Multi-scale Structural Similarity
for Image Quality Assessment, Asilomar (2003); for colours those of ``emulator.panel.art.eyes``.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import eyes, paint
from emulator.panel.art.eyes import AnyField

SIDE_PX = 60
"""Of a symbol on the reel of a small screen."""
_PAPER = (253, 244, 222)
_INK_MIN = 0.06  # what differs from the paper by so much in OKLab, three times what is just seen, is ink
_BOX_PX, _MARGIN_PX = 48, 6  # the ink is brought to this box
_FIELD_PX = _BOX_PX + 2 * _MARGIN_PX
_COARSE = 2  # far pictures are taken at half the size: their blur leaves no more in them
_SHIFTS_PX = (-4, -2, 0, 2, 4)
_WAYS = [(mirrored, x, y) for mirrored in (False, True) for y in _SHIFTS_PX for x in _SHIFTS_PX]
_TURNS_DEG = (-8, -4, 4, 8)
# Of pairs that lie further apart than this no turn makes one symbol: at 8 degrees azar's own lie nearer.
_TURN_BELOW = 0.09
_WINDOW_PX = 1.5  # deviation of the Gaussian window, as in Wang's code
# A symbol 25 mm high spans 43 minutes of arc at two metres, and an eye of 6/6 resolves one. Poor light and a
# glance leave it half of that: 20 of the 48 dots of the box, each as wide as two deviations.
_FAR_PX = 2.4
# Wang's K1 is 0.01. His K2 is 0.03, for photographs: shading of less than a tenth tells no symbols apart.
_C1, _C2 = np.float32(0.01**2), np.float32(0.10**2)


class Face:
    """A see-through square picture on the paper of a reel, turned first, as distances are taken of it."""

    def __init__(self, picture: pygame.Surface, turn_deg: int = 0) -> None:
        self._picture = picture
        whole = pygame.transform.rotozoom(picture, turn_deg, 1.0) if turn_deg else picture
        light = eyes.linear(pygame.surfarray.array3d(_centred(whole)).swapaxes(0, 1))
        self.colours = {
            name: eyes.oklab(eyes.vision(name, light)).astype(np.float32) for name in eyes.VISIONS
        }
        """OKLab by vision, the ink at one place and size; shape (side, side, 3)."""
        self.grey: AnyField = self.colours["usual"][..., 0]
        """Lightness 0 to 1 of the same."""

    @cached_property
    def turned(self) -> list[Face]:
        """The same picture leaned over, either way."""
        return [Face(self._picture, turn) for turn in _TURNS_DEG]

    @cached_property
    def from_afar(self) -> _Fields:
        """What is left of it at two metres."""
        return _Fields(_blurred(_coarse(self.grey), _FAR_PX / _COARSE), _FAR_PX / _COARSE)

    @cached_property
    def ways(self) -> _Fields:
        """The same, laid in every one of _WAYS."""
        greys = (_coarse(self.grey), _coarse(self.grey[:, ::-1]))
        moved = [_moved(greys[mirrored], x // _COARSE, y // _COARSE) for mirrored, x, y in _WAYS]
        return _Fields(_blurred(np.stack(moved), _FAR_PX / _COARSE), _FAR_PX / _COARSE)


class Distances(NamedTuple):
    """How far two symbols lie apart, laid over each other as well as it goes."""

    near: float
    """Structural dissimilarity at SIDE_PX, 0 to 1."""
    far: float
    """The same from two metres."""
    colours: dict[str, float]
    """Mean distance in OKLab, by vision."""


def distances(one: Face, two: Face) -> Distances:
    """The distances of two symbols."""
    face, way, far = two, *_best_way(one, two)
    if far < _TURN_BELOW:
        for turned in two.turned:
            other_way, other_far = _best_way(one, turned)
            if other_far < far:
                face, way, far = turned, other_way, other_far
    mirrored, x, y = _WAYS[way]
    steps = [(x + right, y + down) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    grey = face.grey[:, ::-1] if mirrored else face.grey
    near = _dssim(
        _Fields(one.grey, _WINDOW_PX), _Fields(np.stack([_moved(grey, *step) for step in steps]), _WINDOW_PX)
    )
    step = steps[int(near.argmin())]
    colours = {}
    for name in eyes.VISIONS:
        mine, other = one.colours[name], face.colours[name]
        other = _moved(other[:, ::-1] if mirrored else other, *step, paper=_paper(name))
        inks = [np.linalg.norm(colour - _paper(name), axis=-1) for colour in (mine, other)]
        apart = np.linalg.norm(mine - other, axis=-1)[np.maximum(*inks) > _INK_MIN]
        colours[name] = float(apart.mean()) if apart.size else 0.0
    return Distances(float(near.min()), far, colours)


def _best_way(one: Face, two: Face) -> tuple[int, float]:
    """How ``two`` lies best on ``one``, seen from afar: place among _WAYS, and what is left."""
    values = _dssim(one.from_afar, two.ways)
    at = int(values.argmin())
    return at, float(values[at])


def _centred(picture: pygame.Surface) -> pygame.Surface:
    """A picture on paper, its ink brought to the middle and to the size of the box."""
    paper = paint.plain(picture.get_size())
    paper.fill(_PAPER)
    paper.blit(picture, (0, 0))
    seen = eyes.oklab(eyes.linear(pygame.surfarray.array3d(paper).swapaxes(0, 1)))
    ink = np.linalg.norm(seen - _paper("usual"), axis=-1) > _INK_MIN
    down, across = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(down):
        box = Rect(int(across[0]), int(down[0]), int(np.ptp(across)) + 1, int(np.ptp(down)) + 1)
        paper = paper.subsurface(box)
    share = _BOX_PX / max(paper.get_size())
    size = (max(1, round(paper.get_width() * share)), max(1, round(paper.get_height() * share)))
    field = paint.plain((_FIELD_PX, _FIELD_PX))
    field.fill(_PAPER)
    at = ((_FIELD_PX - size[0]) // 2, (_FIELD_PX - size[1]) // 2)
    field.blit(pygame.transform.smoothscale(paper, size), at)
    return field


@lru_cache(maxsize=len(eyes.VISIONS))
def _paper(name: str) -> AnyField:
    return eyes.oklab(eyes.vision(name, eyes.linear(np.array(_PAPER)))).astype(np.float32)


def _coarse(grey: AnyField) -> AnyField:
    side = _FIELD_PX // _COARSE
    return np.asarray(grey.reshape(side, _COARSE, side, _COARSE).mean(axis=(1, 3)))


def _moved(field: AnyField, x: int, y: int, paper: AnyField | None = None) -> AnyField:
    """A field pushed ``x`` to the right and ``y`` down; paper comes in at the other side."""
    out = np.empty_like(field)
    out[...] = _paper("usual")[0] if paper is None else paper
    height, width = field.shape[:2]
    out[max(0, y) : height + min(0, y), max(0, x) : width + min(0, x)] = field[
        max(0, -y) : height - max(0, y), max(0, -x) : width - max(0, x)
    ]
    return out


@lru_cache(maxsize=8)
def _gauss(side: int, deviation_px: float) -> AnyField:
    """A matrix that blurs the columns of a square field; beyond its edge there is nothing."""
    at = np.arange(side)
    weights = np.exp(-0.5 * ((at[:, None] - at[None, :]) / deviation_px) ** 2)
    weights[weights < 1e-6] = 0  # no processor is quick with the smallest of floats
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float32)


def _blurred(fields: AnyField, deviation_px: float) -> AnyField:
    """Square fields, one or many, blurred along rows and columns: two products of plain matrices."""
    side = fields.shape[-1]
    matrix = _gauss(side, deviation_px).T
    for _ in range(2):
        rows = np.ascontiguousarray(fields.swapaxes(-2, -1)).reshape(-1, side)
        fields = (rows @ matrix).reshape(fields.shape)
    return fields


class _Fields:
    """Grey fields, one or many, with what SSIM takes of each."""

    def __init__(self, grey: AnyField, window_px: float) -> None:
        self.grey, self.window_px = grey, window_px
        self.mean = _blurred(grey, window_px)
        self.square = self.mean * self.mean
        self.spread = np.maximum(_blurred(grey * grey, window_px) - self.square, 0)
        self.ink = np.abs(self.mean - _paper("usual")[0]) > _INK_MIN / 2


def _dssim(one: _Fields, others: _Fields) -> AnyField:
    """(1 - SSIM) / 2 of one field with each of ``others``: the mean over what is ink on either."""
    product = one.mean * others.mean
    both = _blurred(one.grey * others.grey, one.window_px) - product
    ssim = (2 * product + _C1) * (2 * both + _C2)
    ssim /= (one.square + others.square + _C1) * (one.spread + others.spread + _C2)
    ink = one.ink | others.ink
    return np.asarray(((1 - ssim) / 2 * ink).sum(axis=(-2, -1)) / np.maximum(ink.sum(axis=(-2, -1)), 1))
