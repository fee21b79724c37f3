# SPDX-License-Identifier: MIT
"""The panel of type A: pads, clock, rounds, awards and tickets are drawn as the machine lights them."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from panel_fake import FakeCabinet
from skill_visits import model

from emulator.cabinet.front import Display
from emulator.panel.art import sounds
from emulator.panel.machine.parts import kiosk
from emulator.panel.machine.parts.seen import AWARD_FIRST, Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.skill.game import (
    CLOCK_FIRST,
    LISTEN,
    ROUND_FIRST,
    TITLE_FIRST,
    TUNE_FIRST,
    game_lit,
)
from emulator.panel.machine.skill.pads import Pads
from emulator.panel.machine.skill.sides import Sides
from emulator.panel.machine.speaker import Speaker
from emulator.panel.machine.stage import Hand, Stage

SIZES = ((1280, 800), (600, 1000))


def stage(size: tuple[int, int], name: str = "ronda") -> Stage:
    pygame.init()
    return Stage(read_front(model(name), 1, False), size, "es")


def seen(*lit: int, tickets: int = 0) -> Seen:
    return replace(look(FakeCabinet(model=model("ronda"), reels=[], glass=frozenset(lit))), tickets=tickets)


def drawn(built: Stage, what: Seen) -> pygame.Surface:
    screen = pygame.Surface(built.layout.size)
    built.draw(screen, what, 0, Hand(), animate=False)
    return screen


def level(screen: pygame.Surface, place: tuple[int, int]) -> int:
    return sum(screen.get_at(place)[:3])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_pad_is_bright_while_its_lamp_is_lit_and_no_other_one(size: tuple[int, int]) -> None:
    built = stage(size)
    assert isinstance(built.reels, Pads)
    feet = [(pad.x + pad.width // 5, pad.bottom - pad.height // 8) for pad in built.reels.pads]
    dark = drawn(built, seen())
    for lit in range(4):
        screen = drawn(built, seen(lit))
        risen = [level(screen, place) - level(dark, place) for place in feet]
        assert max(risen) == risen[lit] > 150
        caps = {cap.name: cap.rect for cap in built.deck.caps}
        button = caps[("hold_1", "hold_2", "hold_3", "double")[lit]]
        assert abs(button.centerx - built.reels.pads[lit].centerx) <= 2, "each pad stands over its button"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tune_clock_rounds_and_award_light_up_where_they_are_printed(size: tuple[int, int]) -> None:
    built = stage(size)
    assert isinstance(built.reels, Pads) and isinstance(built.flanks, Sides)
    dark = drawn(built, seen())
    rows = built.flanks._rounds
    lamps = {
        TUNE_FIRST + 2: built.reels._beads[2],
        CLOCK_FIRST + 7: built.flanks._clock[7],
        ROUND_FIRST + 1: (rows[1].x + built.flanks._lamp * 2, rows[1].centery),
        AWARD_FIRST + 3: built.glass._awards._lines[0][2].center,
    }
    for lamp, place in lamps.items():
        assert level(drawn(built, seen(lamp)), place) > level(dark, place) + 100, lamp


def test_tickets_hang_out_until_they_are_taken() -> None:
    built = stage(SIZES[0])
    assert built.strip is not None
    place = (built.strip.mouth.centerx, built.strip.mouth.bottom + built.strip.mouth.height)
    empty = level(drawn(built, seen()), place)
    assert level(drawn(built, seen(tickets=2)), place) > empty + 150
    assert built.strip.take()
    assert not built.strip.take()
    assert level(drawn(built, seen(tickets=2)), place) == empty
    assert level(drawn(built, seen(tickets=3)), place) > empty + 150
    assert stage(SIZES[0], "cometa_nacional").strip is None


def test_a_pad_that_comes_on_is_heard_in_its_own_pitch() -> None:
    speaker = Speaker()
    speaker.pads = 4
    names = [speaker.update(seen(pad), {}, 0, True) for pad in (0, 1, 2, 3, 3)]
    assert names == [[sounds.PAD.format(n)] for n in (1, 2, 3, 4)] + [[]]
    assert speaker.update(seen(1), {}, 0, False) == []
    assert {sounds.PAD.format(n) for n in (1, 2, 3, 4)} <= set(sounds.samples())


def test_the_title_that_is_lit_says_which_game_is_in_the_machine() -> None:
    assert game_lit(frozenset()) == game_lit(frozenset((TITLE_FIRST, 3))) == 0
    assert game_lit(frozenset((TITLE_FIRST + 2,))) == 2


@pytest.mark.parametrize("name", ["ronda", "cometa"])
def test_the_attract_loop_of_a_game_of_skill_shows_every_idea(name: str) -> None:
    """Nobody plays: its pads or its ring, its awards and its name are shown in turn, whatever its points."""
    built = stage(SIZES[1], name)
    cabinet = FakeCabinet(model=model(name), reels=[], display=Display("0.00", "", "330", ""))
    shown = look(cabinet)
    attract = kiosk.Attract()
    seen_ideas = set()
    screen = pygame.Surface(built.layout.size)
    for now_ms in range(0, 28_000, 3_400):
        idea = attract.update(shown, now_ms)
        assert idea is not None
        seen_ideas.add(idea.name)
        built.draw(screen, shown, now_ms, Hand(idea=idea))
    assert seen_ideas == {name for name, _ in kiosk.IDEAS}
    for going in (replace(cabinet, lit=frozenset({"start"})), replace(cabinet, glass=frozenset({LISTEN}))):
        assert attract.update(look(going), 46_000) is None
    assert attract.update(look(replace(cabinet, glass=frozenset({ROUND_FIRST}))), 46_000) is not None
