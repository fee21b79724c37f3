# SPDX-License-Identifier: MIT
"""The symbols and the reels: one family, told apart without colour, settling where the device says."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest
from panel_fake import fresh_stage, reel, stage, state

from emulator.panel.art import coins, dots, paint
from emulator.panel.art.scenery.styles import emblems
from emulator.panel.art.symbols import drawings
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.reels import OVERSHOOT, SETTLE_US, settle
from emulator.panel.machine.registry import look
from emulator.panel.machine.skill.pads import INSTRUMENTS
from machines.model import load_model, model_names

SIZE_PX = 60
UNLIKE = 12.0  # mean grey levels between two symbols at 60 px


def grey(drawing: str) -> np.ndarray:
    paper = paint.plain((SIZE_PX, SIZE_PX))
    paper.fill((253, 244, 222))
    paper.blit(drawings.render(drawings.pieces_of(drawing), SIZE_PX), (0, 0))
    return pygame.surfarray.array3d(paper).astype(float) @ np.array([0.299, 0.587, 0.114])


def test_every_symbol_of_the_models_is_drawn() -> None:
    wanted = {symbol.drawing for name in model_names() for symbol in load_model(name).symbols.values()}
    assert wanted | set(INSTRUMENTS) | emblems() == set(drawings.drawn_names())


def test_symbols_differ_without_colour() -> None:
    pictures = {name: grey(name) for name in drawings.drawn_names()}
    for one, two in combinations(pictures, 2):
        assert np.abs(pictures[one] - pictures[two]).mean() > UNLIKE, (one, two)


@pytest.mark.parametrize("name", drawings.drawn_names())
def test_symbols_have_one_optical_size_and_are_not_cut(name: str) -> None:
    alpha = pygame.surfarray.array_alpha(drawings.render(drawings.pieces_of(name), 120)) / 255
    assert 0.27 <= alpha.mean() <= 0.66
    rim = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert rim.max() < 0.2


def test_a_name_nobody_has_drawn_gets_a_medal() -> None:
    assert drawings.pieces_of("no_such_drawing")


def test_a_reel_overshoots_by_a_tenth_and_settles() -> None:
    path = [settle(us) for us in range(0, SETTLE_US + 1, 1000)]
    assert path[0] == 0 and path[-1] == 0
    assert 0.085 <= max(path) <= OVERSHOOT * 1.1
    assert settle(SETTLE_US + 1) == 0 and settle(-1) == 0


def test_the_stop_on_the_payline_is_the_one_the_device_shows() -> None:
    """At rest the middle of the window holds the strip's symbol of that stop."""
    built = stage((1280, 800), "es")
    strips, drawings = built.kit.front.strips, built.kit.front.drawings
    screen = paint.plain(built.layout.size)
    for stop in (0, 5, 9, 17):
        built.reels.draw(screen, look(state("idle", reels=[reel(stop)] * 3)))
        for strip, rect in zip(strips, built.layout.reels, strict=True):
            seen = screen.subsurface(rect.inflate(0, -rect.height + round(built.layout.pitch * 0.9)))
            best = min(drawings, key=lambda name: unlikeness(seen, name))
            assert best == drawings[strip[stop]], (stop, best)


def unlikeness(seen: pygame.Surface, name: str) -> float:
    side = min(seen.get_size())
    paper = paint.plain((side, side))
    paper.fill((236, 228, 208))
    paper.blit(drawings.render(drawings.pieces_of(name), side), (0, 0))
    part = seen.subsurface(seen.get_rect().inflate(side - seen.get_width(), side - seen.get_height()))
    one, two = pygame.surfarray.array3d(part), pygame.surfarray.array3d(paper)
    return float(np.abs(one.astype(float) - two.astype(float)).mean())


def test_a_lit_prize_row_looks_different_from_a_dark_one() -> None:
    built = stage((1280, 800), "es")
    pictures = []
    for lamps in (frozenset[int](), frozenset({12})):
        screen = paint.plain(built.layout.size)
        built.draw(screen, look(state("idle", glass=lamps)), 0, Hand())
        cell = next(cell for row, cell in built.glass.cells if row.lamp == 12)
        pictures.append(pygame.surfarray.array3d(screen.subsurface(cell)).astype(float))
    assert np.abs(pictures[0] - pictures[1]).mean() > 40


def test_coins_have_their_true_relative_diameters() -> None:
    sizes = [coins.diameter(cents, 1000) for cents in (10, 20, 100, 50, 200)]
    assert sizes == sorted(sizes)
    assert coins.diameter(200, 1000) == 1000 and coins.diameter(10, 1000) == 767


def test_every_coin_in_the_tray_comes_to_rest_on_the_screen() -> None:
    built = fresh_stage()
    screen = paint.plain(built.layout.size)
    fake = state("full")
    built.draw(screen, look(fake), 0, Hand())
    built.draw(screen, look(fake), 2_000, Hand())
    assert sum(built.tray.heap_counts().values()) == sum(fake.tray.values())
    fake.take_tray()
    built.draw(screen, look(fake), 2_100, Hand())
    assert built.tray.heap_counts() == {}


@pytest.mark.parametrize("letter", "ÁÉÍÓÚÜÑñáéíóúü¡!¿?€ºª·:;.,-+/()%")
def test_the_dot_matrix_knows_spanish(letter: str) -> None:
    width, lit = dots.glyph(letter)
    assert lit and 1 <= width <= 5
    assert all(0 <= row < dots.ROWS and 0 <= column < width for column, row in lit)
    assert lit != dots.glyph("\x7f")[1]


def test_accents_stand_clear_of_their_letters() -> None:
    for plain, marked in zip("AEIOUNaeou", "ÁÉÍÓÚÑáéóú", strict=True):
        assert dots.glyph(plain)[1] < dots.glyph(marked)[1] or dots.glyph(plain)[0] < dots.glyph(marked)[0]
