# SPDX-License-Identifier: MIT
"""The maintenance view and the open door: drawn from readings, worked by hand, shut without a trace."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pygame
import pytest
from inside_rig import KINDS, played
from pygame import Rect
from soon import soon

from emulator.cabinet import Cabinet
from emulator.inside.controls import Control
from emulator.panel.art.paint import plain
from emulator.panel.frame import window
from emulator.panel.machine import keys
from emulator.panel.machine.inside import ink
from emulator.panel.machine.inside.desk import Desk
from emulator.panel.machine.inside.layout import TEXT_LEAST_PX, areas
from emulator.panel.machine.inside.pane import BESIDE, HIDDEN, WHOLE, Pane
from emulator.panel.machine.inside.view import InsideView, tilt_text
from emulator.panel.machine.inside.words import names
from emulator.panel.machine.picture import draw_picture, pane_of, stage_of
from emulator.panel.machine.window import Window
from machines.support.languages import languages, translator

SIZES = ((800, 800), (1280, 800), (1280, 1080), (664, 600), (500, 480), (1080, 1382))


def picture(view: InsideView) -> str:
    screen = plain(view.size)
    view.draw(screen)
    return hashlib.sha256(screen.get_buffer().raw).hexdigest()


def opened(cabinet: Cabinet, size: tuple[int, int] = (800, 800), language: str = "es") -> InsideView:
    view = InsideView(Desk(cabinet, size, language))
    view.open()
    return view


@pytest.mark.parametrize(("width", "height"), soon(SIZES, SIZES[0], SIZES[4]))
def test_every_part_stands_on_the_view_and_no_device_on_another(width: int, height: int) -> None:
    size = (width, height)
    for kind in (*KINDS, ("cometa_nacional", "parallel"), ("moncayo_tarjeta", "parallel")):
        view = opened(played(*kind), size)
        picture(view)
        whole, rects = Rect((0, 0), size), [box.rect for box in view.desk.boxes]
        assert all(whole.contains(rect) for rect in (*rects, *view.desk.areas.sheets, view.desk.areas.strip))
        assert all(not one.colliderect(two) for n, one in enumerate(rects) for two in rects[n + 1 :])
        assert not any(rect.colliderect(sheet) for rect in rects for sheet in view.desk.areas.sheets)
        for cable in view.desk.plan.cables.values():
            for one, two in pairwise(cable[:-1]):
                through = [rect for rect in rects if rect.inflate(-12, -12).clipline(one, two)]
                assert not through, f"a cable lies on a device: {cable}, {through}"


def test_nothing_is_written_smaller_than_eleven_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(areas(size).size_px >= TEXT_LEAST_PX == 11 for size in SIZES)
    sizes, letters = set(), ink.letters

    def noted(text: str, face: str, size_px: int, colour: Any) -> pygame.Surface:
        sizes.add(size_px)
        return letters(text, face, size_px, colour)

    monkeypatch.setattr(ink, "letters", noted)
    picture(opened(played(), (780, 800)))
    assert min(sizes) >= 11


def test_the_same_run_gives_the_same_picture_and_a_change_another_one() -> None:
    one, two = opened(played()), opened(played())
    first = picture(one)
    assert first == picture(two) == picture(one)
    two.desk.cabinet.damage("hopper_jam", cents=100)
    assert picture(two) != first


def test_every_control_is_in_a_menu_that_lies_on_the_view() -> None:
    for kind in KINDS:
        view = opened(played(*kind), (780, 800))
        reached: list[Control] = []
        for box in view.desk.boxes:
            view.desk.menu = None
            view.hands.press(box.rect.center)
            if view.desk.menu is not None:
                reached += view.desk.menu.controls
                assert all(Rect(0, 0, 780, 800).contains(row) for row in view.desk.menu.rows)
        assert all(control in reached for control in view.desk.controls.all)


def test_a_touch_on_a_menu_jams_the_hopper_and_the_drawing_turns_red() -> None:
    cabinet = played()
    view = opened(cabinet)
    (box,) = (box for box in view.desk.boxes if box.part == "hopper_100")
    view.hands.press(box.rect.center)
    assert view.desk.menu is not None
    place = [one.name for one in view.desk.menu.controls].index("hopper_jam")
    spot = view.desk.menu.rows[place].center
    view.hands.press(spot)
    assert cabinet.machine.hoppers[100].jammed and not cabinet.machine.hoppers[10].jammed
    view.hands.press((1, 1))
    screen = plain(view.size)
    view.draw(screen)
    assert screen.get_at(box.rect.topleft)[:3] == ink.FAULT
    (other,) = (box for box in view.desk.boxes if box.part == "hopper_10")
    assert screen.get_at(other.rect.topleft)[:3] == ink.LINE
    assert screen.get_at(view.desk.plan.cables["hopper_100"][-1])[:3] == ink.FAULT


def test_a_tilt_says_its_code_its_meaning_and_its_rules() -> None:
    kit = opened(played()).desk.kit
    assert tilt_text("hopper_100", kit) == "hopper_100 · AVERÍA: PAGADOR 1,00 € · GLI 50, GLI 52, K-24"
    assert tilt_text("", kit) == "" and tilt_text("reel_2", kit).startswith("reel_2 · ")


def test_every_fault_has_a_name_of_its_own_in_every_language() -> None:
    from emulator.cabinet.faults import faults

    for language in languages():
        said = names(translator(language, "inside"))
        assert set(faults()) <= set(said) and all(said.values())


def test_the_time_line_stops_steps_and_runs_back() -> None:
    cabinet = played()
    cabinet.remember()
    cabinet.run(ms=3_000)
    view = opened(cabinet)
    picture(view)
    pause = view.desk.strip.buttons["pause"][0].center
    view.hands.press(pause)
    assert view.desk.elapsed(16_667) == 0
    now_us, ticks = cabinet.now_us, cabinet.board.ticks
    view.hands.press(view.desk.strip.buttons["tick"][0].center)
    assert cabinet.board.ticks > ticks and cabinet.now_us > now_us
    track = view.desk.strip.track
    view.hands.press((view.desk.strip.place_of(now_us - 1_000_000), track.centery))
    shown_us = cabinet.now_us
    assert view.desk.past.active and abs(shown_us - (now_us - 1_000_000)) < 40_000
    view.hands.lift((0, 0))
    heard: list[str] = []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append(name))
    view.hands.press(view.desk.strip.buttons["tick"][0].center)
    assert heard == ["rewind"] and not view.desk.past.active and cabinet.now_us >= shown_us


def test_a_cut_is_put_between_two_operations() -> None:
    cabinet = played()
    cabinet.remember()
    cabinet.run(ms=2_000)
    view = opened(cabinet)
    for _ in range(3):
        view.hands.act("operation")
    assert view.desk.pace.done == 3 or view.desk.pace.operations
    heard: list[tuple[str, dict[str, Any]]] = []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append((name, dict(arguments))))
    done = view.desk.pace.done
    view.hands.act("cut")
    assert heard[-1] == ("cut_power", {"ops": done, "ticks": 1}) and not cabinet.powered


def test_a_machine_of_record_is_neither_stopped_nor_broken_by_hand() -> None:
    cabinet = Cabinet("cierzo")
    view = opened(cabinet)
    picture(view)
    for name, (rect, _) in view.desk.strip.buttons.items():
        view.hands.press(rect.center)
        assert view.desk.elapsed(16_667) == 16_667 and not view.desk.past.active, name
    jam = next(one for one in view.desk.controls.all if one.name == "hopper_jam")
    view.hands.use(jam)
    assert view.desk.note == translator("es", "inside")("Nobody breaks a machine of record.")
    assert not cabinet.machine.hoppers[10].jammed


@pytest.fixture
def at_window(quiet: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Window]:
    monkeypatch.setattr(window, "WINDOW", (1280, 800))
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1280, 800)])
    monkeypatch.setattr(Window, "_prepare", lambda window: None)

    def make(cabinet: Cabinet, in_public: bool = False) -> Window:
        return Window(cabinet, in_public, "es")

    return make


def down(key: int) -> list[tuple[int, pygame.event.Event]]:
    return [(0, pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))]


def test_a_key_opens_the_view_beside_the_machine_and_shuts_it_without_a_trace(
    at_window: Callable[..., Window],
) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    one = at_window(cabinet)
    one.frame(0, [])
    width = one.stage.layout.size[0]
    one.frame(0, down(keys.INSIDE_KEY))
    assert one._pane.mode == BESIDE and one.stage.layout.size[0] < width
    assert cabinet.board.i2c.heard is not None
    one.frame(0, down(keys.INSIDE_KEY))
    assert one._pane.mode == WHOLE
    one.frame(0, down(keys.INSIDE_KEY))
    assert one._pane.mode == HIDDEN and one.stage.layout.size[0] == width
    assert cabinet.board.i2c.heard is None and cabinet.board.line("diverter").heard is None


def test_the_open_view_speaks_as_the_machine_does(at_window: Callable[..., Window]) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    one = at_window(cabinet)
    one.look_inside()
    assert one._pane.view is not None
    assert one._pane.view.desk.number == translator("es", "inside")("no. {}").format(1)
    one._helper.language = "en"
    one.frame(0, [])
    assert one._pane.view.desk.number == "no. 1" and one._pane.mode == BESIDE
    assert cabinet.board.i2c.heard is not None
    one.close()
    assert cabinet.board.i2c.heard is None


def test_in_public_nobody_looks_inside(at_window: Callable[..., Window]) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    one = at_window(cabinet, True)
    one.frame(0, down(keys.INSIDE_KEY))
    assert one._pane.mode == HIDDEN and one._pane.view is None
    cabinet.open_door("main")
    from emulator.panel.machine.registry import look

    assert one._pane.opened(look(cabinet)).inside == {}
    one.close()


def test_a_click_beside_the_machine_is_not_the_machines(at_window: Callable[..., Window]) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    one = at_window(cabinet)
    one.look_inside()
    assert one._pane.view is not None
    left = one._pane.rect((1280, 800)).x
    (box,) = (box for box in one._pane.view.desk.boxes if box.part == "supply")
    spot = (box.rect.centerx + left, box.rect.centery)
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)
    one.frame(16_000, [(0, event)])
    assert one._pane.view.desk.menu is not None and one._paced.waiting == 0
    one.close()
    assert cabinet.board.i2c.heard is None


def test_the_plate_of_help_lies_over_the_whole_view_and_takes_what_touches_it(
    at_window: Callable[..., Window],
) -> None:
    one = at_window(Cabinet("cierzo", seed="00"))
    one.look_inside()
    one.look_inside()
    assert one._pane.mode == WHOLE and one._pane.view is not None
    one.frame(0, [])
    plain = one._screen.copy()
    one.frame(0, down(pygame.K_a))
    plate = one._helper._open_plate()
    shot = [pygame.image.tobytes(picture.subsurface(plate.rect), "RGB") for picture in (plain, one._screen)]
    assert shot[0] != shot[1]
    spot = next(choice.rect.center for choice in plate.choices if choice.name == "en")
    press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)
    one.frame(40_000, [(0, press)])
    one.frame(40_000, [])
    assert one.stage.kit.language == "en" and one._pane.view.desk.menu is None
    one.close()


def test_a_press_in_the_past_goes_on_from_there(at_window: Callable[..., Window]) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    one = at_window(cabinet)
    one.look_inside()
    cabinet.run(ms=4_000)
    one.frame(0, [])
    assert one._pane.view is not None
    heard: list[str] = []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append(name))
    desk, hands = one._pane.view.desk, one._pane.view.hands
    hands.press((desk.strip.place_of(3_000_000), desk.strip.track.centery))
    hands.lift((0, 0))
    one.frame(16_000, [])
    shown_us = cabinet.now_us
    assert one._pane.in_past and abs(shown_us - 3_000_000) < 100_000 and heard == []
    move = pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0))
    one.frame(16_000, [(3, move)])
    assert one._pane.in_past
    one.frame(16_000, down(pygame.K_SPACE))
    assert heard == ["rewind", "down"] and not one._pane.in_past and cabinet.now_us == shown_us
    one.close()


def test_the_open_door_shows_the_true_level_and_a_shut_one_nothing() -> None:
    cabinet = played()
    cabinet.open_door("main")
    cabinet.run(ms=50)
    full = draw_picture(cabinet, (640, 400))
    cabinet.empty(100)
    empty = draw_picture(cabinet, (640, 400))
    assert full.get_buffer().raw != empty.get_buffer().raw
    pane = Pane(cabinet, "es")
    from emulator.panel.machine.registry import look

    assert pane.opened(look(cabinet)).inside["hopper_100.level"] == 0
    cabinet.close_door("main")
    assert pane.opened(look(cabinet)).inside == {}


def test_the_open_door_of_a_machine_for_cards_shows_its_supply_and_its_sealed_counter() -> None:
    cabinet = played("moncayo_tarjeta")
    cabinet.open_door("main")
    cabinet.run(ms=50)
    size, seen = (800, 1280), [draw_picture(cabinet, (800, 1280))]
    cabinet.damage("counter_opened")
    seen.append(draw_picture(cabinet, size))
    inside = stage_of(cabinet, size, "es").layout.zones["display"].y
    counter = Rect(size[0] // 2, inside // 2, size[0] // 4, inside // 2)
    shown = [pygame.image.tobytes(picture.subsurface(counter), "RGB") for picture in seen]
    assert shown[0] != shown[1], "the broken seal is not seen"


@pytest.mark.parametrize("model", ["aneto", "cometa"])
def test_upright_the_view_ends_where_the_message_line_begins(model: str) -> None:
    size, cabinet = (800, 1280), Cabinet(model, seed="00")
    pane = pane_of(cabinet, "es", public=False)
    pane.show(BESIDE, size)
    assert pane.rect(size).bottom == stage_of(cabinet, size, "es").layout.zones["display"].y
    pane.close()


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800), (600, 1024)])
def test_a_small_window_shows_the_machine_or_its_inside(size: tuple[int, int]) -> None:
    pane = pane_of(Cabinet("cierzo", seed="00"), "es", public=False)
    pane.turn(size)
    assert pane.mode == WHOLE and pane.rect(size).size == pane.stage_size(size) == size
    pane.turn(size)
    assert pane.mode == HIDDEN
