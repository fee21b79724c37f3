# SPDX-License-Identifier: MIT
"""Coins fall with gravity, bounce once, roll down the heap and ring down; none is added and none is lost."""

from __future__ import annotations

import numpy as np
import pygame
from panel_fake import FakeCabinet, fresh_stage

from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money.flights import KNOCKS_PERMILLE, SINK_PERMILLE, knock
from emulator.panel.machine.money.heap import BOUNCE_MS, FALL_MS, REPOSE, RING_MS, Heap, fall, ring, rolled
from emulator.panel.machine.registry import look

VALUES = (100, 200, 50, 100, 20, 10)


def heap_of(count: int) -> Heap:
    heap = Heap()
    for number in range(count):
        heap.drop(VALUES[number % len(VALUES)])
    return heap


def test_a_coin_falls_as_gravity_has_it_and_bounces_once() -> None:
    heights = [fall(ms)[0] for ms in range(FALL_MS + BOUNCE_MS + 1)]
    ways = np.diff(heights[:FALL_MS])
    assert (np.diff(ways) < 0).all()  # ever faster
    assert np.allclose(np.diff(ways), np.diff(ways)[0])  # evenly so
    assert abs(heights[FALL_MS]) < 1e-9
    bounce = np.array(heights[FALL_MS:])
    assert bounce.max() < 0.2 and int((np.diff(np.sign(np.diff(bounce))) < 0).sum()) == 1
    assert not fall(FALL_MS + BOUNCE_MS)[1]
    assert fall(FALL_MS + BOUNCE_MS + RING_MS) == (0.0, True)


def test_it_rolls_during_its_bounce_and_rings_down_where_it_stays() -> None:
    assert rolled(FALL_MS) == 0
    assert 0 < rolled(FALL_MS + 40) < rolled(FALL_MS + 120) < 1
    assert rolled(FALL_MS + BOUNCE_MS) == 1
    assert ring(FALL_MS) == ring(FALL_MS + BOUNCE_MS + RING_MS) == 0
    up = [ring(FALL_MS + BOUNCE_MS + ms) for ms in range(1, RING_MS)]
    assert max(up[:40]) > 0.5 > 0.2 > max(up[-40:])


def test_a_heap_is_nowhere_steeper_than_coins_lie() -> None:
    """The flanks of a hundred coins: a lone one may lie on top of another, no tower stands."""
    heap = heap_of(100)
    steps = np.abs(np.diff(heap._levels[1:-1], axis=0))
    assert steps.max() <= REPOSE + 1.6
    assert heap._levels.max() < 14
    assert sum(heap.counts().values()) == 100
    moved = [rest for rest in heap.coins if abs(rest.hit[0] - rest.across) > 0.04]
    assert len(moved) > 20  # many roll


def test_the_same_coins_always_make_the_same_heap() -> None:
    assert heap_of(60).coins == heap_of(60).coins


def test_the_tray_shows_the_coins_that_were_paid_from_the_chute_to_their_rest() -> None:
    stage = fresh_stage((800, 480))
    screen = pygame.Surface((800, 480))
    cabinet = FakeCabinet(tray={})
    for number, at_ms in enumerate(range(0, 3_000, 120)):
        cents = VALUES[number % len(VALUES)]
        cabinet.tray = {**cabinet.tray, cents: cabinet.tray.get(cents, 0) + 1}
        stage.draw(screen, look(cabinet), at_ms, Hand())
        assert stage.tray.heap_counts() == cabinet.tray
        assert stage.tray.moving and not stage.calm
    stage.draw(screen, look(cabinet), 4_000, Hand())
    assert stage.tray.heap_counts() == cabinet.tray
    assert not stage.tray.moving


def test_a_coin_knocks_twice_inside_the_slot() -> None:
    seen = [knock(permille) for permille in range(0, 1_001, 10)]
    begun = [at * 10 for at in range(1, len(seen)) if seen[at] == 1 and seen[at - 1] < 1]
    assert begun == list(KNOCKS_PERMILLE)
    assert all(at > SINK_PERMILLE for at in begun)  # out of sight by then
    assert seen[-1] == 0
