# SPDX-License-Identifier: MIT
"""The wheel's ball: it rests where it was drawn, and nothing on the way is faster than a hand made it."""

from __future__ import annotations

import math

import pygame
import pytest

from emulator.panel.tables.kit.ball import (
    BALL_TURNS,
    CUPS,
    DEFLECTOR,
    DEFLECTORS,
    GALLERY,
    POCKET,
    REST_S,
    Spin,
)
from emulator.panel.tables.kit.wheel import CACHE_BYTES, Turning

POCKETS = 37
FRAME_S = 1 / 60
# Turns a second lost or won within a frame: the fingers' flick is the strongest push there is.
KICK = 6.5 * FRAME_S
# Radii a second: twice what a ball falls down a slope of fifteen degrees in the time.
FALL = 0.9 * FRAME_S


def thrown(number: int, index: int) -> Spin:
    spin = Spin(number, POCKETS, start=0.137 * number, began_s=10.0)
    spin.falls(index, drawn_s=10.0 + number * 0.8)
    return spin


@pytest.mark.parametrize("number", [0, 1, 7])
def test_the_ball_rests_in_the_drawn_pocket_and_goes_with_it(number: int) -> None:
    for index in range(POCKETS):
        spin = thrown(number, index)
        for later in (0.0, 0.4, 9.0):
            s = spin.rests_s + later
            pocket = (spin.turn(s) - spin.wheel.at(s)) * POCKETS % POCKETS
            assert abs((pocket - index + POCKETS / 2) % POCKETS - POCKETS / 2) < 1e-6
            assert spin.ball(s)[1:] == (POCKET, 0.0)


@pytest.mark.parametrize("number", [2, 5])
def test_no_frame_moves_the_ball_further_than_it_can_roll(number: int) -> None:
    for index in range(POCKETS):
        spin, s = thrown(number, index), 10.0
        turn, velocity, radius = spin.turn(s), spin.velocity(s), spin.ball(s).radius
        while s < spin.rests_s + 0.5:
            s += FRAME_S
            assert abs(spin.turn(s) - turn) <= BALL_TURNS * FRAME_S
            assert abs(spin.velocity(s) - velocity) <= KICK
            assert abs(spin.ball(s).radius - radius) <= FALL
            turn, velocity, radius = spin.turn(s), spin.velocity(s), spin.ball(s).radius


def test_the_last_half_second_is_no_jump_into_the_pocket() -> None:
    """Against the wheel the ball is slower and slower: within its pocket at the end."""
    for index in range(POCKETS):
        spin = thrown(3, index)
        end = spin.turn(spin.rests_s) - spin.wheel.at(spin.rests_s)
        for before in (0.05, 0.2, 0.35):
            s = spin.rests_s - before
            assert abs(spin.turn(s) - spin.wheel.at(s) - end) < 0.5 / POCKETS


def test_the_dish_of_boule_stands_and_its_ball_rests_in_either_row() -> None:
    for index in range(18):
        spin = Spin(5, 18, 0.0, 10.0, still=True)
        spin.falls(index, 12.0)
        s = spin.rests_s + 1
        assert {spin.wheel.at(10.0 + i) for i in range(9)} == {0.0}
        assert abs((spin.turn(s) * 18 - index + 9) % 18 - 9) < 1e-6
        assert spin.ball(s).radius == CUPS[index % 2]


def test_the_ball_meets_a_deflector_on_its_way_down() -> None:
    for number in range(6):
        for index in range(POCKETS):
            spin = thrown(number, index)
            ball = spin.ball(spin._hits_s)
            assert abs(ball.radius - DEFLECTOR) < 1e-9
            assert abs((ball.turn * DEFLECTORS - 0.5 + 0.5) % 1 - 0.5) < 1e-3  # between eighths of a turn
            assert spin.falls_s < spin._hits_s < spin.rests_s
            assert spin.ball(spin._hits_s + 0.1).height > 0


def test_wheel_and_ball_turn_against_each_other_and_the_other_way_each_time() -> None:
    for number in range(4):
        spin = thrown(number, 9)
        s = spin.falls_s - 0.5
        assert math.copysign(1, spin.wheel.velocity(s)) == spin.way == -math.copysign(1, spin.velocity(s))
        assert spin.way == (1, -1)[number % 2]


def test_the_ball_stays_in_the_gallery_until_something_is_drawn_and_rests_in_time() -> None:
    spin = Spin(4, POCKETS, 0.0, 10.0)
    assert math.isinf(spin.rests_s)
    assert {spin.ball(10.0 + s).radius for s in range(120)} == {GALLERY}
    for index in range(POCKETS):
        spin.falls(index, 130.0)
        assert 130 < spin.falls_s < spin.rests_s <= 130 + REST_S


def test_a_cylinder_that_still_turns_is_taken_on_from_where_it_is() -> None:
    first = thrown(6, 20)
    again_s = first.rests_s + 1
    again = Spin(7, POCKETS, first.wheel.at(again_s), again_s, speed=first.wheel.velocity(again_s))
    assert again.wheel.at(again_s) == first.wheel.at(again_s)
    assert again.wheel.velocity(again_s) == first.wheel.velocity(again_s) != 0


def test_turned_pictures_are_kept_within_bounds() -> None:
    disc = Turning(pygame.Surface((140, 140), pygame.SRCALPHA))
    for step in range(400):
        disc.picture(step / 400)
    assert CACHE_BYTES // 2 < disc.cached_bytes <= CACHE_BYTES
