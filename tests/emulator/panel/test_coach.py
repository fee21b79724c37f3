# SPDX-License-Identifier: MIT
"""The coach: a coin, then START, then never again; every number stays as it was."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from soon import soon

from emulator import Cabinet
from emulator.panel.art.signs import arc
from emulator.panel.machine.coach import Coach, numbers, way_lift
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model

SIZE = (640, 400)


@pytest.fixture(scope="module")
def cab() -> Cabinet:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=6_000)
    return cab


@pytest.fixture(scope="module")
def stage(cab: Cabinet) -> Stage:
    return Stage(read_front(cab.model, cab.serial, cab.test), SIZE, "es")


def shown(coach: Coach, cab: Cabinet, stage: Stage, now_ms: int) -> tuple[pygame.Surface, pygame.Surface]:
    """The machine as it is, and with the coach over it."""
    seen, plain = look(cab), pygame.Surface(SIZE)
    stage.draw(plain, seen, 0, Hand(), animate=False)
    coached = plain.copy()
    coach.watch(seen, now_ms)
    coach.draw(coached, stage, seen, now_ms)
    return plain, coached


def differ(one: pygame.Surface, other: pygame.Surface, rect: pygame.Rect) -> bool:
    first, second = (pygame.image.tobytes(surface.subsurface(rect), "RGB") for surface in (one, other))
    return first != second


def test_it_waits_a_moment_then_shows_coin_and_slot_and_no_number_changes(cab: Cabinet, stage: Stage) -> None:
    coach = Coach()
    whole = pygame.Rect(0, 0, *SIZE)
    plain, early = shown(coach, cab, stage, 0)
    assert not differ(plain, early, whole)
    for now_ms in (2_000, 2_400, 3_100, 3_600):
        plain, late = shown(coach, cab, stage, now_ms)
        assert differ(plain, late, stage.deck.slot_rect.inflate(20, 20).clip(whole))
        assert not any(differ(plain, late, rect) for rect in numbers(stage, whole))


def test_what_the_purse_holds_is_a_number_that_stays(cab: Cabinet, stage: Stage) -> None:
    """Whatever is told otherwise of a fuller purse is told within the numbers."""
    whole, empty, full = pygame.Rect(0, 0, *SIZE), pygame.Surface(SIZE), pygame.Surface(SIZE)
    stage.purse.draw(empty, look(cab), {}, None)
    stage.purse.draw(full, replace(look(cab), wallet={2_000: 7}), {}, None)
    assert differ(empty, full, whole)
    for rect in numbers(stage, whole):
        empty.fill((0, 0, 0), rect)
        full.fill((0, 0, 0), rect)
    assert not differ(empty, full, whole)


def test_after_the_coin_it_shows_start_and_after_the_play_nothing(stage: Stage) -> None:
    cab, coach = Cabinet("cierzo", seed="00"), Coach()
    cab.run(ms=6_000)
    shown(coach, cab, stage, 0)
    cab.insert(100)
    cab.run(ms=3_000)
    shown(coach, cab, stage, 5_000)
    plain, late = shown(coach, cab, stage, 8_000)
    start = next(cap for cap in stage.deck.caps if cap.name == "start")
    assert differ(plain, late, start.rect)
    cab.press("start")
    cab.run(ms=500)
    shown(coach, cab, stage, 9_000)
    assert coach.done
    cab.run(ms=9_000)
    plain, last = shown(coach, cab, stage, 60_000)
    assert not differ(plain, last, pygame.Rect(0, 0, *SIZE))
    coach.forget()
    assert not coach.done


def test_it_shows_no_second_coin_beside_the_one_that_attracts(cab: Cabinet, stage: Stage) -> None:
    coach, seen = Coach(), look(cab)
    coach.watch(seen, 0)
    for idea, quiet in (
        (Idea("slot", 900), True),
        (Idea("slot", 900, calm=True), False),
        (Idea("name", 900), False),
        (None, False),
    ):
        screen = pygame.Surface(SIZE)
        coach.draw(screen, stage, seen, 3_100, idea)
        assert quiet is not any(screen.get_buffer().raw), idea


def test_an_alarm_and_an_empty_purse_are_no_time_for_it(cab: Cabinet, stage: Stage) -> None:
    seen = look(cab)
    for changed in (replace(seen, lamps={**seen.lamps, "tower": True}), replace(seen, purse={})):
        coach, screen = Coach(), pygame.Surface(SIZE)
        coach.watch(changed, 0)
        coach.draw(screen, stage, changed, 9_000)
        assert not any(screen.get_buffer().raw[::4])


WAYS = [
    (name, size)
    for name in ("cierzo", "aneto", "cometa", "moncayo")
    for size in ((800, 480), (1920, 1080), (480, 800), (1080, 1920))
]


@pytest.mark.parametrize(("name", "size"), soon(WAYS, ("cierzo", (800, 480)), ("moncayo", (480, 800))))
def test_the_way_of_the_coin_hides_no_word_of_start(name: str, size: tuple[int, int]) -> None:
    """From any coin of the purse."""
    stage = Stage(read_front(load_model(name), 1, False), size, "es")
    (start,) = (cap.rect for cap in stage.deck.caps if cap.name == "start")
    end = stage.deck.slot.center
    for place in stage.purse.places.values():
        lift = way_lift(stage, place, end)
        spots = [arc(place, end, step / 60, lift) for step in range(60)]
        word = start.inflate(-start.width // 4, -start.height // 2)
        assert not any(word.collidepoint(spot) for spot in spots), (place, lift)


@pytest.mark.parametrize(("name", "size"), soon(WAYS, ("aneto", (480, 800)), ("cierzo", (1920, 1080))))
def test_the_way_of_the_coin_passes_behind_every_word(name: str, size: tuple[int, int]) -> None:
    """While the hand is still at the purse: money is changed by a plate that the way crosses upright."""
    cab = Cabinet(name, seed="00")
    cab.run(ms=6_000)
    stage = Stage(read_front(cab.model, cab.serial, cab.test), size, "es")
    seen, plain, coach = look(cab), pygame.Surface(size), Coach()
    stage.draw(plain, seen, 0, Hand(), animate=False)
    coached = plain.copy()
    coach.watch(seen, 0)
    coach.draw(coached, stage, seen, 1_500)
    ends = (stage.purse.rect, stage.deck.slot.inflate(stage.kit.px(40), stage.kit.px(40)))
    words = [one.ink.clip(plain.get_rect()) for one in stage.kit.text.placed]
    words = [word for word in words if word.width and word.collidelist(ends) < 0]
    assert words and not any(differ(plain, coached, word) for word in words)
    assert differ(plain, coached, plain.get_rect())
