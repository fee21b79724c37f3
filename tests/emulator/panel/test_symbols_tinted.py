# SPDX-License-Identifier: MIT
"""The colour of a symbol is that of its drawing's main surface, and of currentColor in a picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest
from soon import soon

from emulator.panel.art import shapes
from emulator.panel.art.symbols import drawings, own
from emulator.panel.art.symbols.tinted import MAIN, of_main, tinted
from emulator.panel.art.theme import hex_colour
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import lay_out
from emulator.panel.machine.registry import read_front
from emulator.support.oklch import lch, rgb
from machines.model import load_model, model_names

SIDE = 60
COLOURS = ("#2E9E5B", "#7A3FA0", "#1E6FB8", "#C8102E", "#D9A02A")
# Far apart in OKLab: black and white 1.0, the reds of cherries and seven 0.08. Lights and shades of a small
# surface keep its mean a little off its colour.
NEAR = 0.19


def oklab(colour: object) -> np.ndarray:
    """A colour as a point: lightness, and chroma along two axes."""
    light, chroma, hue = lch(tuple(colour))  # type: ignore[call-overload]
    return np.array([light, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))])


def surface(drawing: str, colour: str | None) -> np.ndarray:
    """Mean colour of what is seen of a drawing's main pieces."""
    pieces = drawings.pieces_of(drawing)
    top = np.full((SIDE, SIDE), -1)
    for number, piece in enumerate(pieces):
        top[shapes.cover(piece.outlines, SIDE, piece.cut) > 0.5] = number
    main = hex_colour(MAIN[drawing])
    assert main is not None
    seen = np.isin(top, [number for number, piece in enumerate(pieces) if of_main(piece, main)])
    bare = [piece._replace(line=False) for piece in tinted(drawing, pieces, colour)]
    picture = drawings.render(bare, SIDE)
    return np.asarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[seen].mean(axis=0))


def test_every_drawing_has_a_main_colour() -> None:
    assert {*MAIN} == {*drawings.drawn_names()}


def test_the_main_colour_changes_nothing() -> None:
    for name, colour in MAIN.items():
        pieces = drawings.pieces_of(name)
        assert (
            tinted(name, pieces, colour) is tinted(name, pieces, colour.lower()) is tinted(name, pieces, None)
        )


@pytest.mark.parametrize("drawing", soon([*MAIN], "bell", "seven", "kite"))
def test_the_main_surface_has_the_colour_that_the_model_says(drawing: str) -> None:
    for colour in COLOURS:
        found = surface(drawing, colour)
        apart = {other: np.linalg.norm(oklab(found) - oklab(hex_colour(other) or ())) for other in COLOURS}
        assert min(apart, key=apart.__getitem__) == colour, (drawing, colour, apart)
        assert apart[colour] < NEAR, (drawing, hex_colour(colour), found)


def test_what_is_not_of_the_main_hue_stays() -> None:
    leaf = next(piece for piece in drawings.pieces_of("cherries") if piece.light == (112, 178, 70))
    assert leaf in tinted("cherries", drawings.pieces_of("cherries"), "#1E6FB8")
    assert all(
        b.outlines == a.outlines
        for a, b in zip(
            drawings.pieces_of("bell"), tinted("bell", drawings.pieces_of("bell"), "#1E6FB8"), strict=True
        )
    )


def test_colours_go_to_oklch_and_back() -> None:
    for colour in ((0, 0, 0), (255, 255, 255), (200, 16, 46), (92, 147, 224), (17, 200, 3)):
        assert np.abs(np.array(rgb(lch(colour))) - colour).max() <= 1
    assert max(rgb(lch((30, 90, 240))._replace(chroma=0.9))) <= 255


def test_models_that_ship_say_what_azar_paints() -> None:
    """So that their pictures are what they were before a colour counted."""
    for name in model_names():
        for symbol in load_model(name).symbols.values():
            assert symbol.drawing and symbol.colour == MAIN[symbol.drawing], (name, symbol.drawing)


def test_a_front_draws_its_symbols_in_their_colours_and_its_emblem_as_it_is() -> None:
    front = read_front(load_model("cierzo"), 1, False)
    kit = Kit(lay_out((640, 400)), replace(front, colours={"bell": "#1E6FB8"}), "es")
    plain = Kit(lay_out((640, 400)), front, "es")
    changed = {name: same(kit.symbol(name, 60), plain.symbol(name, 60)) for name in ("bell", "kite", "moon")}
    assert changed == {"bell": False, "kite": True, "moon": True}


def same(one: pygame.Surface, two: pygame.Surface) -> bool:
    """Whether two pictures are alike to the pixel."""
    return pygame.image.tobytes(one, "RGBA") == pygame.image.tobytes(two, "RGBA")


@pytest.mark.parametrize("word", ["currentColor", "currentcolor"])
def test_a_picture_takes_it_for_current_color(word: str) -> None:
    svg = f'<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="{word}"/></svg>'.encode()
    assert tuple(own.picture_of(svg, 60, "#1E6FB8").get_at((30, 30)))[:3] == (0x1E, 0x6F, 0xB8)
