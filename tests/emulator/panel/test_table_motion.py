# SPDX-License-Identifier: MIT
"""Chips, dice, cards and the wheel of fortune on their way: they end where they belong, without a jump."""

from __future__ import annotations

import itertools
import math

import pygame
import pytest
from table_stand_in import StandIn

from emulator.panel.tables.kit import dice, shoe, stacks
from emulator.panel.tables.kit.face import Stake, Told
from emulator.panel.tables.kit.fortune import REST_S, Whirl
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.speaker import Speaker, samples
from emulator.panel.tables.kit.stage import Stage
from emulator.panel.tables.kit.visitor import Visitor
from emulator.tables.told import HOLD_MS, RAKE_MS, settled_ms

LAY = Lay((1280, 800), read_plan("french_roulette", tall=False), 6)
SEVENTEEN = 8  # pockets clockwise from the zero
FRAME_MS = 16


def at_settlement(now_ms: int) -> list[stacks.Pile]:
    won, lost = Stake(4, "17", 500), Stake(2, "rojo", 1_000)
    face = StandIn(
        laid=[won],
        told=[Told(1_000, "lost", lost.seat, lost.spot, lost.cents), Told(1_000, "paid", 4, "17", 17_500)],
    )
    return stacks.piles(LAY, face, now_ms)


def test_lost_chips_lie_until_the_rake_and_go_to_the_croupier() -> None:
    start = LAY.foot("rojo", 2)
    assert start is not None
    (lying,) = [pile for pile in at_settlement(1_000) if pile.seat == 2]
    assert (lying.x, lying.y) == start
    (late,) = [pile for pile in at_settlement(1_000 + HOLD_MS + RAKE_MS - 1) if pile.seat == 2]
    assert math.dist((late.x, late.y), LAY.tray.center) < 2
    assert not [pile for pile in at_settlement(1_000 + HOLD_MS + RAKE_MS) if pile.seat == 2]


def test_winnings_come_after_the_rake_and_end_beside_their_stake() -> None:
    done_ms = 1_000 + settled_ms(1, 1)
    before = at_settlement(1_000 + HOLD_MS + RAKE_MS)
    assert [pile.cents for pile in before if pile.seat == 4] == [500]
    stake, paid = sorted(
        (pile for pile in at_settlement(done_ms) if pile.seat == 4), key=lambda one: one.cents
    )
    assert (stake.x, stake.y) == LAY.foot("17", 4)
    assert paid.cut and paid.cents == 17_500
    assert 0 < paid.x - stake.x < 1.5 * LAY.chip


def test_chips_that_are_laid_come_from_their_seat_and_are_never_more_than_they_are() -> None:
    face = StandIn(laid=[Stake(3, "par", 700)], told=[Told(0, "stake", 3, "par", 200)])
    for now_ms in range(0, stacks.LAY_MS + FRAME_MS, FRAME_MS):
        found = stacks.piles(LAY, face, now_ms)
        assert sum(pile.cents for pile in found) == 700
        assert len(found) == (2 if now_ms < stacks.LAY_MS else 1)
    (first, _) = sorted(stacks.piles(LAY, face, 0), key=lambda pile: pile.cents)
    assert LAY.plates[3].collidepoint(first.x, first.y)


def test_no_pile_jumps_from_frame_to_frame() -> None:
    places: dict[tuple[int, int], tuple[float, float]] = {}
    for now_ms in range(900, 4_000, FRAME_MS):
        for pile in at_settlement(now_ms):
            here = places.get((pile.seat, pile.cents))
            assert here is None or math.dist(here, (pile.x, pile.y)) < 60
            places[pile.seat, pile.cents] = (pile.x, pile.y)


def test_stakes_that_end_at_once_are_raked_and_paid_before_the_others_and_once() -> None:
    """A hand that is lost, one that is paid at par, and the rest of the round behind them."""
    at_once = [
        Told(1_000, "lost", 1, "par", 500),
        *(Told(9_000, kind, 2, "rojo", 500) for kind in ("paid", "back")),
    ]
    late = [
        Told(20_000, "lost", 3, "17", 500),
        *(Told(20_000, "paid", seat, "negro", 500) for seat in range(3, 7)),
    ]
    face = StandIn(told=[*at_once, *late])
    gone_ms = 9_000 + settled_ms(0, 1, 1)
    for now_ms in range(gone_ms, 30_000, FRAME_MS):
        assert not [pile for pile in stacks.piles(LAY, face, now_ms) if pile.seat in (1, 2)], now_ms
    (raked,) = [pile for pile in stacks.piles(LAY, face, 20_000 + HOLD_MS + 1) if pile.seat == 3]
    assert 0 < math.dist((raked.x, raked.y), LAY.foot("17", 3) or (0, 0)) < LAY.chip
    paid_ms = 20_000 + settled_ms(1, 1)
    assert [pile.seat for pile in stacks.piles(LAY, face, paid_ms) if pile.cents == 500].count(3) == 1


def test_a_round_brings_nothing_yet_while_another_hand_of_ones_own_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [Told(1_000, "lost", 4, "mano 4", 500)]
    face = StandIn(
        game="black_jack",
        betting=False,
        settled=False,
        now_ms=30_000,
        told=told,
        laid=[Stake(4, "mano 5", 500)],
    )
    stage = Stage(face, (1280, 800), "es")
    said = "LA JUGADA LE DA"
    assert said not in _said(stage, monkeypatch)
    face.settled = True
    assert said in _said(stage, monkeypatch)
    face.settled, face.laid = False, [Stake(3, "mano 5", 500)]
    assert said in _said(stage, monkeypatch)  # others play on, without anything of one's own


def _said(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(stage.text, "put", lambda _, text, *rest, **more: said.append(text))
    stage.draw(pygame.Surface((1280, 800)), Visitor(4))
    return said


def test_an_imprisoned_stake_stands_on_the_line_of_the_prison() -> None:
    (free,) = stacks.piles(LAY, StandIn(laid=[Stake(2, "rojo", 500)]), 0)
    (held,) = stacks.piles(LAY, StandIn(laid=[Stake(2, "rojo", 500, held=True)]), 0)
    assert (held.x, held.y) == LAY.mark("prison", "rojo") != (free.x, free.y)


def test_a_table_is_heard_as_it_is_seen_and_a_win_only_by_who_has_it() -> None:
    speaker, other = Speaker(4), Speaker(3)
    face = StandIn(now_ms=1_000, told=[])
    speaker.update(face)
    other.update(face)
    face.told = [Told(1_000, "stake", 2, "par", 100), Told(1_000, "spin")]
    assert set(speaker.update(face)) == {"chip", "roll_1"}
    face.told.append(Told(1_010, "drawn", faces=(SEVENTEEN,)))
    heard: list[str] = []
    for now_ms in range(1_010, 7_200, FRAME_MS):
        face.now_ms = now_ms
        heard += speaker.update(face)
    assert heard.count("fret_0") == 2 and heard.count("fret_1") == 2
    assert heard.index("fret_0") > heard.index("roll_2")
    face.told += [Told(7_200, "lost", 2, "par", 100), Told(7_200, "paid", 4, "17", 3_500)]
    assert speaker.update(face) == ["rake", "win"]
    assert "win" not in other.update(face)
    assert set(samples()) >= {"rake", "win", "chip", "card", "dice", "no", *heard}


def test_the_tongue_of_a_wheel_of_fortune_is_heard_slower_and_slower() -> None:
    speaker, whirl, heard = Speaker(4), Whirl(3, 64, 0.2, 1.0), []
    whirl.falls(20, 3.0)
    face = StandIn(game="wheel_of_fortune", told=[Told(1_000, "spin"), Told(3_000, "drawn", faces=(20,))])
    for now_ms in range(1_000, 16_000, FRAME_MS):
        face.now_ms = now_ms
        if "tongue" in speaker.update(face, math.floor(whirl.wheel.at(now_ms / 1000) * 64)):
            heard.append(now_ms)
    gaps = [late - early for early, late in itertools.pairwise(heard)]
    assert max(gaps[:20]) < 100 < max(gaps[-4:])
    assert heard[-1] <= whirl.rests_s * 1000 + FRAME_MS


def test_stakes_of_several_seats_stand_apart_on_one_spot() -> None:
    face = StandIn(laid=[Stake(seat, "17", 500) for seat in range(1, 6)])
    found = stacks.piles(LAY, face, 0)
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            assert math.dist((one.x, one.y), (other.x, other.y)) > LAY.chip * 0.35


@pytest.mark.parametrize("faces", [(1, 6), (4, 3), (5, 5)])
def test_dice_rest_on_the_faces_that_were_drawn_and_roll_there_without_a_jump(faces: tuple[int, int]) -> None:
    for which, face in enumerate(faces):
        before, x, height = None, 0.0, 0.0
        for age_ms in range(0, dice.ROLL_MS + 2 * FRAME_MS, FRAME_MS):
            matrix, away, up = dice.rolling(face, 12, which, age_ms, reach=20.0)
            if before is not None:
                turned = math.acos(min(1.0, max(-1.0, (float((matrix @ before.T).trace()) - 1) / 2)))
                assert turned < 0.75  # radians a frame: six turns a second are fewer
                assert abs(away[0] - x) < 20.0 * 3 / dice.ROLL_MS * FRAME_MS
                assert abs(up - height) < 0.45
            before, x, height = matrix, away[0], up
        assert before is not None
        normal = next(n for value, n in dice._SIDES if value == face)
        assert float((before @ normal)[2]) > 1 - 1e-9
        assert height < 1e-9


def test_the_wheel_of_fortune_stands_with_the_drawn_cell_under_its_tongue() -> None:
    for number in range(5):
        for index in range(64):
            whirl = Whirl(number, 64, 0.3 * number, 2.0)
            whirl.falls(index, 5.0)
            rest = whirl.wheel.at(whirl.rests_s)
            off = (rest * 64 + index + 32) % 64 - 32
            assert abs(off) < 0.4
            assert whirl.wheel.velocity(whirl.rests_s) == 0
            assert whirl.rests_s <= 5.0 + REST_S
            steps = [whirl.wheel.velocity(2.0 + i / 60) for i in range(round((whirl.rests_s - 2) * 60) + 30)]
            assert max(abs(b - a) for a, b in itertools.pairwise(steps)) < 2.5 / 60


def test_cards_that_come_face_up_are_turned_on_their_way() -> None:
    told = [Told(560 * i, "card", spot="negra", faces=(i,), to="open") for i in range(6)]
    assert all(560 * i < at < 560 * i + shoe.SLIDE_MS for i, at in shoe.shown_ms(told).items())
    assert len(shoe.shown_ms(told)) == 6


def test_four_cards_lie_before_any_is_turned_and_a_third_one_is_turned_as_it_lies() -> None:
    told = [
        Told(900 * i, "card", spot=hand, faces=(i,))
        for i, hand in enumerate(("punto", "banca", "punto", "banca", "punto"))
    ]
    assert shoe.shown_ms(told[:3]) == {}
    turned = shoe.shown_ms(told)
    laid_ms = 3 * 900 + shoe.SLIDE_MS
    assert all(laid_ms < turned[i] for i in range(4))
    assert turned[0] < turned[2] < turned[1] < turned[3] < turned[4]
    assert turned[4] >= 4 * 900 + shoe.SLIDE_MS
