# SPDX-License-Identifier: MIT
"""What stands around a kiosk's picture: a turned screen, the keypad, a pause that is due, standing still."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from emulator.hall.desk import FIRST
from emulator.hall.money import Money
from emulator.kiosk import pin
from emulator.kiosk.beats import Beats, Heard
from emulator.kiosk.pin import Gate, hide
from emulator.kiosk.reading import Kiosk, read_kiosk
from emulator.panel.art import theme
from emulator.panel.frame import around as frame_around
from emulator.panel.frame.around import around, present
from emulator.panel.frame.window import frames, open_window, opened
from emulator.panel.kiosk import public as kiosk_public
from emulator.panel.kiosk.gauge import Gauge
from emulator.panel.kiosk.guard import Guard
from emulator.panel.kiosk.keypad import BACK, OK, Keypad
from emulator.panel.kiosk.pause import SHOWN_S, Pause
from emulator.panel.kiosk.public import Public, brings_of
from emulator.panel.kiosk.show import keeping_of, wanted_of
from emulator.panel.kiosk.turned import Turned

CHORD = pygame.event.Event(
    pygame.KEYDOWN,
    {"key": pygame.K_q, "mod": pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT, "unicode": "q"},
)
ESCAPE = pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_ESCAPE, "mod": 0, "unicode": ""})


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(pin, "_COST", 2)


def kiosk(folder: Path, text: str = "") -> Kiosk:
    path = folder / "kiosk.toml"
    path.write_text(f'folder = "s"\n{text}', encoding="utf-8")
    (folder / "s").mkdir(exist_ok=True)
    return read_kiosk(path)


def public(folder: Path, text: str = "", beats: Beats | None = None, least: int = 0) -> Public:
    made = kiosk(folder, f"[screen]\nmillimetres = [217, 136]\nsize = [640, 400]\n{text}")
    return Public(made, beats, Guard(made.folder, least), lambda: True)


@pytest.fixture
def screen() -> Iterator[None]:
    pygame.display.init()
    yield
    theme.forget_fonts()
    pygame.quit()


# --- a screen that hangs turned -----------------------------------------------------------------------


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(("rotation", "at"), [(0, (3, 2)), (90, (57, 3)), (180, (56, 37)), (270, (2, 36))])
def test_a_turned_picture_is_touched_where_it_is_seen(rotation: int, at: tuple[int, int]) -> None:
    """A point near the picture's upper left corner, and where it stands on a screen of 60x40."""
    display = pygame.display.set_mode((60, 40))
    turned = Turned(display, rotation)
    assert turned.picture.get_size() == ((40, 60) if rotation in (90, 270) else (60, 40))
    turned.picture.fill((0, 0, 0))
    turned.picture.set_at((3, 2), (255, 255, 255))
    turned.show()
    assert display.get_at(at)[:3] == (255, 255, 255)
    down = turned.upright(pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"pos": at, "button": 1}))
    assert tuple(down.pos) == (3, 2) and down.button == 1
    finger = pygame.event.Event(
        pygame.FINGERDOWN, {"x": (at[0] + 0.5) / 60, "y": (at[1] + 0.5) / 40, "dx": 0.0, "dy": 0.0}
    )
    found, (width, height) = turned.upright(finger), turned.picture.get_size()
    assert (int(found.x * width), int(found.y * height)) == (3, 2)


@pytest.mark.usefixtures("screen")
def test_a_mode_and_a_display_that_are_not_there_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "list_modes", lambda display=0: [(800, 480)])
    said: list[str] = []
    Turned.open((1234, 567), 0, 7, said.append)
    assert said == [
        "there is no display 7, only 1: the first one is used",
        "the screen has no mode of 1234x567 pixels: its own is used",
    ]


# --- the way out --------------------------------------------------------------------------------------


def run(shown: Public, *steps: list[pygame.event.Event]) -> int:
    """A show of one picture after the other, with these events; how many pictures there were."""
    pictures = [0]
    with around(shown), opened(lambda: open_window(True)):
        pygame.event.clear()
        for _, came, _ in frames(lambda: pictures[0] < len(steps)):
            got.append([event.type for _, event in came])
            for event in steps[pictures[0]]:
                pygame.event.post(event)
            pictures[0] += 1
            present().show()
    return pictures[0]


got: list[list[int]] = []


def typed(text: str) -> list[pygame.event.Event]:
    return [
        pygame.event.Event(pygame.KEYDOWN, {"key": ord(one), "mod": 0, "unicode": one}) for one in text
    ] + [pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r"})]


def test_without_a_pin_the_chord_ends_it(tmp_path: Path) -> None:
    shown = public(tmp_path)
    assert run(shown, [ESCAPE, pygame.event.Event(pygame.QUIT)], [], [CHORD], [], []) == 4
    assert shown.left


def test_escape_and_a_closed_window_do_nothing(tmp_path: Path) -> None:
    got.clear()
    shown = public(tmp_path)
    assert run(shown, [pygame.event.Event(pygame.QUIT)], [], []) == 3
    assert not shown.left and not any(pygame.QUIT in types for types in got)


def test_with_a_pin_the_chord_asks_for_it(tmp_path: Path) -> None:
    shown = public(tmp_path, f'[attendant]\npin = "{hide("4711")}"\n')
    assert run(shown, [CHORD], [], typed("1234"), [], typed("4711"), [], []) == 6
    assert shown.left
    shown = public(tmp_path, f'[attendant]\npin = "{hide("4711")}"\n')
    assert run(shown, typed("4711"), [CHORD], [], typed("4712"), [], [ESCAPE], [], []) == 8
    assert not shown.left, "a wrong PIN, and then away"


@pytest.mark.usefixtures("screen")
def test_keys_of_the_keypad_are_large_enough_and_stand_on_the_screen() -> None:
    gate = Gate(hide("4711"), 3, 30)
    for size, touch_px in (((800, 480), 50), ((1920, 1080), 90), ((480, 800), 40)):
        pad = Keypad(size, touch_px, gate, str)
        keys = list(pad.keys.values())
        assert all(key.width >= touch_px for key in keys)
        assert all(pygame.Rect((0, 0), size).contains(key) for key in keys) and pad.box.height <= size[1]
        assert all(not one.colliderect(other) for one in keys for other in keys if one != other)


@pytest.mark.usefixtures("screen")
def test_the_keypad_is_touched_with_fingers_and_goes_away() -> None:
    pad = Keypad((800, 480), 40, Gate(hide("4711"), 3, 30), str)
    picture = pygame.Surface((800, 480))

    def touch(name: str) -> bool:
        x, y = pad.keys[name].center
        return pad.take(pygame.event.Event(pygame.FINGERDOWN, {"x": x / 800, "y": y / 480}), 1.0)

    pad.open(0.0)
    pad.draw(picture, 0.0)
    assert [touch(name) for name in ("4", "7", "2", BACK, "1", "1", OK)] == [False] * 6 + [True]
    assert not pad.shown
    pad.open(0.0)
    assert not touch(OK) and pad.shown
    pad.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"pos": (1, 1), "button": 1}), 1.0)
    assert not pad.shown
    pad.open(0.0)
    pad.update(29.0)
    assert pad.shown
    pad.update(31.0)
    assert not pad.shown


# --- standing still -----------------------------------------------------------------------------------


def test_where_nothing_can_be_written_no_time_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    shown = public(tmp_path, beats=Beats(writing))
    troubles = iter(["", "the disk is full", "the disk is full", "the disk is full"])
    monkeypatch.setattr(shown._guard, "trouble", lambda now_s: next(troubles, ""))
    monkeypatch.setattr(kiosk_public, "_STILL_S", 0.0)
    monkeypatch.setattr("emulator.kiosk.beats.EVERY_S", 0.0)
    got.clear()
    assert run(shown, [pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_c, "mod": 0})], [], []) == 3
    told = Heard().feed(os.read(reading, 1 << 20))
    assert [one["trouble"] for one in told if one.get("beat")] == [
        None,
        *["the disk is full"] * 3,
        None,
        None,
    ]
    assert [one["say"] for one in told if "still" in one.get("say", "")] == ["stands still: the disk is full"]
    assert got == [[], [], []], "what was pressed while it stood still is forgotten"
    os.close(reading)
    os.close(writing)


def test_little_room_is_trouble_and_a_machine_that_cannot_be_written_too(tmp_path: Path) -> None:
    assert Guard(tmp_path, 1).trouble(0.0) == ""
    assert "MB are free" in Guard(tmp_path, 1 << 62).trouble(0.0)

    class Keeper:
        failure, tries = "No space left on device", 0

        def retry(self) -> None:
            self.tries += 1
            self.failure = "" if self.tries > 1 else self.failure

    class Session:
        keeper = Keeper()

    guard = Guard(tmp_path, 1)
    guard.sessions = lambda: [Session()]  # type: ignore[list-item]
    assert guard.trouble(0.0) == "No space left on device"
    assert guard.trouble(0.5) == "No space left on device", "tried once a second"
    assert guard.trouble(1.0) == ""


# --- pace, pauses, figures ----------------------------------------------------------------------------


def test_it_draws_less_often_while_nobody_plays(tmp_path: Path) -> None:
    shown = public(tmp_path, "idle_frames = 12\n")
    assert shown.rate == frame_around.FRAMES_A_SECOND
    shown.rest(True)
    assert shown.rate == 12
    assert shown.waits_ms == (15_000, 60_000) and shown.volume == 0.6


def test_targets_are_measured_when_the_screen_is_opened(tmp_path: Path) -> None:
    shown = public(tmp_path)
    assert shown.touch_px is None
    run(shown, [])
    assert shown.touch_px == 51  # SDL without a screen has 1024x768: 9 mm of 768 pixels on 136 mm are 50.8


def test_new_journals_begin_only_while_nobody_plays(tmp_path: Path) -> None:
    shown = public(tmp_path, "[journal]\nrun_hours = 1\n")
    shown._began_s -= 3_601
    assert run(shown, [], []) == 2 and not shown.renews
    shown.rest(True)
    assert run(shown, [], []) == 0 and shown.renews


def test_a_pause_is_told_after_so_long_and_again() -> None:
    pause = Pause(30, 60)
    for number in range(37):
        pause.touch(number * 50.0 - 1)
    assert pause.due(30 * 60 - 2.0) == 0
    assert pause.due(30 * 60 + 1.0) == 30 and pause.due(30 * 60 + SHOWN_S + 1) == 0
    pause.touch(40 * 60.0)
    assert pause.due(60 * 60.0 + 1) == 0, "another one has come"
    assert Pause(0, 60).due(9_999.0) == 0


def test_pictures_a_second_and_the_slowest_hundredth() -> None:
    gauge = Gauge()
    assert (gauge.fps, gauge.p99_ms) == (0.0, 0.0)
    for number in range(200):
        gauge.shown(number / 50, 0.050 if number % 50 == 0 else 0.004)
    assert gauge.fps == 50.0 and gauge.p99_ms == 50.0
    gauge.shown(500.0, 0.002)
    gauge.shown(501.0, 0.002)
    assert gauge.fps == 1.0 and gauge.p99_ms == 2.0


def test_at_home_the_picture_is_the_screen() -> None:
    home = frame_around.Home()
    assert home.open() is None and home.going() and home.volume == 1.0 and home.waits_ms is None
    home.rest(True)
    assert home.rate == frame_around.IDLE_FRAMES_A_SECOND


# --- what a visitor brings ----------------------------------------------------------------------------


def test_every_visitor_brings_what_the_owner_says(tmp_path: Path) -> None:
    """At a machine and in a hall, the first and those who come by themselves."""
    said = '[visit]\npurse = { "200" = 3, "10" = 0 }\nwallet = {}\n'
    made = kiosk(tmp_path, said)
    assert brings_of(made.settings) == {"coins": {"200": 3}, "notes": {}}
    first = wanted_of(made, made.settings.machines[0], resumed=False)
    assert (first.purse, first.wallet) == ({200: 3}, {})
    assert keeping_of(made).first == Money(coins={200: 3})
    assert public(tmp_path, said).brings == brings_of(made.settings)


def test_what_the_owner_does_not_say_is_the_usual(tmp_path: Path) -> None:
    made = kiosk(tmp_path, '[visit]\nwallet = { "500" = 1 }\n')
    assert brings_of(made.settings) == {"notes": {"500": 1}}
    assert wanted_of(made, made.settings.machines[0], resumed=False).purse is None
    assert keeping_of(made).first == Money(coins=FIRST.coins, notes={500: 1})
    assert brings_of(kiosk(tmp_path).settings) == {} == present().brings
