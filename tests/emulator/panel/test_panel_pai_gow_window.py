# SPDX-License-Identifier: MIT
"""The Pai Gow table's window in public: its end, its pointer, and that no press or motion is mistaken."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pygame
import pytest
from pai_gow_panel import PLACE, at_phase, now

from emulator.panel.frame import window as frame_window
from emulator.panel.frame.pointer import HIDES_AFTER_MS
from emulator.panel.tables.pai_gow.cup import SPEED_MIN, Effort
from emulator.panel.tables.pai_gow.window import TableWindow
from emulator.records.journal import read
from emulator.records.replay import replay
from emulator.tables.pai_gow_game import PaiGowGame

SIZE = (1280, 800)
FRAME_US = 16_667


@pytest.fixture
def azar(azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command line where there is no display."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return azar


# --- no display, and the end ------------------------------------------------------------------------


def test_a_kiosk_without_a_display_fails_and_plays_nothing(azar: Any, tmp_path: Path) -> None:
    status, out, err = azar("pai-gow play --kiosk --journal run.jsonl")
    assert (status, out) == (1, "")
    assert err.startswith("error: no display: a kiosk needs a screen\n")
    assert "hint: set DISPLAY or WAYLAND_DISPLAY" in err
    assert list(tmp_path.iterdir()) == []


def test_a_kiosk_whose_display_does_not_answer_fails_and_writes_nothing(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":1_no_such_display")
    monkeypatch.setenv("SDL_VIDEODRIVER", "")  # so that what azar sets here is taken back
    Path("run.jsonl").write_text("", encoding="ascii")
    status, out, err = azar("pai-gow play --kiosk --journal run.jsonl")
    assert (status, out) == (1, "")
    assert err.startswith("error: no display: a kiosk needs a screen\n")
    assert [path.name for path in tmp_path.iterdir()] == ["run.jsonl"]
    assert Path("run.jsonl").read_bytes() == b""


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("kiosk", ["", "--kiosk"])
@pytest.mark.usefixtures("quiet")
def test_a_table_that_is_told_to_end_keeps_its_journal(
    kiosk: str, number: signal.Signals, azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames, drawn = [0], TableWindow.frame

    def frame(window: TableWindow, *arguments: Any) -> None:
        frames[0] += 1
        if frames[0] == 5:
            os.kill(os.getpid(), number)
        assert frames[0] < 20, "the signal ends it"
        drawn(window, *arguments)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(TableWindow, "frame", frame)
    before = [signal.getsignal(one) for one in SIGNALS]
    status, _, err = azar(f"pai-gow play {kiosk} --seed 00 --journal run.jsonl")
    assert (status, err) == (0, "")
    assert read(Path("run.jsonl")).complete
    assert replay(Path("run.jsonl"), build=PaiGowGame.from_origin).same
    assert [signal.getsignal(one) for one in SIGNALS] == before


# --- the pointer ------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_public", [True, False])
@pytest.mark.usefixtures("quiet")
def test_the_pointer_hides_in_public_once_it_rests(in_public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bool] = []
    monkeypatch.setattr(pygame.mouse, "set_visible", shown.append)
    window, screen = TableWindow(at_phase("bank"), PLACE, "es", in_public), pygame.Surface(SIZE)
    window.frame(screen, now(motion((300, 300))), 0, 100)
    assert shown[-1:] == [True]
    window.frame(screen, [], 0, 100 + HIDES_AFTER_MS)
    assert shown[-1] is not in_public
    window.frame(screen, now(motion((310, 300))), 0, 101 + HIDES_AFTER_MS)
    assert shown[-1] is True
    finger = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.5)
    window.frame(screen, now(finger), 0, 102 + HIDES_AFTER_MS)
    assert shown[-1] is False, "a finger needs none"


def motion(at: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at)


# --- input in its order and at its time -------------------------------------------------------------


def clicks(window: TableWindow, act: str, many: int = 1) -> list[tuple[int, pygame.event.Event]]:
    """A button pressed and let go, so many times within one frame."""
    rect = next(rect for rect, button in window.stage.shown if button.act == act)
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    events = [pygame.event.Event(kind, button=1, pos=rect.center) for _ in range(many) for kind in kinds]
    return [(100 * i, event) for i, event in enumerate(events)]


def opened(phase: str) -> tuple[TableWindow, pygame.Surface]:
    window, screen = TableWindow(at_phase(phase), PLACE, "es"), pygame.Surface(SIZE)
    window.frame(screen, [], 0, 0)
    return window, screen


@pytest.mark.usefixtures("quiet")
def test_presses_shorter_than_a_frame_all_count() -> None:
    window, screen = opened("bets")
    began = window.visitor.stake_cents
    window.frame(screen, clicks(window, "more", 3), FRAME_US, 16)
    assert window.visitor.stake_cents == began + 3 * window.game.rules.step_cents
    window.frame(screen, clicks(window, "ready"), FRAME_US, 33)
    assert window.game.table.seat(PLACE).stake_cents == window.visitor.stake_cents


@pytest.mark.usefixtures("quiet")
def test_what_a_visitor_does_comes_to_the_table_at_its_time() -> None:
    window, screen = opened("bets")
    told: list[tuple[str, int]] = []
    window.game.listen_inputs(lambda name, t_us, arguments: told.append((name, t_us)))
    began_us = window.game.now_us
    down, up = clicks(window, "ready")
    window.frame(screen, [(4_000, down[1]), (9_000, up[1])], FRAME_US, 17)
    assert told == [("bet", began_us + 9_000), ("ready", began_us + 9_000)]
    assert window.game.now_us == began_us + FRAME_US


@pytest.mark.usefixtures("quiet")
def test_the_window_takes_what_came_between_two_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posted as the system posts it: pressed and released before the next frame begins."""
    monkeypatch.setattr(frame_window, "FRAMES_A_SECOND", 30)
    game = at_phase("bets")
    window, frames = TableWindow(game, PLACE, "es"), [0]
    staked = game.rules.least_cents + 2 * game.rules.step_cents

    def going() -> bool:
        frames[0] += 1
        if frames[0] == 3:
            for _, event in clicks(window, "more", 2):
                pygame.event.post(event)
        if frames[0] == 5:
            for _, event in clicks(window, "ready"):
                pygame.event.post(event)
        return frames[0] < 8

    window.run(frame_window.open_window(False), going)
    assert game.table.seat(PLACE).stake_cents == staked


def test_events_that_come_in_a_bunch_are_no_effort() -> None:
    """A slow hand is slow however its motions are noted: one by one, or ten with one time."""
    for bunch in (1, 2, 10):
        effort, shaken = Effort(), 0
        effort.grab((0, 0), 0)
        # Half the speed that shakes, noted every 2 ms.
        for i in range(1, 1_000):
            at = (round(100 * SPEED_MIN / 2 * i * 2 / 1_000), 0)
            shaken += effort.move(at, i // bunch * bunch * 2, 100)
        assert shaken == 0, bunch
    effort.grab((0, 0), 0)
    assert any(effort.move((round(100 * SPEED_MIN * 2 * i * 2 / 1_000), 0), i * 2, 100) for i in range(200))


@pytest.mark.usefixtures("quiet")
def test_a_cup_that_is_carried_about_by_a_quick_mouse_does_not_throw() -> None:
    """Eight motions in each frame, in all a width of the cup a second: nobody shakes it."""
    window, screen = opened("throw")
    centre, wide = window.stage.layout.cup.center, window.stage.layout.cup.width
    window.frame(screen, now(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=centre)), 0, 0)
    for frame in range(1, 120):
        x = [centre[0] + round(wide * (frame + k / 8) / 60) for k in range(8)]
        came = [(FRAME_US * k // 8, motion((at, centre[1]))) for k, at in enumerate(x)]
        window.frame(screen, came, FRAME_US, round(frame * FRAME_US / 1_000))
        if window.game.cup.moving:
            break
    assert not window.game.cup.moving


@pytest.mark.usefixtures("quiet")
def test_a_frame_of_the_table_keeps_up() -> None:
    """Time passes by events and frame as it does by frames alone."""
    one, two = opened("bets"), opened("bets")
    for frame in range(10):
        came = [(FRAME_US * k // 4, motion((10 + k, 10))) for k in range(4)]
        one[0].frame(one[1], came, FRAME_US, 16 * frame)
        two[0].frame(two[1], [], FRAME_US, 16 * frame)
    assert one[0].game.now_us == two[0].game.now_us
    assert one[0].game.table.save() == two[0].game.table.save()
