# SPDX-License-Identifier: MIT
"""The four cabinets: which machine has which, the arm of a bandit, lights that follow the clock."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from panel_fake import FakeCabinet

from emulator.panel.art import paint
from emulator.panel.art.cabinets.kinds import KINDS
from emulator.panel.art.cabinets.lights import Bulbs, Mood, along_x
from emulator.panel.art.scenery.styles import scenery_of, style_of_game
from emulator.panel.machine import pull
from emulator.panel.machine.chance.front import cabinet_of
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.pull import Pull
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.check.art import CABINETS
from machines.model import ModelError, load_model, model_names, model_text

SIZE = (800, 480)
KIND_OF = {"A": {"fair"}, "B": {"bar"}, "C": {"bandit", "video"}}


class Hander:
    """A hand at a machine: mouse and fingers, and the time that passes."""

    def __init__(self, stage: Stage, fake: FakeCabinet) -> None:
        self.stage, self.fake = stage, fake
        self.controls = Controls(fake, stage)
        self.now_ms = 1_000

    def mouse(self, kind: int, point: tuple[int, int]) -> None:
        event = pygame.event.Event(kind, pos=point, button=1, touch=False)
        self.controls.handle(event, dict(self.fake.purse), self.now_ms)

    def finger(self, kind: int, point: tuple[int, int], number: int) -> None:
        width, height = self.stage.layout.size
        event = pygame.event.Event(kind, x=point[0] / width, y=point[1] / height, finger_id=number)
        self.controls.handle(event, dict(self.fake.purse), self.now_ms)

    def key(self, kind: int, key: int) -> None:
        self.controls.handle(pygame.event.Event(kind, key=key), dict(self.fake.purse), self.now_ms)

    def at(self, depth: float) -> tuple[int, int]:
        """So much of the ball's way below where it stands upright."""
        assert self.stage.lever is not None
        x, y = self.stage.lever.ball_at(0.0)
        return x, y + round(depth * self.stage.lever.travel_px)

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.controls.update(self.now_ms)

    @property
    def depth(self) -> float:
        return self.controls.hand.pull.depth(self.now_ms)


@pytest.fixture(scope="module")
def bandit() -> Stage:
    return Stage(read_front(load_model("moncayo"), 1, False), SIZE, "es")


@pytest.fixture(scope="module")
def video() -> Stage:
    return Stage(read_front(load_model("aneto"), 1, False), SIZE, "es")


@pytest.fixture
def hand(bandit: Stage) -> Hander:
    return Hander(bandit, FakeCabinet(model=load_model("moncayo")))


def test_every_machine_has_the_cabinet_of_its_type() -> None:
    for name in model_names():
        model = load_model(name)
        front = read_front(model, 1, False)
        assert front.cabinet in KIND_OF[model.type], name
        if model.type == "C":
            assert front.cabinet == ("video" if len(model.strips) == 5 else "bandit"), name
    assert set().union(*KIND_OF.values()) == set(KINDS)


def test_a_pull_that_stops_short_does_nothing(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    hand.mouse(pygame.MOUSEMOTION, hand.at(0.6))
    assert 0.4 < hand.depth < pull.CLOSES
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(0.6))
    hand.wait(2_000)
    assert hand.fake.inputs == [] and hand.depth == 0


def test_the_arm_is_out_of_reach_below_the_service_plate(hand: Hander) -> None:
    hand.controls.hand.show_service = True
    for share in (0.0, 1.0):
        hand.mouse(pygame.MOUSEMOTION if share else pygame.MOUSEBUTTONDOWN, hand.at(share))
    assert hand.fake.inputs == [] and hand.depth == 0


def test_a_full_pull_presses_start_once_and_at_once(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    assert hand.fake.inputs == []
    for share in (0.3, 0.7, 0.9):
        hand.mouse(pygame.MOUSEMOTION, hand.at(share))
    assert hand.fake.inputs == [("down", "start")]
    for share in (1.0, 1.4, 0.9, 1.0):
        hand.mouse(pygame.MOUSEMOTION, hand.at(share))
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(1.0))
    hand.wait(2_000)
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]


def test_one_grip_is_one_press_however_often_the_arm_goes_up_and_down(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    for share in (1.0, 0.1, 1.0, 0.1, 1.0):
        hand.mouse(pygame.MOUSEMOTION, hand.at(share))
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(1.0))
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]


def test_the_arm_is_released_wherever_the_hand_is(hand: Hander) -> None:
    hand.finger(pygame.FINGERDOWN, hand.at(0), 3)
    hand.finger(pygame.FINGERMOTION, hand.at(1.0), 3)
    hand.finger(pygame.FINGERUP, (2, 478), 3)
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]
    assert not hand.controls.hand.pull.held


def test_the_spring_takes_it_back_and_comes_to_rest(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    hand.mouse(pygame.MOUSEMOTION, hand.at(1.0))
    assert hand.depth == 1
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(1.0))
    seen = [hand.controls.hand.pull.depth(hand.now_ms + ms) for ms in range(0, 1_000, 20)]
    assert seen[0] == 1 and seen[-1] == 0
    assert min(seen) < 0  # a spring takes it beyond, and back
    assert all(abs(depth) < 0.06 for depth in seen[20:])


def test_a_tap_pulls_the_arm_and_presses_start_once(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(0))
    assert hand.fake.inputs == [("down", "start")]
    hand.wait(pull.TAP_HELD_MS - 1)
    assert hand.fake.inputs == [("down", "start")]
    hand.wait(1)
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]
    assert max(hand.controls.hand.pull.depth(hand.now_ms + ms) for ms in range(0, 200, 5)) == 1


def test_the_button_and_the_arm_are_one_line(hand: Hander) -> None:
    """Both held: pressed once, and released with the last of them."""
    hand.key(pygame.KEYDOWN, pygame.K_SPACE)
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    hand.mouse(pygame.MOUSEMOTION, hand.at(1.0))
    hand.mouse(pygame.MOUSEBUTTONUP, hand.at(1.0))
    assert hand.fake.inputs == [("down", "start")]
    hand.key(pygame.KEYUP, pygame.K_SPACE)
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]


def test_a_second_hand_cannot_take_the_arm_too(hand: Hander) -> None:
    hand.finger(pygame.FINGERDOWN, hand.at(0), 1)
    hand.finger(pygame.FINGERDOWN, hand.at(0), 2)
    hand.finger(pygame.FINGERMOTION, hand.at(1.0), 2)
    assert hand.fake.inputs == []
    hand.finger(pygame.FINGERMOTION, hand.at(1.0), 1)
    assert hand.fake.inputs == [("down", "start")]


def test_what_is_let_go_with_the_window_lets_the_arm_go(hand: Hander) -> None:
    hand.mouse(pygame.MOUSEBUTTONDOWN, hand.at(0))
    hand.mouse(pygame.MOUSEMOTION, hand.at(1.0))
    hand.controls.let_go()
    assert hand.fake.inputs == [("down", "start"), ("up", "start")] and hand.depth == 0


def test_a_touch_of_a_video_screen_is_start(video: Stage) -> None:
    hand = Hander(video, FakeCabinet(model=load_model("aneto")))
    hand.mouse(pygame.MOUSEBUTTONDOWN, video.layout.window.center)
    hand.mouse(pygame.MOUSEBUTTONUP, video.layout.window.center)
    assert hand.fake.inputs == [("down", "start"), ("up", "start")]


def test_a_touch_of_what_is_asked_is_its_button(video: Stage) -> None:
    fake = FakeCabinet(model=load_model("aneto"), lit=frozenset({"hold_1", "hold_2", "hold_3"}))
    hand, screen = Hander(video, fake), paint.plain(SIZE)
    video.draw(screen, look(fake), 0, Hand())
    window = video.layout.window
    for share, name in ((0.2, "hold_1"), (0.5, "hold_2"), (0.8, "hold_3")):
        point = (window.x + round(window.width * share), window.centery)
        hand.mouse(pygame.MOUSEBUTTONDOWN, point)
        hand.mouse(pygame.MOUSEBUTTONUP, point)
        assert fake.inputs[-2:] == [("down", name), ("up", name)]
    hand.mouse(pygame.MOUSEBUTTONDOWN, (window.x + 2, window.y + 2))
    assert len(fake.inputs) == 6


def test_a_drum_behind_its_window_is_no_button(bandit: Stage) -> None:
    hand = Hander(bandit, FakeCabinet(model=load_model("moncayo")))
    hand.mouse(pygame.MOUSEBUTTONDOWN, bandit.layout.window.center)
    assert hand.fake.inputs == []


def test_bulbs_run_with_the_clock_and_are_dark_on_a_tilt() -> None:
    bulbs = Bulbs(along_x(20, 10, 190, 15), 4, (255, 200, 90))
    first, later = bulbs.lit(0, Mood.REST), bulbs.lit(130, Mood.REST)
    assert first and first != later and bulbs.lit(360, Mood.REST) == first
    assert len(bulbs.lit(0, Mood.WIN)) > len(first)
    assert bulbs.lit(500, Mood.OFF) == []


def test_a_lit_bulb_blooms_to_twice_its_size_and_a_dark_one_is_seen() -> None:
    bulbs = Bulbs([(30, 30), (90, 30), (150, 30)], 6, (255, 200, 90))
    dark = paint.plain((180, 60))
    bulbs.paint(dark)
    lit = dark.copy()
    bulbs.draw(lit, 0, Mood.REST)
    before, after = (np.asarray(pygame.surfarray.array3d(one), dtype=int) for one in (dark, lit))
    assert before[30, 30].max() > 60
    assert (after - before)[30 + 11, 30].max() > 12 and (after - before)[90, 30].max() == 0


@pytest.mark.parametrize("name", ["cierzo", "moncayo", "aneto", "cometa"])
def test_lights_follow_the_clock_of_the_picture_alone(name: str) -> None:
    model = load_model(name)
    stage = Stage(read_front(model, 1, False), SIZE, "es")
    fake = FakeCabinet(model=model)

    def drawn(clock_ms: int, powered: bool = True) -> bytes:
        fake.powered = powered
        screen = paint.plain(SIZE)
        stage.draw(screen, look(fake), clock_ms, Hand())
        return pygame.image.tobytes(screen, "RGB")

    first = drawn(500)
    assert drawn(500) == first
    assert drawn(800) != first
    assert drawn(500, powered=False) == drawn(1_150, powered=False)


def test_a_pull_that_nobody_has_begun_moves_nothing() -> None:
    one = Pull()
    assert one.move(500) is None and one.depth(0) == 0 and not one.held


def print_of_crown(name: str) -> npt.NDArray[np.float64]:
    """The edges in the scenery behind a machine's name, whatever their colour: unit length, mean 0."""
    front = read_front(load_model(name), 1, False)
    picture = pygame.transform.smoothscale(scenery_of(front.style).crown((960, 120), front.theme), (96, 12))
    grey = pygame.surfarray.array3d(picture).mean(axis=2)
    edges = np.hypot(*np.gradient(grey))
    edges -= edges.mean()
    return np.asarray(edges / np.linalg.norm(edges))


def test_no_two_machines_have_the_same_place_behind_their_name() -> None:
    """In structure, not only in colour; the two with the roofs of Zaragoza are nearest."""
    prints = {name: print_of_crown(name) for name in model_names()}
    alike = {(one, two): float((prints[one] * prints[two]).sum()) for one, two in combinations(prints, 2)}
    nearest = max(alike, key=lambda pair: alike[pair])
    assert alike[nearest] < 0.6, (nearest, alike[nearest])
    assert len({read_front(load_model(name), 1, False).style for name in model_names()}) == len(prints)


def test_a_memory_game_in_a_stoppers_cabinet_has_a_glass_of_its_own() -> None:
    verbena = load_model("verbena")
    styles = [read_front(verbena, 1, False, game).style for game in (0, 1)]
    assert styles == ["verbena", "memory"]
    assert style_of_game("cierzo", "memory") == "cierzo"  # a maker who names another has that


@pytest.mark.parametrize("style", ["moncayo", "aneto", "veruela", "cometa", "verbena"])
def test_glass_of_any_shape_can_be_painted(style: str) -> None:
    theme = read_front(load_model("moncayo"), 1, False).theme
    for size in ((8, 300), (400, 9), (90, 90)):
        assert scenery_of(style).flank(size, theme, True, 1.0).get_size() == size
    assert scenery_of(style).crown((300, 24), theme).get_size() == (300, 24)


def test_the_fifth_drum_makes_it_a_video_cabinet() -> None:
    """With more drums than four nobody would build it round an arm; a screen has none."""
    assert read_front(load_model("moncayo"), 1, False).cabinet == "bandit"
    model = load_model("moncayo")
    five = SimpleNamespace(motor_steps=model.motor_steps, strips=model.strips + model.strips[:2])
    screen = SimpleNamespace(motor_steps=(), strips=model.strips)
    assert [cabinet_of(one) for one in (model, five, screen)] == ["bandit", "video", "video"]  # type: ignore[arg-type]


def test_a_maker_names_the_cabinet_and_with_it_what_starts_a_play(tmp_path: Path) -> None:
    assert {*CABINETS} == {*KINDS}
    text = (
        model_text("cierzo")[1]
        .decode()
        .replace("cierzo", "otro")
        .replace('style = "otro"', 'style = "cierzo"')
    )
    file = tmp_path / "otro.toml"
    file.write_text(text.replace('style = "cierzo"', 'style = "cierzo"\ncabinet = "bandit"'), "utf-8")
    stage = Stage(read_front(load_model(file), 1, False), SIZE, "es")
    assert stage.kit.front.cabinet == "bandit" and stage.lever is not None
    file.write_text(text.replace('style = "cierzo"', 'style = "cierzo"\ncabinet = "barco"'), "utf-8")
    with pytest.raises(ModelError) as refused:
        load_model(file)
    assert [problem.path for problem in refused.value.problems] == ["art.cabinet"]


def test_the_mouth_of_a_machine_is_that_of_what_it_takes() -> None:
    """Coins go in at a slot, tokens at one with a token of the house round it, cards at a reader alone."""
    shown = {}
    for name in ("moncayo", "moncayo_fichas", "moncayo_tarjeta"):
        stage = Stage(read_front(load_model(name), 1, False), SIZE, "es")
        shown[name] = (stage, stage.printed(stage.deck.slot_rect))
    token = shown["moncayo_fichas"][0]._token
    assert token is not None

    def blue(picture: pygame.Surface) -> int:
        pixels = pygame.surfarray.array3d(picture).astype(int)
        return int((pixels[..., 2] - pixels[..., 0] > 30).sum())

    assert max(token) == token[2]
    assert blue(shown["moncayo_fichas"][1]) > 40 > blue(shown["moncayo"][1])
    stage, plate = shown["moncayo_tarjeta"]
    assert stage.card_slot.rect == stage.deck.slot_rect
    bright = pygame.surfarray.array3d(plate).max(axis=2)
    assert bright[10:-10, :3].mean() > 120  # the chrome of its rim
    assert np.median(bright) < 110 < np.median(pygame.surfarray.array3d(shown["moncayo"][1]).max(axis=2))
