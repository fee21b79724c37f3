# SPDX-License-Identifier: MIT
"""The panel's window: leaves when asked, stays in public, draws a picture without a display."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from panel_fake import STATES, FakeCabinet, fresh_stage, state

from emulator.cabinet import Cabinet
from emulator.panel.art import paint
from emulator.panel.art.paint import plain
from emulator.panel.frame.window import PanelError
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.picture import save_screenshot
from emulator.panel.machine.registry import look
from emulator.panel.machine.window import Window, run_panel


def post_key(key: int, mod: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


class Impatient(FakeCabinet):
    """Closes the panel from outside after so many steps of time."""

    steps = 0

    def run_us(self, us: int) -> None:
        super().run_us(us)
        self.steps += 1
        if self.steps == 5:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert self.steps < 500


@pytest.mark.usefixtures("quiet")
def test_closing_the_window_ends_the_panel() -> None:
    cabinet = Impatient()
    run_panel(cabinet, language="es")
    assert cabinet.steps >= 5
    assert cabinet.now_us > 10_000_000


@pytest.mark.usefixtures("quiet")
def test_a_kiosk_is_left_by_its_chord_alone() -> None:
    window = Window(state("idle"), True, "es")
    try:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        post_key(pygame.K_ESCAPE, 0)
        post_key(pygame.K_F4, pygame.KMOD_ALT)
        post_key(pygame.K_q, pygame.KMOD_LCTRL)
        window.frame(0)
        assert not window.leaving
        post_key(pygame.K_q, pygame.KMOD_LCTRL | pygame.KMOD_LALT | pygame.KMOD_LSHIFT)
        window.frame(0)
        assert window.leaving
    finally:
        window.close()


@pytest.mark.usefixtures("quiet")
def test_escape_leaves_a_window() -> None:
    window = Window(state("idle"), False, "en")
    try:
        post_key(pygame.K_ESCAPE, 0)
        window.frame(0)
        assert window.leaving
    finally:
        window.close()


@pytest.mark.usefixtures("quiet")
def test_a_visitor_plays_the_real_machine() -> None:
    """A coin is dragged to the slot and START pressed; credits come and go, and reels turn."""
    cabinet = Cabinet("cierzo", seed="00")
    window = Window(cabinet, False, "es")
    stage = window.stage
    start = next(cap.rect.center for cap in stage.deck.caps if cap.name == "start")

    def mouse(kind: int, point: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=point, button=1, touch=False))

    def wait(ms: int) -> None:
        for _ in range(ms // 50):
            window.frame(50_000)

    try:
        wait(5_000)
        mouse(pygame.MOUSEBUTTONDOWN, stage.purse.places[200])
        mouse(pygame.MOUSEMOTION, stage.deck.slot.center)
        mouse(pygame.MOUSEBUTTONUP, stage.deck.slot.center)
        wait(1_000)
        assert cabinet.display.credits.strip() == "2.00"
        mouse(pygame.MOUSEBUTTONDOWN, start)
        wait(100)
        mouse(pygame.MOUSEBUTTONUP, start)
        wait(400)
        assert cabinet.display.credits.strip() == "1.80"
        assert any(reel.moving for reel in cabinet.reels)
    finally:
        window.close()


@pytest.mark.parametrize(
    "size", [(640, 400), (400, 640), (320, 240), pytest.param((2560, 1440), marks=pytest.mark.long)]
)
def test_any_window_can_be_drawn(size: tuple[int, int]) -> None:
    screen = plain(size)
    screen.fill((255, 0, 255))
    fresh_stage(size).draw(screen, look(state("full")), 0, Hand(show_keys=True, lifted_cents=50))
    pixels = pygame.surfarray.array3d(screen)
    assert not (pixels == (255, 0, 255)).all(axis=2).any(), "every pixel is the panel's"
    assert pixels.std(axis=(0, 1)).min() > 20, "and shows more than a ground"


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The pixels of an idle machine."""
    path = tmp_path_factory.mktemp("idle") / "panel.png"
    save_screenshot(state("idle", language="en"), path, (1024, 600))
    return pygame.image.tobytes(pygame.image.load(path), "RGB")


@pytest.mark.parametrize("name", sorted(STATES))
def test_every_state_is_drawn(name: str, tmp_path: Path, idle: bytes) -> None:
    path = tmp_path / "panel.png"
    save_screenshot(state(name), path, (1024, 600))
    picture = pygame.image.load(path)
    assert picture.get_size() == (1024, 600)
    same = pygame.image.tobytes(picture, "RGB") == idle
    assert same == (name == "idle"), "no other state looks like an idle machine"


def twice() -> tuple[bytes, bytes]:
    """The ground of a stage, and of one that is built once the first has shown every state."""
    paint.forget()
    first = fresh_stage()
    for name in STATES:
        first.draw(plain((1280, 800)), look(state(name)), 0, Hand(), animate=False)
    return first._base.get_buffer().raw, fresh_stage()._base.get_buffer().raw


def test_nobody_draws_on_what_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = twice()
    assert first == second
    add = paint.add

    def spoilt(target: pygame.Surface, light: pygame.Surface, at: tuple[int, int]) -> None:
        add(target, light, at)
        light.fill((9, 9, 9))

    monkeypatch.setattr(paint, "add", spoilt)
    first, second = twice()
    paint.forget()
    assert first != second, "whoever does is found"


def test_a_test_machine_says_so_on_its_front(tmp_path: Path) -> None:
    pictures = []
    for test in (False, True):
        save_screenshot(state("idle", test=test), tmp_path / "a.png", (1024, 600))
        pictures.append((tmp_path / "a.png").read_bytes())
    assert pictures[0] != pictures[1]


def test_a_picture_that_is_too_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PanelError, match="640x400"):
        save_screenshot(state("idle"), tmp_path / "a.png", (320, 200))


def test_a_folder_that_does_not_exist_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        save_screenshot(state("idle"), tmp_path / "nowhere" / "a.png", (1024, 600))


def test_the_wrong_pygame_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(pygame, "IS_CE")
    with pytest.raises(PanelError, match="pip uninstall"):
        save_screenshot(state("idle"), tmp_path / "a.png", (1024, 600))


@pytest.mark.usefixtures("quiet")
def test_a_press_is_seen_in_its_frame_and_the_machine_answers_within_two() -> None:
    """The cap travels in the frame of the press; its contact has settled after 15 ms."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    cab.insert(200)
    cab.run(ms=1_500)
    assert cab.lamps["start"]
    window = Window(cab, False, "es")
    try:
        window.frame(0, [])
        cap = next(cap.rect for cap in window.stage.deck.caps if cap.name == "start")
        screen = pygame.display.get_surface()
        before = pygame.surfarray.array3d(screen.subsurface(cap)).astype(int)
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=cap.center, button=1, touch=False)
        window.frame(16_667, [(0, press)])
        after = pygame.surfarray.array3d(screen.subsurface(cap)).astype(int)
        assert abs(after - before).mean() > 2
        frames = 0
        while cab.lamps["start"] and frames < 10:
            window.frame(16_667, [])
            frames += 1
        assert frames <= 2
    finally:
        window.close()
