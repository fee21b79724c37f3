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
from emulator.panel.tables.kit.lay import Lay
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
