# SPDX-License-Identifier: MIT
"""What the panel shows by itself is seen from far, is a picture alone, and ends at once."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pygame
import pytest
from panel_fake import FakeCabinet
from soon import soon

from emulator.cabinet import Cabinet
from emulator.panel.machine.attract.pot import counted
from emulator.panel.machine.attract.turns import turned
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.kiosk import ATTRACT_AFTER_MS, IDEAS, PLAYED_FRAME_MS, POT, Attract, Idea
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.window import Window
from machines.model import model_names

LYING, UPRIGHT = (640, 400), (400, 640)
LENGTHS = dict((*IDEAS, POT))
# Levels of 255 by which a pixel differs that is seen to have changed, and the share of all that has to.
STEP, LEAST = 10, 0.15
HALF_A_SECOND_MS = 500

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


@lru_cache(maxsize=4)
def shown(name: str, size: tuple[int, int]) -> tuple[Stage, Seen, pygame.Surface]:
    """A machine that rests, without the controller that some wait for."""
    cabinet = Cabinet(name, seed="00")
    cabinet.run(ms=5_500)
    stage = Stage(read_front(cabinet.model, 1, True), size, "es")
    return stage, replace(look(cabinet), lamps={}), pygame.Surface(size)


def picture(name: str, size: tuple[int, int], idea: Idea | None, at_ms: int = 0) -> Pixels:
    stage, seen, screen = shown(name, size)
    stage.draw(screen, seen, at_ms, Hand(idea=idea))
    return pygame.surfarray.array3d(screen)


def changed(one: Pixels, other: Pixels) -> float:
    """Share of the pixels that are seen to differ."""
    return float((apart(one, other).max(axis=2) > STEP).mean())


def apart(one: Pixels, other: Pixels) -> Pixels:
    return np.maximum(one, other) - np.minimum(one, other)


CASES = [(name, size) for name in model_names() for size in (LYING, UPRIGHT)]
SOON = soon(CASES, ("cierzo", LYING), ("aneto", UPRIGHT), ("ronda", LYING))


@pytest.mark.parametrize(("name", "size"), SOON)
def test_every_idea_moves_a_part_of_the_picture_that_is_seen_from_far(
    name: str, size: tuple[int, int]
) -> None:
    """At moments through each idea, half a second apart: on average so much has changed."""
    for idea, length_ms in shown(name, size)[0].show.ideas:
        shares = []
        for ms in range(150, length_ms - HALF_A_SECOND_MS, 1_300):
            one, other = (picture(name, size, Idea(idea, at), at) for at in (ms, ms + HALF_A_SECOND_MS))
            shares.append(changed(one, other))
        assert sum(shares) / len(shares) >= LEAST, (idea, shares)


def test_an_attract_turn_ends_on_the_stops_that_the_reels_really_have() -> None:
    _, seen, _ = shown("cierzo", LYING)
    length_ms = LENGTHS["reels"]
    places = [
        [reel.position_u16 for reel in turned(seen, ms, length_ms).reels] for ms in range(0, length_ms, 50)
    ]
    true = [reel.position_u16 for reel in seen.reels]
    assert places[0] == places[-1] == true
    stopped = [max(i for i, row in enumerate(places) if row[reel] != true[reel]) for reel in range(3)]
    assert stopped == sorted(set(stopped))  # one after the other, from the left
    assert not any(reel.moving for reel in turned(seen, length_ms - 1, length_ms).reels)
    assert all(reel.moving for reel in turned(seen, length_ms // 2, length_ms).reels)
    window = shown("cierzo", LYING)[0].layout.window.inflate(-4, -4)
    cut = (slice(window.x, window.right), slice(window.y, window.bottom))
    last = picture("cierzo", LYING, Idea("reels", length_ms - 100), 5)[cut]
    assert changed(picture("cierzo", LYING, None, 5)[cut], last) < 0.02


def test_no_turn_jumps_backwards_or_faster_than_it_runs() -> None:
    _, seen, _ = shown("aneto", LYING)
    length_ms = LENGTHS["reels"]
    for reel in range(5):
        way = [turned(seen, ms, length_ms).reels[reel].position_u16 for ms in range(0, length_ms, 20)]
        steps = [(after - before) % 65_536 for before, after in itertools.pairwise(way)]
        assert max(steps) < 65_536 * 0.8 * 20 / 1_000


def test_the_pot_counts_up_to_what_it_is() -> None:
    told = [counted(428_140, ms) for ms in range(0, LENGTHS["pot"], 100)]
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] == 428_140
    assert max(told) == 428_140
    stage, seen, _ = shown("aneto", LYING)
    ended = stage.show.shown(seen, Idea("pot", LENGTHS["pot"] - 1))
    assert ended.pots_cents == seen.pots_cents != ()
    assert stage.show.shown(seen, Idea("pot", 300)).pots_cents < seen.pots_cents


def test_only_a_machine_with_pots_counts_them() -> None:
    for name in ("aneto", "cierzo"):
        stage = shown(name, LYING)[0]
        assert (POT in stage.show.ideas) == bool(stage.kit.front.pots), name


def test_with_reduced_motion_ideas_only_light() -> None:
    """Nothing flies, turns or runs: what changes in half a second is a slow light, and no reel."""
    attract = Attract()
    attract.reduced_motion = True
    _, seen, _ = shown("aneto", LYING)
    for idea, _ in (*IDEAS, POT):
        attract.ideas = ((idea, 1_000),)
        told = attract.update(seen, 500)
        assert told is not None
        assert told.calm
        # A frame later the light may be a little stronger, and nothing is elsewhere.
        one, other = (picture("aneto", LYING, replace(told, since_ms=ms), 0) for ms in (500, 517))
        assert apart(one, other).max() <= 24, idea
    stage = shown("aneto", LYING)[0]
    assert stage.show.shown(seen, Idea("reels", 2_000, True)) == seen
    assert stage.show.rows(Idea("prizes", 2_000, True)) == frozenset()


@pytest.mark.usefixtures("quiet")
def test_a_touch_ends_it_with_the_next_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(FakeCabinet(), False, "es")
    now_ms = [IDEAS[0][1] + 1_500]
    monkeypatch.setattr(window, "_now_ms", lambda: now_ms[0])
    start = next(cap.rect.center for cap in window.stage.deck.caps if cap.name == "start")
    touches = (
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False),
    )
    try:
        for touch in touches:
            window.frame(0)
            assert window._controls.hand.idea is not None
            assert window.stage.calm
            assert window._attract.frame_ms > PLAYED_FRAME_MS
            now_ms[0] += 16
            pygame.event.post(touch)
            window.frame(16_000)
            assert window._controls.hand.idea is None
            assert window._attract.frame_ms == PLAYED_FRAME_MS
            window._controls.let_go()
            now_ms[0] += ATTRACT_AFTER_MS
    finally:
        window.close()


@pytest.mark.usefixtures("quiet")
def test_the_machine_knows_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole round of ideas gives a machine no input and leaves every coin where it lies; nothing sounds."""
    cabinet = FakeCabinet()
    before = dict(cabinet.purse)
    window = Window(cabinet, False, "es")
    now_ms = [0]
    monkeypatch.setattr(window, "_now_ms", lambda: now_ms[0])
    heard: list[bool] = []
    monkeypatch.setattr(window._speaker, "update", lambda *a: heard.append(a[-1]) or [])
    told = set()
    try:
        for ms in range(0, sum(length for _, length in IDEAS), 1_000):
            now_ms[0] = ms
            window.frame(1_000)
            told.add(window._controls.hand.idea and window._controls.hand.idea.name)
    finally:
        window.close()
    assert told == {name for name, _ in IDEAS}
    assert (cabinet.inputs, cabinet.purse, cabinet.tray) == ([], before, {})
    assert heard and not any(heard)


def test_a_visitor_who_rests_sees_the_ideas_again() -> None:
    attract = Attract()
    seen = look(FakeCabinet())
    attract.touch(1_000)
    assert attract.update(seen, 1_000 + ATTRACT_AFTER_MS - 1) is None
    assert attract.update(seen, 1_000 + ATTRACT_AFTER_MS) == Idea("name", 0)


def test_a_machine_that_waits_for_the_staff_is_drawn_at_rest() -> None:
    attract = Attract(IDEAS)
    cabinet = Cabinet("cierzo", seed="00")
    cabinet.run(ms=6_000)
    cabinet.open_door("main")
    cabinet.run(ms=500)
    seen = look(cabinet)
    assert attract.update(seen, 0) is None  # it does not attract
    assert attract.untouched(seen, 0)
    attract.touch(1_000)
    assert not attract.untouched(seen, 1_000 + ATTRACT_AFTER_MS - 1)
    assert attract.untouched(seen, 1_000 + ATTRACT_AFTER_MS)
    assert not attract.untouched(replace(seen, in_round=True), 1_000 + ATTRACT_AFTER_MS)
