# SPDX-License-Identifier: MIT
"""Cards with two indices and courts, dealt through the air; chips cut down; everything on the cloth."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pygame
import pytest

from emulator.panel.tables.kit import flights
from emulator.panel.tables.kit.cards import _PIPS, COURTS, JOKER, RANKS, Cards
from emulator.panel.tables.kit.chips import STACK_MAX, cut_down
from emulator.panel.tables.pai_gow import rail
from emulator.panel.tables.pai_gow.layout import Layout

SIZES = [(800, 480), (1024, 600), (1280, 800), (1920, 1080), (600, 1024), (800, 1280), (1080, 1920)]
WIDTH = 86


@pytest.fixture(scope="module")
def cards() -> Cards:
    pygame.display.init()
    return Cards()


def ink(picture: pygame.Surface) -> np.ndarray:
    """Where a card is printed: darker than its bone."""
    return pygame.surfarray.array3d(picture).min(axis=2) < 120


@pytest.mark.parametrize("width", [46, WIDTH])
def test_a_card_can_be_read_from_both_of_its_ends(cards: Cards, width: int) -> None:
    for card in range(JOKER):
        printed = ink(cards.picture(card, width))
        across, down = round(width * 0.3), round(width * 0.55)
        corner, other = printed[:across, :down], printed[::-1, ::-1][:across, :down]
        assert corner.sum() > 20
        assert (corner != other).mean() < 0.04, RANKS[card // 4]


def test_a_card_has_as_many_pips_as_it_counts() -> None:
    assert {count: len(set(places)) for count, places in _PIPS.items()} == {n: n for n in range(2, 11)}


def test_courts_differ_in_rank_and_in_suit(cards: Cards) -> None:
    pictures = {
        (rank, suit): pygame.surfarray.array3d(cards.picture(RANKS.index(rank) * 4 + suit, WIDTH)).astype(int)
        for rank in COURTS
        for suit in range(4)
    }
    for one, two in combinations(pictures, 2):
        # Within the frame alone: the indices differ anyway.
        inner = np.s_[round(WIDTH * 0.3) : round(WIDTH * 0.7), round(WIDTH * 0.3) : round(WIDTH * 1.1)]
        assert np.abs(pictures[one][inner] - pictures[two][inner]).mean() > 3, (one, two)


@pytest.mark.parametrize("which", [0, 6])
def test_a_card_that_is_dealt_ends_on_its_place_without_a_jump(which: int) -> None:
    start, target = (640, 170), (1150.0, 390.0)
    assert flights.dealt(start, target, which, which * flights.CARD_MS - 1) is None
    track = [flights.dealt(start, target, which, age) for age in range(which * flights.CARD_MS, 700, 4)]
    hops = [hop for hop in track if hop is not None]
    assert (hops[0].x, hops[0].y) == start
    assert hops[-1] == flights.Hop(*target, height=pytest.approx(0, abs=1e-9), turn_deg=0)  # type: ignore[arg-type]
    assert max(math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(hops)) < 20
    assert max(hop.height for hop in hops) > 0.9


@pytest.mark.parametrize("cents", [1, 500, 4_500, 99_500, 123_456, 400_000])
def test_an_amount_is_cut_down_into_columns_of_one_colour(cents: int) -> None:
    columns = cut_down(cents)
    assert sum(value * count for value, count in columns) == cents
    assert all(0 < count <= STACK_MAX for _, count in columns)
    assert [value for value, _ in columns] == sorted((value for value, _ in columns), reverse=True)


@pytest.mark.parametrize("size", SIZES)
def test_every_place_lies_on_the_cloth_within_the_rail(size: tuple[int, int]) -> None:
    layout = Layout(size)
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(sheet, (255, 255, 255), rail.rim(layout))
    mask = pygame.mask.from_surface(sheet)
    for place, spot in layout.spots.items():
        for box in (spot.high, spot.low, spot.name, spot.told):
            inner = box.inflate(-2 * box.height // 3, 0) if box is spot.name else box
            for corner in (inner.topleft, inner.topright, inner.bottomleft, inner.bottomright):
                assert mask.get_at(corner), (place, corner)
