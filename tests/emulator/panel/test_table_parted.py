# SPDX-License-Identifier: MIT
"""Hands of a separated pair on the cloth: places of their own in that of the first, however many they are."""

from __future__ import annotations

import itertools
import math

import pygame
import pytest
from pygame import Rect
from table_stand_in import StandIn

from emulator.panel.tables.kit import shoe, stacks, tableau
from emulator.panel.tables.kit.cards import RATIO, Cards
from emulator.panel.tables.kit.chips import STACK_MAX, Chips
from emulator.panel.tables.kit.colours import SEATS
from emulator.panel.tables.kit.face import Stake, Told
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.parted import SLIDE_MS, Hands, Lies
from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.seen import Seen, spot_name
from emulator.panel.tables.kit.shoe import SLIDE_MS as DEALT_MS
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from emulator.tables.told import OPEN, settled_ms
from machines.tables.chance import card
from machines.tables.game import Move
from machines.tables.games.black_jack.boxes import hand_spot

SIZES = [(1024, 600), (1280, 800), (1920, 1080), (3840, 2160), (600, 1024), (1080, 1920), (800, 1280)]
BOXES = range(1, 8)
FRAME_MS = 16


def lay_of(size: tuple[int, int]) -> Lay:
    return Lay(size, read_plan("black_jack", tall=size[1] > size[0]), 7)


def parted_round(box: int, many: int) -> tuple[list[Told], list[str]]:
    """Two eights on a box, separated until there are so many hands; each with a card more."""
    told: list[Told] = []
    at_ms = itertools.count(1_000, 1_000)

    def dealt(spot: str, name: str) -> None:
        told.append(Told(next(at_ms), "card", spot=spot, faces=(card(name),), to=OPEN))

    hands = [hand_spot(box, 0)]
    for spot, name in ((hands[0], "8c"), ("banca", "6d"), (hands[0], "8h")):
        dealt(spot, name)
    for i in range(1, many):
        hands.append(hand_spot(box, i))
        told.append(Told(next(at_ms), "parted", 4, hands[0], faces=(card("8d"),), to=hands[-1]))
        if i < many - 1:
            dealt(hands[0], "8d")
    for hand in hands:
        dealt(hand, "3s")
    return told, hands


def cards_of(told: list[Told]) -> range:
    return range(sum(one.kind == "card" for one in told))


def box_of(lies: Lies) -> Rect:
    found = Rect(0, 0, math.ceil(lies.wide), math.ceil(lies.wide * RATIO))
    found.center = round(lies.x), round(lies.y)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("many", [2, 3, 4, 7, 12, 24])
def test_every_hand_lies_apart_in_the_place_of_the_first(size: tuple[int, int], many: int) -> None:
    lay = lay_of(size)
    for box in BOXES:
        told, _ = parted_round(box, many)
        hands = Hands(lay, told, 1 << 30)
        by_hand: dict[str, Rect] = {}
        (room,) = hands.rooms()
        owners = _owners(told)
        for number in cards_of(told):
            lies = hands.card(number)
            if owners[number] == "banca":
                assert lies is None
                continue
            assert lies is not None and room.inflate(2, 2).contains(box_of(lies))
            by_hand[owners[number]] = by_hand.get(owners[number], box_of(lies)).union(box_of(lies))
        assert len(by_hand) == many
        for one, two in itertools.combinations(by_hand.values(), 2):
            assert not one.inflate(-2, -2).colliderect(two.inflate(-2, -2))
        right = by_hand[hand_spot(box, 0)]
        assert all(right.x >= other.x and right.y >= other.y for other in by_hand.values())


def _owners(told: list[Told]) -> list[str]:
    """Whose every card is in the end, by a way of its own: hands as lists of their cards."""
    lists: dict[str, list[int]] = {}
    number = 0
    for one in told:
        if one.kind == "card":
            lists.setdefault(one.spot, []).append(number)
            number += 1
        elif one.kind == "parted":
            lists[one.to] = [lists[one.spot].pop(1)]
    return [next(hand for hand, some in lists.items() if n in some) for n in range(number)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("many", [2, 3, 7, 24])
def test_every_stake_stands_before_its_hand_in_the_box(size: tuple[int, int], many: int) -> None:
    """As its hand lies among the hands: left of the same ones, above the same ones."""
    lay = lay_of(size)
    told, spots = parted_round(3, many)
    hands, box = Hands(lay, told, 1 << 30), lay.spot("mano 3", 3)
    assert box is not None
    first = dict(hands.names())
    feet = {spot: hands.stake(spot, 3) for spot in spots}
    for spot, foot in feet.items():
        assert foot is not None and box.contains(Rect(round(foot.x), round(foot.y), 1, 1)), spot
    for one, two in itertools.combinations(spots, 2):
        here, there = feet[one], feet[two]
        assert here is not None and there is not None
        assert math.dist(here[:2], there[:2]) > here.wide * 0.6
        if abs(here.x - there.x) > 1:
            assert (here.x < there.x) == (first[one].x < first[two].x)
        if abs(here.y - there.y) > 1:
            assert (here.y < there.y) == (first[one].y < first[two].y)


RIDDEN = [*SIZES, (800, 480), (480, 800)]


@pytest.mark.parametrize("size", RIDDEN)
@pytest.mark.parametrize("many", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [(4,), (1, 4), (1, 2, 4)])
def test_every_payment_lies_beside_its_own_stake_and_hides_nothing(
    size: tuple[int, int], many: int, seats: tuple[int, ...]
) -> None:
    """Stakes and payments of up to three seats on each hand, of 80 € in four chips: all of them apart."""
    lay = lay_of(size)
    for box in BOXES:
        told, spots = parted_round(box, many)
        told += [
            Told(50_000, kind, seat, spot, 80_00)
            for kind in ("paid", "back")
            for spot in spots
            for seat in seats
        ]
        face, now_ms = StandIn(game="black_jack", told=told), 50_000 + settled_ms(0, many * len(seats))
        found = stacks.piles(lay, face, now_ms)
        feet = stacks.piles(lay, face, 50_000)  # where stakes stand before anything is paid
        assert (len(found), len(feet)) == (2 * len(feet), many * len(seats))
        stakes = [(pile.seat, pile.x, pile.y) for pile in feet]
        paid = [pile for pile in found if (pile.seat, pile.x, pile.y) not in stakes]
        owners = []
        for pile in paid:
            seat, x, y = min(stakes, key=lambda one: math.dist(one[1:], (pile.x, pile.y)))
            others = sorted(math.dist(one[1:], (pile.x, pile.y)) for one in stakes)
            assert seat == pile.seat and pile.x < x
            assert len(others) == 1 or others[1] > others[0] * 1.2
            owners.append((seat, x, y))
        assert sorted(owners) == sorted(stakes)
        frame = lay.spot(spots[0], box)
        assert frame is not None
        towers = [_tower(lay, pile) for pile in found]
        assert all(frame.inflate(2, 2).contains(tower) for tower in towers), (box, towers)
        for one, two in itertools.combinations(towers, 2):
            assert one.clip(two).width * one.clip(two).height <= 0.25 * one.width * one.height, (
                box,
                one,
                two,
            )
        lines = stacks.lines(lay, face, now_ms)
        assert len(lines) == (len(stakes) if len(seats) > 1 else 0)
        for seat, x, y in stakes if lines else []:
            (line,) = (
                line
                for of, line in lines
                if of == seat and line.collidepoint(x, line.centery) and 0 < line.y - y < lay.chip
            )
            (own,) = (
                pile
                for pile in paid
                if pile.seat == seat and line.x <= pile.x < x and abs(pile.y - y) < lay.chip / 3
            )
            assert frame.contains(line) and own.x < x


def test_no_line_is_left_where_stakes_have_been_raked_and_taken_up() -> None:
    lay = lay_of((1280, 800))
    told = [
        Told(1_000, "lost", 1, "mano 4", 500),
        *(Told(1_000, kind, 4, "mano 4", 500) for kind in ("paid", "back")),
    ]
    face, over_ms = StandIn(game="black_jack", told=told), 1_000 + settled_ms(1, 1, 1)
    assert [seat for seat, _ in stacks.lines(lay, face, 1_000)] == [1, 4]
    assert [seat for seat, _ in stacks.lines(lay, face, 1_000 + settled_ms(1, 1))] == [4]
    assert stacks.lines(lay, face, over_ms + 1_000) == []


def test_the_line_below_a_stake_has_the_colour_of_its_seat() -> None:
    lay = lay_of((1280, 800))
    face = StandIn(game="black_jack", laid=[Stake(seat, "mano 4", 500) for seat in (1, 2, 4)])
    screen = pygame.Surface((1280, 800))
    stacks.draw(screen, Chips(), lay, face, 0)
    for seat, line in stacks.lines(lay, face, 0):
        assert screen.get_at(line.center)[:3] == SEATS[seat - 1][0], seat


def _tower(lay: Lay, pile: stacks.Pile) -> Rect:
    """What the chips of a pile cover: four of them, in one column or cut down in two."""
    wide = lay.chip * pile.share
    across = wide * (1.96 if pile.cut else 1)
    high = wide * (0.75 + 0.172 * ((2 if pile.cut else 4) - 1))
    return Rect(round(pile.x - across / 2), round(pile.y + wide * 0.42 - high), round(across), round(high))


def test_cards_and_stake_go_to_their_places_without_a_jump() -> None:
    lay = lay_of((1280, 800))
    told, _ = parted_round(4, 3)
    before: dict[object, Lies] = {}
    longest = math.dist(lay.hand("mano 4").topleft, lay.hand("mano 4").bottomright)
    for now_ms in range(0, told[-1].t_ms + 2 * SLIDE_MS, FRAME_MS):
        hands = Hands(lay, told, now_ms)
        for number in cards_of(told):
            lies = hands.card(number)
            if lies is not None:
                here = before.get(number)
                assert here is None or math.dist(here[:2], lies[:2]) < longest / 8, (number, now_ms)
                before[number] = lies
        stake = hands.stake("mano 4", 4)
        assert stake is not None
        if "stake" in before:
            assert math.dist(before["stake"][:2], stake[:2]) < longest / 8
        before["stake"] = stake


def test_a_pair_lies_as_it_lay_at_the_moment_when_it_is_separated() -> None:
    lay = lay_of((1280, 800))
    told, _ = parted_round(4, 2)
    at_ms = next(one.t_ms for one in told if one.kind == "parted")
    assert not Hands(lay, told, at_ms - 1).parted("mano 4")
    hands, first = Hands(lay, told, at_ms), lay.mark("cards", "mano 4")
    assert first is not None and hands.first("mano 4b") == "mano 4"
    assert hands.card(0) == Lies(*first, lay.card)
    second = hands.card(2)
    assert second is not None and second.x - first[0] == pytest.approx(lay.step(2), abs=1)
    foot = lay.foot("mano 4", 4)
    assert foot is not None and hands.stake("mano 4", 4) == Lies(*foot, lay.chip)


def test_cards_and_chips_of_separated_hands_are_drawn() -> None:
    """A cloth that is black but for what is drawn: a bone card and a chip where the places say."""
    lay = lay_of((1280, 800))
    told, spots = parted_round(4, 3)
    face = StandIn(game="black_jack", told=told, laid=[Stake(4, spot, 500) for spot in spots])
    late, hands = 1 << 20, Hands(lay, told, 1 << 20)
    screen = pygame.Surface((1280, 800))
    shoe.draw(screen, lay, Cards(), told, late)
    for number, owner in enumerate(_owners(told)):
        lies = hands.card(number)
        if lies is not None and owner != "banca":
            edge = screen.get_at((round(lies.x + lies.wide * 0.3), round(lies.y - lies.wide * 0.55)))
            assert min(edge[:3]) > 90, (number, owner)
    piles = stacks.piles(lay, face, late)
    assert [pile.cents for pile in piles] == [500] * 3
    assert {(pile.x, pile.y) for pile in piles} == {
        (at.x, at.y) for spot in spots if (at := hands.stake(spot, 4)) is not None
    }
    told, spots = parted_round(4, 7)
    face = StandIn(game="black_jack", told=told, laid=[Stake(4, spot, 500) for spot in spots])
    assert all(pile.share < 1 for pile in stacks.piles(lay, face, late))


@pytest.mark.parametrize("size", SIZES)
def test_rows_of_cards_and_boxes_lie_apart(size: tuple[int, int]) -> None:
    """A hand's row touches no box; separated hands, which rise above theirs, touch nothing else."""
    lay = lay_of(size)
    boxes = [lay.box(one) for shapes in lay.plan.spots.values() for one in shapes]
    rows = {name: lay.hand(name) for name in lay.plan.hands}
    for name, row in rows.items():
        assert row.collidelist(boxes) < 0, name
        others = [other for one, other in rows.items() if one != name]
        assert row.collidelist(others) < 0, name
        if name != "banca":
            risen = Rect(row.x, row.y - lay.rise, row.width, row.height + lay.rise)
            assert risen.collidelist([*boxes, *others, lay.tray]) < 0, name


@pytest.mark.parametrize("size", SIZES)
def test_no_pile_hides_the_number_of_its_box(size: tuple[int, int]) -> None:
    lay = lay_of(size)
    for box in BOXES:
        name = f"mano {box}"
        frame, foot = lay.spot(name, box), lay.foot(name, box)
        assert frame is not None and foot is not None and lay.boxed(name)
        large, inner = tableau._set(lay, frame, name, str(box))
        number = Rect(inner.x, inner.y, large, inner.height)
        for seats in ((1,), (1, 2), (1, 2, 3)):
            stakes = [Stake(seat, name, 500) for seat in seats]
            for pile in stacks.piles(lay, StandIn(game="black_jack", laid=stakes), 0):
                wide = round(lay.chip * pile.share)
                high = round(wide * (0.7 + 0.172 * STACK_MAX))
                bottom = round(pile.y + wide * 0.42)
                tower = Rect(round(pile.x - wide / 2), bottom - high, wide, high)
                assert not tower.colliderect(number), (box, pile.seat)


def test_a_separated_hand_is_called_as_its_box_with_its_letter() -> None:
    printed = read_plan("black_jack", tall=False).printed
    said = [spot_name(printed, str, spot) for spot in ("mano 4", "mano 4b", "mano 4zb", "seguro 4")]
    assert said == ["4", "4b", "4zb", "INSURANCE"]
    assert spot_name({}, str, "rojo") == "rojo"


def dealt(*names: str) -> tuple[EngineDealer, TableGame]:
    """A table of two people with 10 € on boxes 1 and 2, whose cards come so."""
    left = list(range(312))
    front = [card(name) for name in names]
    for one in front:
        left.remove(one)
    dealer = EngineDealer("black-jack", bytes(32), dict.fromkeys((1, 2), 1_000_00))
    dealer.table.act(Move("shuffle", values=(*left[:5], *front, *left[5:])))
    game = TableGame(dealer, people=(1, 2))
    while not game.betting:
        game.run(ms=50)
    for seat in (1, 2):
        assert game.lay(seat, f"mano {seat}", 10_00)
        game.press(seat, "ready")
    return dealer, game


def asked(game: TableGame) -> list[str]:
    """What the buttons of who is asked next say, once they are there."""
    while not (waited := game.waits_for()):
        game.run(ms=20)
    return [one.words for one in Seen(game, "es").buttons(min(waited)) if one.act != "odds"]


def test_buttons_say_which_hand_they_are_of_and_what_they_lay() -> None:
    _, game = dealt("Ac", "8h", "Ad", "Kc", "8d")
    assert asked(game) == ["A LA PAR · 1", "ASEGURAR +5 € · 1", "SIN SEGURO · 1"]
    assert game.words == "Seguro"
    game.press(1, "pasar seguro 1")
    assert asked(game) == ["ASEGURAR +5 € · 2", "SIN SEGURO · 2"]
    game.press(2, "pasar seguro 2")
    assert asked(game) == ["CARTA · 2", "PLANTARSE · 2", "SEPARAR +10 € · 2"]


def test_nobody_is_asked_before_the_last_card_lies() -> None:
    _, game = dealt("9c", "8h", "6d", "9d", "8d")
    while game.dealer.phase != "choices":
        game.run(ms=20)
    last_ms = max(one.t_ms for one in game.told if one.kind == "card")
    while game.now_ms < last_ms + DEALT_MS:
        assert game.offered(1) == [] and not game.waits_for()
        game.press(1, "plantarse mano 1")
        game.run(ms=20)
    assert game.offered(1) == ["pedir mano 1", "plantarse mano 1", "separar mano 1"]


def drawn_at(told: list[Told], now_ms: int) -> pygame.Surface:
    """The cards of a round on black."""
    screen = pygame.Surface((1280, 800))
    shoe.draw(screen, lay_of((1280, 800)), Cards(), told, now_ms)
    return screen


def test_a_hand_that_passes_21_is_collected_before_the_next_one_is_asked() -> None:
    """«Recoge inmediatamente su apuesta y los naipes antes de pasar a la mano siguiente» (5, V.1.a)."""
    _, game = dealt("Tc", "Td", "6d", "9c", "6h", "Kh")
    assert asked(game)[0] == "CARTA · 1"
    game.press(1, "pedir mano 1")
    assert asked(game)[0] == "CARTA · 2"
    lost, gone = (next(one for one in game.told if one.kind == kind) for kind in ("lost", "gone"))
    assert (lost.spot, gone.spot) == ("mano 1", "mano 1") and lost.t_ms < gone.t_ms <= game.now_ms - SLIDE_MS
    first, second = (lay_of((1280, 800)).mark("cards", f"mano {box}") for box in (1, 2))
    assert first is not None and second is not None
    before, after = drawn_at(game.told, gone.t_ms), drawn_at(game.told, game.now_ms)
    assert lit(before, first) > 90 and lit(before, second) > 90
    assert lit(after, first) == 0 and lit(after, second) > 90


def lit(screen: pygame.Surface, at: tuple[int, int]) -> int:
    """The mean light of a card's place."""
    box = Rect(0, 0, 30, 40)
    box.center = at
    return max(pygame.transform.average_color(screen, box)[:3])


def test_cards_that_are_collected_go_to_the_basket_and_are_turned_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [Told(0, "card", spot="mano 1", faces=(3,), to=OPEN), Told(2_000, "gone", spot="mano 1")]
    lay, cards = lay_of((1280, 800)), Cards()
    seen: list[shoe._Lying] = []
    monkeypatch.setattr(shoe, "_card", lambda *args: seen.append(args[-1]))
    for now_ms in range(1_990, 2_000 + SLIDE_MS + FRAME_MS, FRAME_MS):
        shoe.draw(pygame.Surface((1280, 800)), lay, cards, told, now_ms)
    first, used = lay.mark("cards", "mano 1"), lay.mark("cards", "used")
    assert first is not None and used is not None
    assert len(seen) == SLIDE_MS // FRAME_MS + 1  # then it is gone
    assert seen[0].at == first and math.dist(seen[-1].at, used) < 3
    assert seen[0].turned == 1 and seen[-1].turned < 0.5
    assert all(
        math.dist(one.at, two.at) < math.dist(first, used) / 10 for one, two in itertools.pairwise(seen)
    )


def test_the_table_tells_which_hand_a_pair_becomes_and_shows_its_cards_there() -> None:
    """Eights on box 1, separated twice, by the engine: what is told is what the state has."""
    dealer, game = dealt("8c", "Tc", "6d", "8d", "9c", "8h", "Ts", "9d", "2c")
    while dealer.phase != "settle" and game.number == 0:
        game.run(ms=50)
        for seat, among in dealer.choices().items():
            splits = [act for act in among if act.startswith("separar")]
            game.press(seat, splits[0] if splits else f"plantarse {among[0].partition(' ')[2]}")
            break
    assert [(one.spot, one.to) for one in game.told if one.kind == "parted"] == [
        ("mano 1", "mano 1b"), ("mano 1", "mano 1c"),
    ]  # fmt: skip
    held = {one["spot"]: [n % 52 for n in one["cards"]] for one in dealer.table.state["boxes"]["1"]}
    shown: dict[str, list[int]] = {spot: [] for spot in held}
    faces = [one.faces[0] for one in game.told if one.kind == "card"]
    for face, owner in zip(faces, _owners(game.told), strict=True):
        if owner in shown:
            shown[owner].append(face)
    assert shown == held and len(held) == 3
    parted = [one.t_ms for one in game.told if one.kind == "parted"]
    cards = [one.t_ms for one in game.told if one.kind == "card"]
    assert all(min(t for t in cards if t > at) - at >= max(SLIDE_MS, DEALT_MS) for at in parted)
