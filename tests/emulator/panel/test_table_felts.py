# SPDX-License-Identifier: MIT
"""Cloths as data: every spot is where its name says, is hit where its chips lie, and covers no other."""

from __future__ import annotations

import itertools
import tomllib
from typing import Any

import pytest
from pygame import Rect
from soon import soon
from table_stand_in import StandIn, past

from emulator.panel.art import paint
from emulator.panel.art.fitting import unfit
from emulator.panel.art.lettering import Placed, fit, listening
from emulator.panel.art.theme import font
from emulator.panel.tables.kit import rack, shoe, stacks, tableau
from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.chips import cut_down
from emulator.panel.tables.kit.face import Stake, Told
from emulator.panel.tables.kit.lay import Lay, medal, wide
from emulator.panel.tables.kit.plan import GAMES, Plan, has_plan, read_plan
from emulator.panel.tables.kit.seen import DOMAIN
from emulator.panel.tables.kit.stage import Stage
from emulator.panel.tables.kit.visitor import Visitor
from machines.support.languages import languages, translator

ROULETTES = ("french_roulette", "american_roulette")


def felt_of(game: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / game / "felt.toml").read_text("utf-8"))


FELTS = tuple(sorted(path.name for path in GAMES.iterdir() if has_plan(path.name)))
SOON_SIZES = ((800, 480), (1080, 1920))
LONG_SIZES = [pytest.param(size, marks=pytest.mark.long) for size in ((1024, 600), (1280, 800), (1920, 1080))]
SEATS = 6
RIDDEN = [game for game in FELTS if "others" in felt_of(game)["tall"]]
"""Games in which one may bet on the hand of another."""
# As the cylinders of the trade have them, from the zero clockwise.
CYLINDER = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)  # fmt: skip


def touched(plan: Plan, x: float, y: float) -> set[str]:
    """Numbers whose boxes a point touches."""
    return {
        name
        for name, shapes in plan.spots.items()
        if name.isdigit() and any(one.touches(x, y) for one in shapes)
    }


@pytest.mark.parametrize("game", ROULETTES)
def test_a_roulette_has_every_spot_of_the_text(game: str) -> None:
    names = list(read_plan(game, tall=True).spots)
    kinds = [name.partition(" ")[0] if not name.isdigit() else "pleno" for name in names]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "pleno": 37, "caballo": 60, "transversal": 14, "cuadro": 22, "seisena": 11, "columna": 3, "docena": 3,
        "doble-columna": 2, "doble-docena": 2,
        "rojo": 1, "negro": 1, "par": 1, "impar": 1, "falta": 1, "pasa": 1,
    }  # fmt: skip


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("game", ROULETTES)
def test_chips_on_a_line_lie_on_the_numbers_of_their_name(game: str, tall: bool) -> None:
    plan = read_plan(game, tall)
    for name, shapes in plan.spots.items():
        kind = name.partition(" ")[0]
        for one in shapes:
            if kind in ("caballo", "cuadro") or name.startswith("transversal 0"):
                assert touched(plan, one.x, one.y) == set(tableau.covered(name)), name
            elif kind in ("transversal", "seisena"):  # at the edge of its rows
                numbers = tableau.covered(name)
                assert touched(plan, one.x, one.y) <= set(numbers), name
                assert len(numbers) == (3 if kind == "transversal" else 6)
                assert len(touched(plan, one.x, one.y)) == len(numbers) // 3


@pytest.mark.parametrize("game", ROULETTES)
def test_the_table_is_turned_to_the_left(game: str) -> None:
    """The zero is on the left, and 3 lies above 1: as one reads a tableau from a chair."""
    spots = {name: shapes[0].middle for name, shapes in read_plan(game, tall=False).spots.items()}
    assert spots["0"][0] < spots["1"][0] < spots["34"][0]
    assert spots["3"][1] < spots["2"][1] < spots["1"][1]


def test_the_cylinder_is_that_of_the_trade_and_its_colours_those_of_the_text() -> None:
    """Sums of digits that are even are black, so are 10 and 29; 19 is not (epígrafe 1, II.1)."""
    for game in ROULETTES:
        pockets = read_plan(game, tall=False).pockets
        assert tuple(int(pocket.name) for pocket in pockets) == CYLINDER
        assert sum(pocket.colour == "red" for pocket in pockets) == 18
        for pocket in pockets[1:]:
            n = int(pocket.name)
            black = (sum(map(int, pocket.name)) % 2 == 0 and n != 19) or n in (10, 29)
            assert (pocket.colour == "black") == black, n
        colours = [pocket.colour for pocket in pockets]
        assert all(one != other for one, other in itertools.pairwise([*colours, colours[0]]))


def test_the_wheel_of_fortune_has_its_cells_where_the_text_puts_them() -> None:
    cells = [int(pocket.name) for pocket in read_plan("wheel_of_fortune", tall=False).pockets]
    assert {value: cells.count(value) for value in set(cells)} == {1: 32, 2: 16, 5: 8, 10: 4, 20: 2, 40: 2}
    assert all(one != other for one, other in itertools.pairwise([*cells, cells[0]]))
    for value in (40, 20, 10, 5, 2, 1):
        at = [i for i, cell in enumerate(cells) if cell == value]
        assert {(i + 32) % 64 for i in at} == set(at)  # opposite each other
        if value in (5, 2, 1):
            assert {sum(i // 8 == sector for i in at) for sector in range(8)} == {{5: 1, 2: 2, 1: 4}[value]}


@pytest.mark.parametrize("size", [*SOON_SIZES, *LONG_SIZES])
@pytest.mark.parametrize("game", FELTS)
def test_every_spot_is_hit_where_its_chips_are_laid(game: str, size: tuple[int, int]) -> None:
    plan = read_plan(game, size[1] > size[0])
    lay = Lay(size, plan, SEATS)
    for seat in range(1, SEATS + 1):
        for name in plan.spots:
            foot = lay.foot(name, seat)
            assert foot is not None
            assert lay.spot_at(foot, seat) == name
            assert lay.felt.collidepoint(foot)
    assert lay.spot_at((0, 0), 1) is None


@pytest.mark.parametrize("size", SOON_SIZES)
@pytest.mark.parametrize("game", FELTS)
def test_a_box_is_hit_about_its_middle_and_a_point_from_beside(game: str, size: tuple[int, int]) -> None:
    plan = read_plan(game, size[1] > size[0])
    lay = Lay(size, plan, SEATS)
    for name, shapes in plan.spots.items():
        for one in shapes:
            for share in (0.46, 0.54) if one.wide else (-1, 1):
                if one.wide:
                    at = lay.point(one.x + one.wide * share, one.y + one.tall * share)
                else:
                    at = lay.point(one.x + 0.12 * share, one.y + 0.12 * share)
                assert lay.spot_at(at, max(1, one.seat)) == name


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("game", FELTS)
def test_no_box_covers_another(game: str, tall: bool) -> None:
    plan = read_plan(game, tall)
    boxes = [(name, one) for name, shapes in plan.spots.items() for one in shapes if one.wide]
    for (name, one), (other, two) in itertools.combinations(boxes, 2):
        across = min(one.x + one.wide, two.x + two.wide) - max(one.x, two.x)
        down = min(one.y + one.tall, two.y + two.tall) - max(one.y, two.y)
        assert across < 1e-6 or down < 1e-6, (name, other)
    for _, one in boxes:
        assert one.x >= -1e-6 and one.x + one.wide <= plan.size[0] + 1e-6
        assert one.y >= -1e-6 and one.y + one.tall <= plan.size[1] + 1e-6


@pytest.mark.parametrize("size", SOON_SIZES)
@pytest.mark.parametrize("game", FELTS)
def test_chips_and_what_is_paid_stay_within_a_box_with_words(game: str, size: tuple[int, int]) -> None:
    """Six stakes of a spot, each paid in every colour of chips."""
    lay = Lay(size, read_plan(game, size[1] > size[0]), SEATS)
    for name in lay.plan.spots:
        box = lay.around(name, 1)
        if box is None or box.width < 1.5 * lay.chip:
            continue
        laid = [Stake(seat, name, 500) for seat in range(1, SEATS + 1)]
        told = [Told(0, "paid", seat, name, 13_631_00) for seat in range(1, SEATS + 1)]
        found = stacks.piles(lay, StandIn(game=game, laid=laid, told=told), 60_000)
        assert len(found) == 2 * SEATS
        for pile in found:
            box = lay.around(name, pile.seat)
            assert box is not None
            columns = len(cut_down(pile.cents)) if pile.cut else 1
            reach = lay.chip * pile.share * (0.48 * (columns - 1) + 0.5)
            assert box.x - 1 <= pile.x - reach and pile.x + reach <= box.right + 1, (name, pile)


CLOSE = [*SOON_SIZES, (480, 800)]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", CLOSE)
@pytest.mark.parametrize("game", FELTS)
def test_no_stake_hides_the_words_of_a_line_or_the_number_of_a_field(
    game: str, size: tuple[int, int], language: str
) -> None:
    """A tower of any seat stands left or right of words along a line, and beside a medal."""
    plan, say = read_plan(game, size[1] > size[0]), translator(language, DOMAIN)
    lay = Lay(size, plan, SEATS)
    for name in plan.spots:
        box = lay.around(name, 1)
        if box is None or not (wide(box) if plan.decides == "fortune" else lay.line(box)):
            continue
        if plan.decides == "fortune":
            hidden = medal(box).inflate(-2, 0)
        else:
            wanted, inner = tableau._set(lay, box, name, say(plan.printed[name]))
            fitted = fit(say(plan.printed[name]), "label", inner.size, wanted, lines_max=3)
            hidden = Rect(0, 0, font("label", fitted.size_px).size(say(plan.printed[name]))[0], box.height)
            hidden.center = box.center
        laid = [Stake(seat, name, 500) for seat in range(1, SEATS + 1)]
        for pile in stacks.piles(lay, StandIn(game=game, laid=laid), 0):
            tower = Rect(round(pile.x - lay.chip / 2), hidden.y, lay.chip, hidden.height)
            assert not tower.colliderect(hidden), (name, pile.seat)


@pytest.mark.parametrize("size", CLOSE)
@pytest.mark.parametrize("game", FELTS)
def test_shoe_and_basket_touch_no_hand_and_no_box(game: str, size: tuple[int, int]) -> None:
    plan = read_plan(game, size[1] > size[0])
    lay = Lay(size, plan, SEATS)
    taken = [*map(lay.hand, plan.hands), *(lay.box(one) for shapes in plan.spots.values() for one in shapes)]
    for stands in shoe.stands(lay):
        assert stands.collidelist(taken) < 0 and not stands.colliderect(lay.tray)


@pytest.mark.parametrize("size", CLOSE)
def test_the_value_of_chips_on_the_rail_stands_within_their_ring(size: tuple[int, int]) -> None:
    lay, values = Lay(size, read_plan("craps", size[1] > size[0]), SEATS), (100, 500, 2_500, 10_000, 50_000)
    for place in rack.places(lay, values):
        plate, ring = rack.plate(place), place.inflate(-lay.px(6), -lay.px(6))
        high = font("label", lay.px(19)).get_ascent()
        ink = Rect(0, 0, round(place.width * 0.4), min(high, plate.height))
        ink.center = plate.center
        for corner in (ink.bottomleft, ink.bottomright):
            x, y = (
                (corner[0] - ring.centerx) / (ring.width / 2),
                (corner[1] - ring.centery) / (ring.height / 2),
            )
            assert x * x + y * y < 0.97


def test_a_high_box_has_its_chips_below_its_words() -> None:
    """Also one that is as wide as a line: the chances of boule on an upright screen."""
    lay = Lay((1080, 1920), read_plan("boule", tall=True), SEATS)
    for name in ("falta", "pasa", "par", "impar"):
        box = lay.around(name, 1)
        assert box is not None and box.width > 9 * lay.chip and not lay.line(box)
        feet = {lay.foot(name, seat) for seat in range(1, SEATS + 1)}
        assert len(feet) == 1 and all(at and at[1] > box.y + 0.6 * box.height for at in feet)


@pytest.mark.parametrize("size", SOON_SIZES)
@pytest.mark.parametrize("game", RIDDEN)
def test_the_box_of_a_seat_is_for_others_who_bet_on_its_hand(game: str, size: tuple[int, int]) -> None:
    felt = felt_of(game)
    for reading, bets in felt["wide"]["others"].items():
        assert felt["tall"]["others"] == felt["wide"]["others"]
        plain, plan = (
            read_plan(game, size[1] > size[0], frozenset({(reading, value)}))
            for value in ("none", "three_more")
        )
        assert plan.shared and not plain.shared
        lay = Lay(size, plan, SEATS)
        for bet, hand, seat in itertools.product(bets, range(1, SEATS + 1), range(1, SEATS + 1)):
            own = lay.foot(bet, hand)
            assert own is not None and lay.foot(f"{bet} {hand}", seat) == own  # chips stand beside each other
            assert lay.spot_at(own, seat) == (bet if seat == hand else f"{bet} {hand}")
            assert Lay(size, plain, SEATS).spot_at(own, seat) == (bet if seat == hand else None)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [*SOON_SIZES, *LONG_SIZES])
@pytest.mark.parametrize("game", soon(FELTS, "french_roulette"))
def test_texts_of_a_table_can_be_read_and_lie_apart(game: str, size: tuple[int, int], language: str) -> None:
    say = translator(language, DOMAIN)
    offered = [
        Button("clear", say("TAKE BACK")), Button("repeat", say("REPEAT")), Button("odds", "?"),
        Button("ready", say("NO MORE BETS"), True),
    ]  # fmt: skip
    face = StandIn(
        game=game, words="Hagan sus apuestas, por favor", past=past(*range(20)), offered=offered,
        pot="12.345.678,90 €",
    )  # fmt: skip
    screen = paint.plain(size)
    with listening() as heard:
        Stage(face, size, language).draw(screen, Visitor(4, 500))
    placed = [one for one in heard if isinstance(one, Placed)]
    assert len(placed) > 30
    assert [str(one) for one in unfit(placed, screen.get_rect())] == []


OFFERED = (
    ("BUY CHIPS {}", "PASS THE DICE", "THROW"), ("TAKE BACK", "PASS THE SHOE", "CARDS"), ("PLAY ON", "FOLD"),
    ("HALF", "PRISON"), ("REPEAT", "READY"), ("HIT", "STAND", "DOUBLE", "SPLIT"),
    ("EVEN MONEY", "INSURE", "NO INSURANCE"), ("FOLLOW", "DO NOT FOLLOW"),
    ("TAKE BACK", "NOBODY BETS ON MY HAND", "CARDS"),
    ("REPEAT", "LET OTHERS BET ON MY HAND", "CARDS"),
)  # fmt: skip
"""Buttons that stand beside each other; a half and a prison are of a bet, others of a hand and its chips."""


OF_HANDS = {"HIT", "INSURE", "FOLLOW"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "size", [(1024, 600), *(pytest.param(one, marks=pytest.mark.long) for one in SOON_SIZES)]
)
def test_texts_of_buttons_can_be_read_in_every_language(size: tuple[int, int], language: str) -> None:
    say = translator(language, DOMAIN)
    for row in OFFERED:
        of = f" · {say('INVERSE')}" if "HALF" in row else " +125 € · 4b" if {*row} & OF_HANDS else ""
        offered = [Button(word, say(word).format("100 €") + of) for word in row]
        offered.insert(1, Button("odds", "?"))
        screen, face = paint.plain(size), StandIn(game="treinta_y_cuarenta", offered=offered)
        with listening() as heard:
            Stage(face, size, language).draw(screen, Visitor(4, 500))
        placed = [one for one in heard if isinstance(one, Placed)]
        written = " ".join(str(one) for one in placed)
        assert all(button.words.split()[0] in written for button in offered)
        assert [str(one) for one in unfit(placed, screen.get_rect())] == []


@pytest.mark.parametrize("game", ["french_roulette", "american_roulette"])
def test_upright_the_cloth_of_a_roulette_fills_most_of_the_width(game: str) -> None:
    lay = Lay((1080, 1920), read_plan(game, tall=True), SEATS)
    assert lay.table.width >= 0.75 * 1080 and lay.cell[1] >= 62
    assert not lay.table.colliderect(lay.wheel)
