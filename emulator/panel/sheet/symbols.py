# SPDX-License-Identifier: MIT
"""Every symbol of a model large, with its name, its colour, its grey, and how it looks on dark glass."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, hex_colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.reels import REEL_PAPER
from emulator.panel.sheet.paper import FAINT, GAP, RULE, Block
from machines.check.schema_parts import Symbol
from machines.model import Model

_LARGE, _SMALL, _BETWEEN = 224, 106, 12
_WIDTH = _LARGE + _BETWEEN + _SMALL
_HEIGHT = _LARGE + 104
_GREY = np.array([0.299, 0.587, 0.114])  # Rec. ITU-R BT.601


def symbols_block(model: Model, kit: Kit, width: int) -> Block:
    """The symbols in the order of the model, as many in a row as the width takes."""
    lines = -(-len(model.symbols) // max(1, (width + GAP) // (_WIDTH + GAP)))
    columns = -(-len(model.symbols) // lines)
    step = _WIDTH + GAP
    block = Block((columns * step - GAP, lines * (_HEIGHT + GAP) - GAP))
    for number, (name, symbol) in enumerate(model.symbols.items()):
        line, column = divmod(number, columns)
        block.set(_tile(model, name, symbol, kit), (column * step, line * (_HEIGHT + GAP)))
    return block


def _tile(model: Model, name: str, symbol: Symbol, kit: Kit) -> Block:
    tile = Block((_WIDTH, _HEIGHT))
    picture = kit.symbol(symbol.look, _LARGE - 16)
    paper = _on(REEL_PAPER, _LARGE, picture)
    tile.surface.blit(paper, (0, 0))
    small = kit.symbol(symbol.look, _SMALL - 8)
    tile.surface.blit(grey_of(_on(REEL_PAPER, _SMALL, small)), (_LARGE + _BETWEEN, 0))
    keyed = kit.symbol(symbol.look, _SMALL - 8, keyline=True)
    tile.surface.blit(_on(mix(kit.theme.deep, INK, 0.4), _SMALL, keyed), (_LARGE + _BETWEEN, _LARGE - _SMALL))
    y = _LARGE + 8
    tile.put(symbol.name.default, Rect(0, y, _WIDTH, 40), 34, "label")
    colour = hex_colour(symbol.colour) or INK
    tile.chip(colour, Rect(0, y + 46, 44, 22))
    chip = f"{symbol.colour.upper()}  ·  {name}"
    tile.put(chip, Rect(54, y + 43, _WIDTH - 54, 28), 21, colour=FAINT)
    stops = " · ".join(str(strip.count(name)) for strip in model.strips)
    kind = symbol.picture or f"azar's {symbol.drawing}"
    tile.put(f"{kind}, stops {stops}", Rect(0, y + 70, _WIDTH, 26), 19, colour=FAINT)
    return tile


def _on(ground: Colour, side: int, picture: pygame.Surface) -> pygame.Surface:
    """A picture in the middle of a square of this colour."""
    square = paint.layer((side, side))
    pygame.draw.rect(square, ground, square.get_rect(), border_radius=12)
    square.blit(picture, picture.get_rect(center=(side // 2, side // 2)))
    pygame.draw.rect(square, RULE, square.get_rect(), 2, border_radius=12)
    return square


def grey_of(picture: pygame.Surface) -> pygame.Surface:
    """A picture as who sees no colours sees it."""
    out = picture.copy()
    pixels = pygame.surfarray.pixels3d(out)
    pixels[...] = (pixels @ _GREY)[..., None].round().astype(pixels.dtype)
    del pixels
    return out
