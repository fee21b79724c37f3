# SPDX-License-Identifier: MIT
"""Chips leave the words of their spot free, and what is paid lies within it."""

from __future__ import annotations

import itertools

import pytest
from pygame import Rect
from table_stand_in import StandIn
from test_table_felts import CLOSE, FELTS, LONG_SIZES, SEATS

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer, Placed, listening
from emulator.panel.tables.kit import stacks, tableau
from emulator.panel.tables.kit.chips import cut_down
from emulator.panel.tables.kit.face import Stake, Told
from emulator.panel.tables.kit.lay import Lay, medal
from emulator.panel.tables.kit.lay import wide as wide_field
from emulator.panel.tables.kit.plan import EVERY, read_plan
from emulator.panel.tables.kit.seen import DOMAIN
from machines.support.languages import languages, translator


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
@pytest.mark.parametrize("game", FELTS)
def test_a_stake_of_five_chips_hides_no_word_of_its_spot(
    game: str, size: tuple[int, int], language: str
) -> None:
    """What is printed as it is drawn, and a stake of any seat in five chips, of a column in four."""
    lay, say = Lay(size, read_plan(game, size[1] > size[0]), SEATS), translator(language, DOMAIN)
    screen, laid = paint.plain(size), 0
    for name in lay.plan.printed.keys() & lay.plan.spots.keys():
        chips = 4 if name.startswith("columna") else 5  # a bet on two columns lies on their edge
        for one in lay.plan.spots[name]:
            with listening() as heard:
                tableau._name(screen, lay, name, one, say, Letterer())
            words = [placed.ink for placed in heard if isinstance(placed, Placed)]
            for seat in (one.seat,) if one.seat != EVERY else range(1, SEATS + 1):
                for pile in stacks.piles(lay, StandIn(game=game, laid=[Stake(seat, name, 400)]), 0):
                    assert _tower(lay, pile, chips).collidelist(words) < 0, (name, seat, pile)
                    laid += 1
    assert laid or game == "wheel_of_fortune"


def _tower(lay: Lay, pile: stacks.Pile, chips: int) -> Rect:
    """What so many chips on each other cover: a cut pile has them side by side."""
    wide, columns = lay.chip * pile.share, len(cut_down(pile.cents)) if pile.cut else 1
    high, across = wide * (0.75 + 0.172 * (chips - 1)), wide * (0.96 * columns + 0.04)
    return Rect(round(pile.x - across / 2), round(pile.y + wide * 0.42 - high), round(across), round(high))


@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
def test_what_a_number_of_boule_is_paid_lies_within_it(size: tuple[int, int]) -> None:
    """Beside or before its stake, which stays to be seen; seven to one on 1, 5 or 25 euros."""
    lay = Lay(size, read_plan("boule", size[1] > size[0]), SEATS)
    for number, cents, seat in itertools.product(range(1, 10), (100, 500, 2_500), range(1, SEATS + 1)):
        name = str(number)
        box, foot = lay.spot(name, seat), lay.foot(name, seat)
        told = [Told(0, "paid", seat, name, 7 * cents)]
        laid = [Stake(seat, name, cents)]
        found = stacks.piles(lay, StandIn(game="boule", laid=laid, told=told), 60_000)
        (paid,) = (pile for pile in found if (pile.x, pile.y) != foot)
        assert box is not None and foot is not None
        assert box.inflate(2, 2).contains(_tower(lay, paid, 1)), (number, paid)
        assert max(abs(paid.x - foot[0]), abs(paid.y - foot[1])) >= 0.6 * lay.chip


@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
def test_a_stake_of_five_chips_hides_no_number_of_boule(size: tuple[int, int]) -> None:
    lay = Lay(size, read_plan("boule", size[1] > size[0]), SEATS)
    screen, say = paint.plain(size), translator("es", DOMAIN)
    for number in map(str, range(1, 10)):
        with listening() as heard:
            tableau._name(screen, lay, number, lay.plan.spots[number][0], say, Letterer())
        (ink,) = (placed.ink for placed in heard if isinstance(placed, Placed))
        for seat in range(1, SEATS + 1):
            (pile,) = stacks.piles(lay, StandIn(game="boule", laid=[Stake(seat, number, 400)]), 0)
            assert not _tower(lay, pile, 5).colliderect(ink), (number, seat)


@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
def test_what_a_wide_field_is_paid_hides_nothing_of_its_number(size: tuple[int, int]) -> None:
    lay, wide = Lay(size, read_plan("wheel_of_fortune", size[1] > size[0]), SEATS), 0
    for name, seat, cents in itertools.product(lay.plan.spots, range(1, SEATS + 1), (500, 1_000, 4_300)):
        box = lay.spot(name, seat)
        if box is None or not wide_field(box):
            continue
        told = [Told(0, "paid", seat, name, cents)]
        laid = [Stake(seat, name, 500)]
        for pile in stacks.piles(lay, StandIn(game="wheel_of_fortune", laid=laid, told=told), 60_000):
            assert _tower(lay, pile, 1).x >= medal(box).right, (name, seat, pile)
            wide += 1
    assert wide or size[0] > size[1]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
@pytest.mark.parametrize("game", [game for game in FELTS if read_plan(game, tall=False).decides == "cards"])
def test_words_of_a_low_box_stay_off_its_edges(game: str, size: tuple[int, int], language: str) -> None:
    """By 6 in 100 of its height, above and below, on one line or on two."""
    lay, say = Lay(size, read_plan(game, size[1] > size[0]), SEATS), translator(language, DOMAIN)
    screen, low = paint.plain(size), 0
    for name in lay.plan.printed.keys() & lay.plan.spots.keys():
        for one in lay.plan.spots[name]:
            box = lay.box(one)
            if not one.wide or not lay.printed(name) or lay.line(box) or not lay.beside(box):
                continue
            with listening() as heard:
                tableau._name(screen, lay, name, one, say, Letterer())
            inner = box.inflate(0, -round(box.height * 0.12))
            for placed in heard:
                assert not isinstance(placed, Placed) or inner.contains(placed.ink), (name, placed)
                low += 1
    assert low


def test_the_light_of_a_triangle_is_one() -> None:
    lay = Lay((1280, 800), read_plan("treinta_y_cuarenta", tall=False), SEATS)
    box, screen = lay.spot("inverso", 1), paint.plain((1280, 800))
    assert box is not None
    tableau.Light(lay).draw(screen, "inverso", 1)
    lit = [screen.get_at(at)[:3] != (0, 0, 0) for at in (box.center, (box.centerx, box.bottom - 3))]
    dark = [screen.get_at((x, box.bottom - 3))[:3] == (0, 0, 0) for x in (box.x + 2, box.right - 3)]
    assert lit == [True, True] and dark == [True, True]


@pytest.mark.parametrize("size", [*CLOSE, *LONG_SIZES])
@pytest.mark.parametrize("game", ["poquer_sin_descarte", "poquer_tres_cartas", "punto_y_banca"])
def test_words_of_every_seat_are_set_alike(game: str, size: tuple[int, int]) -> None:
    """On as many lines, in letters of one size, though boxes differ by a pixel."""
    lay, say = Lay(size, read_plan(game, size[1] > size[0]), SEATS), translator("es", DOMAIN)
    screen = paint.plain(size)
    for name in lay.plan.printed.keys() & lay.plan.spots.keys():
        said = set()
        for one in lay.plan.spots[name]:
            with listening() as heard:
                tableau._name(screen, lay, name, one, say, Letterer())
            said.add(tuple((one.size_px, len(one.covers)) for one in heard if isinstance(one, Placed)))
        assert len(said) == 1, (name, said)
