# SPDX-License-Identifier: MIT
"""Input in its order with the machine's time between: no press is too short, and none becomes another's."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pygame
import pytest
from panel_fake import FakeCabinet, state

from emulator import Cabinet
from emulator.cabinet.commission import DEFAULT_WALLET
from emulator.panel.frame import paced
from emulator.panel.frame.around import present
from emulator.panel.frame.paced import DEBOUNCE_US, PACE_US, Arrivals, Paced
from emulator.panel.frame.pointer import HIDES_AFTER_MS, Pointer
from emulator.panel.machine import keys
from emulator.panel.machine.coach import Coach
from emulator.panel.machine.parts.refused import SHOWN_MS, Refusal
from emulator.panel.machine.window import Window
from machines.rom.program import firmware_sources

FRAME_US = 16_667


class TimedCabinet(FakeCabinet):
    """Notes when each input came."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        self.times: list[tuple[int, str, str]] = []

    def down(self, name: str) -> None:
        self.times.append((self.now_us, "down", name))

    def up(self, name: str) -> None:
        self.times.append((self.now_us, "up", name))


@pytest.fixture
def timed(quiet: None) -> Iterator[tuple[TimedCabinet, Window]]:
    cabinet = TimedCabinet()
    window = Window(cabinet, False, "es")
    window.frame(0)
    yield cabinet, window
    window.close()


def key(kind: int, code: int) -> pygame.event.Event:
    return pygame.event.Event(kind, key=code, mod=0, unicode="")


def tap(code: int = pygame.K_SPACE) -> list[pygame.event.Event]:
    return [key(pygame.KEYDOWN, code), key(pygame.KEYUP, code)]


def at(window: Window, name: str) -> tuple[int, int]:
    return next(cap.rect.center for cap in window.stage.deck.caps if cap.name == name)


def since(cabinet: TimedCabinet) -> list[tuple[int, str, str]]:
    """What was done to the buttons, each with the microseconds since the first."""
    return [(us - cabinet.times[0][0], what, name) for us, what, name in cabinet.times]


def test_the_pace_is_longer_than_bounce_and_debounce() -> None:
    told = re.search(r"^DEBOUNCE_MS = (\d+)$", firmware_sources()["buttons"], re.M)
    assert told is not None and int(told[1]) * 1_000 == DEBOUNCE_US
    assert PACE_US > paced.BOUNCE_US + DEBOUNCE_US


def test_a_press_within_a_frame_lasts_long_enough(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    window.frame(FRAME_US, [(9_000, event) for event in tap()])
    assert since(cabinet) == [(0, "down", "start")]
    for _ in range(3):
        window.frame(FRAME_US, [])
    assert since(cabinet) == [(0, "down", "start"), (PACE_US, "up", "start")]


def test_two_presses_within_a_frame_are_two(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    window.frame(FRAME_US, [(1_000 * n, event) for n, event in enumerate([*tap(), *tap()])])
    for _ in range(10):
        window.frame(FRAME_US, [])
    assert since(cabinet) == [(n * PACE_US, ("down", "up")[n % 2], "start") for n in range(4)]


def test_a_longer_press_lasts_as_long_as_it_did(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    down, up = tap()
    window.frame(FRAME_US, [(3_000, down)])
    for _ in range(6):
        window.frame(FRAME_US, [])
    window.frame(FRAME_US, [(12_345, up)])
    assert since(cabinet) == [(0, "down", "start"), (7 * FRAME_US + 12_345 - 3_000, "up", "start")]


def test_buttons_are_pressed_in_their_order(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    hold = tap(pygame.K_1)
    window.frame(FRAME_US, [(0, hold[0]), (1, hold[1]), (2, tap()[0]), (3, tap()[1])])
    for _ in range(10):
        window.frame(FRAME_US, [])
    assert [(what, name) for _, what, name in since(cabinet)] == [
        ("down", "hold_1"), ("up", "hold_1"), ("down", "start"), ("up", "start")
    ]  # fmt: skip


def test_a_double_tap_by_finger_is_two_presses_and_its_shadow_as_a_mouse_none(
    timed: tuple[TimedCabinet, Window],
) -> None:
    cabinet, window = timed
    point = at(window, "start")
    width, height = window.stage.layout.size
    came = []
    for kind, shadow in (
        (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN),
        (pygame.FINGERUP, pygame.MOUSEBUTTONUP),
    ):
        spot = {"x": point[0] / width, "y": point[1] / height, "finger_id": 1}
        came += [(0, pygame.event.Event(kind, **spot))]
        came += [(0, pygame.event.Event(shadow, pos=point, button=1, touch=True))]
    window.frame(FRAME_US, came * 2)
    for _ in range(10):
        window.frame(FRAME_US, [])
    assert [(us, what) for us, what, _ in since(cabinet)] == [
        (0, "down"), (PACE_US, "up"), (2 * PACE_US, "down"), (3 * PACE_US, "up")
    ]  # fmt: skip


def test_a_drag_within_a_frame_ends_where_it_ended(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    places, slot = window.stage.purse.places, window.stage.deck.slot.center
    points = [(pygame.MOUSEBUTTONDOWN, places[50]), (pygame.MOUSEMOTION, slot), (pygame.MOUSEBUTTONUP, slot)]
    window.frame(
        FRAME_US, [(n, pygame.event.Event(kind, pos=pos, button=1)) for n, (kind, pos) in enumerate(points)]
    )
    for _ in range(4):
        window.frame(FRAME_US, [])
    assert cabinet.inputs == [("insert", 50)]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("presses", [1, 2])
def test_the_real_machine_hears_every_short_press(presses: int) -> None:
    """COLLECT with nothing to collect is answered; each press of the memory of the board is counted."""
    cabinet = Cabinet("cierzo", seed="00")
    window = Window(cabinet, False, "es")
    heard: list[bool] = []
    cabinet.listen(lambda kind, t_us, fields: heard.append(fields["down"]) if kind == "button" else None)
    try:
        for _ in range(100):
            window.frame(50_000, [])
        cabinet.insert(200)
        for _ in range(40):
            window.frame(50_000, [])
        for event in tap() * presses:
            pygame.event.post(event)
        window.frame(FRAME_US)
        for _ in range(10):
            window.frame(FRAME_US, [])
        assert len([down for down in heard if down]) == presses
        assert cabinet.display.credits == "1.80", "the press started a play"
    finally:
        window.close()


@pytest.mark.usefixtures("quiet")
def test_what_comes_between_two_frames_knows_when() -> None:
    arrivals, begin_s = Arrivals(), time.perf_counter()
    pygame.event.clear()
    for event in tap():
        pygame.event.post(event)
    arrivals.wait(begin_s + 0.02)
    end_s = time.perf_counter()
    came = [us for us, event in arrivals.take(begin_s, end_s, 20_000) if event.type in (768, 769)]
    assert len(came) == 2 and came[0] <= came[1] < 15_000
    assert arrivals.take(begin_s, end_s, 20_000) == []


def test_a_slow_frame_has_its_events_in_proportion() -> None:
    arrivals = Arrivals()
    arrivals._came = [(10.05, tap()[0]), (10.15, tap()[1])]
    assert [us for us, _ in arrivals.take(10.0, 10.2, 50_000)] == [12_500, 37_500]


def test_nothing_that_waits_is_lost_or_turned_round() -> None:
    times, handled, passed = Paced(), [], [0]
    for n in range(200):
        times.add(key(pygame.KEYDOWN, n), n * 500)

    def run(us: int) -> None:
        assert us > 0
        passed[0] += us

    for _ in range(1_000):
        times.pass_time(7_919, run=run, handle=lambda event: handled.append((passed[0], event.key)))
    assert [code for _, code in handled] == list(range(200))
    assert all(b[0] - a[0] >= PACE_US for a, b in pairwise(handled))
    assert passed[0] == 7_919_000 and times.waiting == 0


@pytest.mark.parametrize("pace_us", [0, 10_000])
def test_the_checks_notice_a_pace_that_is_too_short(pace_us: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced, "PACE_US", pace_us)
    with pytest.raises(AssertionError):
        test_nothing_that_waits_is_lost_or_turned_round()


# --- at the desk, by mouse, finger and key ---------------------------------------------------------------


@pytest.mark.parametrize("how", ["mouse", "finger", "key"])
@pytest.mark.parametrize(
    ("plate", "code", "act"), [("change", pygame.K_x, "change"), ("visitor", pygame.K_n, "new_visitor")]
)
def test_the_desk_is_reached(
    how: str, plate: str, code: int, act: str, timed: tuple[TimedCabinet, Window]
) -> None:
    cabinet, window = timed
    point = window.stage.desk.plates[plate].center
    width, height = window.stage.layout.size
    event = {
        "mouse": pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1),
        "finger": pygame.event.Event(pygame.FINGERDOWN, x=point[0] / width, y=point[1] / height, finger_id=3),
        "key": key(pygame.KEYDOWN, code),
    }[how]
    window.frame(FRAME_US, [(0, event)])
    assert cabinet.inputs == [(act,)]


def test_a_coin_in_the_hand_goes_with_its_visitor(timed: tuple[TimedCabinet, Window]) -> None:
    cabinet, window = timed
    home, slot = window.stage.purse.places[200], window.stage.deck.slot.center
    window.frame(FRAME_US, [(0, key(pygame.KEYDOWN, pygame.K_F9))])  # one in the air
    window.frame(FRAME_US, [(0, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=home, button=1))])
    for _ in range(3):
        window.frame(FRAME_US, [])
    window.frame(FRAME_US, [(0, key(pygame.KEYDOWN, pygame.K_n))])
    for _ in range(3):
        window.frame(FRAME_US, [])
    window.frame(FRAME_US, [(0, pygame.event.Event(pygame.MOUSEBUTTONUP, pos=slot, button=1))])
    for _ in range(5):
        window.frame(FRAME_US, [])
    assert cabinet.inputs == [("new_visitor",)]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("in_public", [True, False])
def test_in_public_another_comes_by_himself_once_the_last_one_has_left(
    in_public: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0]
    cabinet, coach = state("idle"), Coach()
    window = Window(cabinet, in_public, "es", coach=coach)
    coach.done = True
    monkeypatch.setattr(Window, "_now_ms", lambda self: clock[0])
    try:
        for now_ms, came in ((0, []), (200_000, []), (200_100, tap(pygame.K_h)[:1]), (250_000, [])):
            clock[0] = now_ms
            window.frame(FRAME_US, [(0, event) for event in came])
        assert cabinet.inputs == [], "nobody has been here, or is here still"
        for clock[0] in (260_200, 261_000, 400_000):
            window.frame(FRAME_US, [])
        assert cabinet.inputs == ([("new_visitor",)] if in_public else [])
        assert coach.done is not in_public, "the next one has not played yet"
        # Whoever stands around the window may say what each of them brings.
        monkeypatch.setattr(present(), "brings", {"coins": {"200": 3}, "notes": {}})
        clock[0] = 500_000
        window.frame(FRAME_US, [(0, event) for event in tap(pygame.K_h)[:1]])
        for clock[0] in (600_000, 600_100):
            window.frame(FRAME_US, [])
        assert cabinet.inputs[1:] == ([("new_visitor", {"200": 3}, {})] if in_public else [])
    finally:
        window.close()


# --- the pointer, and the reason of a coin that comes back ------------------------------------------------


def test_the_pointer_goes_with_a_finger_and_in_public_with_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bool] = []
    monkeypatch.setattr(pygame.mouse, "set_visible", shown.append)
    mouse = pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 0), buttons=(0, 0, 0))
    finger = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=1)
    shadow = pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 0), buttons=(1, 0, 0), touch=True)
    for in_public, expected in ((True, [True, False, True, False, True]), (False, [True, False, True])):
        shown.clear()
        pointer = Pointer(in_public)
        for now_ms, event in (
            (0, None), (HIDES_AFTER_MS, None), (5_000, mouse),
            (5_100, finger), (5_200, shadow), (5_300, mouse),
        ):  # fmt: skip
            if event is not None:
                pointer.notice(event, now_ms)
            pointer.update(now_ms)
        assert shown == expected


@pytest.mark.usefixtures("quiet")
def test_a_coin_or_note_that_comes_back_says_why_and_a_coin_falls_to_the_tray(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0]
    cabinet = Cabinet("cierzo", seed="00")
    window = Window(cabinet, False, "es")
    monkeypatch.setattr(Window, "_now_ms", lambda self: clock[0])

    def wait(ms: int) -> None:
        for _ in range(ms // 20):
            clock[0] += 20
            window.frame(20_000, [])

    try:
        wait(6_000)
        cabinet.open_door()
        cabinet.insert(50)
        falls = []
        for _ in range(60):
            wait(20)
            falls += [coin.progress_permille for coin in cabinet.coins if coin.path == "returning"]
        assert len(falls) > 10 and falls == sorted(falls), "one sees it fall"
        assert window._controls.hand.refused == Refusal("door")
        assert cabinet.tray == {50: 1} and window.stage.tray.occupied
        line = window.stage.display._line
        assert line is not None and line[0] == "DEVUELTA: PUERTA ABIERTA"
        wait(SHOWN_MS)
        assert window._controls.hand.refused is None
        cabinet.insert_note(500)
        wait(20)
        assert window._controls.hand.refused == Refusal("door", note=True)
        line = window.stage.display._line
        assert line is not None and line[0] == "DEVUELTO: PUERTA ABIERTA"
        assert cabinet.wallet[500] == DEFAULT_WALLET[500]
    finally:
        window.close()


def test_the_keys_of_the_desk_are_nobody_elses() -> None:
    others = {*keys.BUTTON_KEYS, *keys.COIN_KEYS, *keys.SWITCH_KEYS, *keys.HELP_KEYS}
    others |= {*keys.LOUDER_KEYS, *keys.SOFTER_KEYS, keys.MUTE_KEY, keys.BACK_KEY}
    others |= {keys.NOTE_KEY, keys.CARD_KEY, keys.TAKE_KEY, keys.SERVICE_KEY, keys.PRIZES_KEY}
    assert not others & set(keys.DESK_KEYS)
