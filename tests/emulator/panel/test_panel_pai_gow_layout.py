# SPDX-License-Identifier: MIT
"""Where things of the Pai Gow table lie, at every size: nothing is cut, covered or off the screen."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pai_gow_panel import PHASES, PLACE, SIZES, at_phase
from soon import soon

import emulator.panel.tables.pai_gow.stage as stage_module
from emulator.panel.art.lettering import SMALLEST_PX, Placed, listening
from emulator.panel.frame.window import PanelError
from emulator.panel.tables.pai_gow.stage import Stage, Visitor
from emulator.panel.tables.pai_gow.window import TableWindow, draw_table
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.pai_gow_session import wait_for
from machines.support.languages import languages

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.mark.parametrize("language", soon(languages(), "es", "eu"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_is_cut_or_drawn_over_another(size, language):
    for phase in PHASES:
        game = at_phase(phase)
        stage = Stage(game, size, language)
        screen = pygame.Surface(size)
        stage.draw(screen, Visitor(PLACE, 500), 0, animate=False)
        whole = screen.get_rect()
        placed = stage.text.placed
        assert placed
        for one in placed:
            assert whole.contains(one.ink), f"{phase}: {one.text} leaves the screen"
            assert one.size_px > SMALLEST_PX, f"{phase}: {one.text} is too small"
            assert one.ink.width <= one.box.width + 2, f"{phase}: {one.text} is wider than its box"
        for i, one in enumerate(placed):
            for other in placed[i + 1 :]:
                common = one.ink.clip(other.ink)
                assert common.width * common.height == 0, f"{phase}: {one.text} lies over {other.text}"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_boxes_of_places_do_not_lie_over_one_another(size):
    layout = Stage(PaiGowGame(seed="00"), size, "es").layout
    boxes = [box for spot in layout.spots.values() for box in (spot.high, spot.low)]
    boxes += [layout.cup, layout.tray, layout.discards]
    for i, one in enumerate(boxes):
        assert layout.felt.contains(one)
        assert not any(one.colliderect(other) for other in boxes[i + 1 :])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_a_deal_brought_lies_over_nobody_elses_name_hand_or_chips(size):
    layout = Stage(PaiGowGame(seed="00"), size, "es").layout
    for place, spot in layout.spots.items():
        for other, beside in layout.spots.items():
            # A chip is 34 units wide, a stack of eight 54 high.
            stack = pygame.Rect(0, 0, layout.px(34), layout.px(54))
            stack.midbottom = (beside.stake[0], beside.stake[1] + layout.px(12))
            assert not spot.plate.colliderect(beside.name), f"{place} over the name of {other}"
            assert not spot.plate.colliderect(layout.cup), f"{place} over the cup"
            assert not spot.plate.colliderect(beside.told), f"{place} over the stake of {other}"
            assert not spot.plate.colliderect(stack), f"{place} over the chips of {other}"
            if other != place:
                for box in (beside.high, beside.low, beside.plate):
                    assert not spot.plate.colliderect(box), f"{place} over {other}"


def test_the_lid_stays_on_the_cloth():
    """While it is lifted, rests and is put back: never over the croupier's words, nor off the screen."""
    for size in SIZES:
        game = at_phase("throw")
        stage = Stage(game, size, "es")
        felt = stage.layout.felt
        for lifted in np.linspace(0, 1, 12):
            # Held a little to the right, so that what would leave the screen on the left is seen.
            screen, aside = pygame.Surface(size, pygame.SRCALPHA), 30
            stage._cup.draw(screen, (float(aside), 0.0), 0.0, float(lifted))
            ink = screen.get_bounding_rect()
            assert ink.x >= aside and felt.contains(ink), (size, lifted, ink, felt)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_card_that_was_touched_covers_no_name_of_a_hand(size):
    game = at_phase("set")
    stage = Stage(game, size, "es")
    stage.draw(pygame.Surface(size), Visitor(PLACE, 500), 0, animate=False)
    names = [one for one in stage.text.placed if one.text.startswith("MANO")]
    assert len(names) == 2
    for card in stage.layout.cards:
        lifted = card.move(0, -stage.layout.px(stage_module.LIFT))
        assert not any(lifted.colliderect(name.ink) for name in names)


@pytest.mark.parametrize("phase", ["set", "clear"])
def test_a_window_of_another_size_deals_and_throws_nothing_anew(phase):
    game, screen = at_phase(phase), pygame.Surface((1280, 800))
    window = TableWindow(game, PLACE, "es")
    if phase == "set":
        game.away(PLACE)
    window.frame(pygame.Surface((1024, 600)), [], 0, 60_000)
    window.frame(screen, [], 0, 60_016)
    rest = pygame.Surface((1280, 800))
    Stage(game, (1280, 800), "es").draw(rest, window.visitor, 60_016, animate=False)
    assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(rest, "RGB")


def test_a_picture_too_small_is_refused():
    with pytest.raises(PanelError, match="640x400"):
        draw_table(PaiGowGame(seed="00"), (300, 200), place=1)


@pytest.mark.parametrize("language", soon(languages(), "es", "eu"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_tilt_of_the_cup_is_read_on_the_felt_and_covers_nothing(size, language):
    game = PaiGowGame(seed="07", people=[PLACE], language=language)
    wait_for(game, "bank")
    game.take_bank(PLACE, take=False)
    wait_for(game, "bets")
    game.bet(PLACE, 500)
    game.ready(PLACE)
    wait_for(game, "throw")
    stage, screen = Stage(game, size, language), pygame.Surface(size)
    layout = stage.layout

    def texts() -> list[Placed]:
        with listening() as heard:
            stage.draw(screen, Visitor(PLACE, 500), 0, animate=False)
        return [one for one in heard if isinstance(one, Placed)]

    assert not game.cup.tilted and game.cup.message not in {one.text for one in texts()}
    before = pygame.surfarray.array3d(screen.subsurface(layout.alarm))
    game.shake(1_700)
    game.run(400)
    game.lift()
    game.run(150)
    assert game.cup.tilted and game.cup.record["tilt"] == "lid"
    placed = texts()
    (line,) = [one for one in placed if one.text == game.cup.message]
    assert screen.get_rect().contains(layout.alarm) and layout.alarm.contains(line.ink)
    assert (pygame.surfarray.array3d(screen.subsurface(layout.alarm)) != before).any()
    for place, spot in layout.spots.items():
        told = [spot.told] if place else []  # nothing is written below the croupier's stake
        for box in (spot.high, spot.low, spot.name, *told):
            assert not layout.alarm.colliderect(box)
    for one in placed:
        assert one is line or not one.ink.colliderect(layout.alarm), one.text
    wait_for(game, "deal")  # the croupier puts it right
    assert not game.cup.tilted and game.cup.message not in {one.text for one in texts()}
