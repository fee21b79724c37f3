# SPDX-License-Identifier: MIT
"""A frame that keeps what is as it was in the one before is the frame drawn wholly anew, to the bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from soon import soon

from emulator.cabinet import Cabinet
from emulator.panel.art import lettering
from emulator.panel.machine.attract import show
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.reels import Reels
from emulator.panel.machine.parts.seen import WINDOW_FIRST, Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage

SIZE = (640, 400)
# Drums, five reels on a screen with pots, a card, skill.
MODELS = soon(["cierzo", "moncayo", "aneto", "moncayo_tarjeta", "cometa"], "cierzo")


def moments(stage: Stage, model: str) -> Iterator[tuple[Seen, int, Hand]]:
    """Every idea, with two reels lit and unlit, and a play."""
    cabinet = Cabinet(model, seed="00")
    cabinet.run(ms=5_500)
    rests = look(cabinet)
    other = replace(rests, glass=rests.glass ^ {WINDOW_FIRST, WINDOW_FIRST + 1})
    for name, length_ms in stage.show.ideas:
        for number, at_ms in enumerate(range(0, length_ms, 610)):
            yield (other if number % 3 == 2 else rests), at_ms, Hand(idea=Idea(name, at_ms))
    if cabinet.purse.get(200):
        cabinet.insert(200)
    cabinet.run(ms=1_500)
    cabinet.press("start")
    for number in range(30):
        cabinet.run(ms=120)
        yield look(cabinet), number * 120, Hand()


def drawn(model: str, *, anew: bool) -> list[bytes]:
    """Every moment of a stage of its own."""
    cabinet = Cabinet(model, seed="00")
    stage, screen, found = Stage(read_front(cabinet.model, 1, True), SIZE, "es"), pygame.Surface(SIZE), []
    for seen, clock_ms, hand in moments(stage, model):
        if anew:
            lettering.forget()
            if isinstance(stage.reels, Reels):
                stage.reels.forget()
        stage.draw(screen, seen, clock_ms, hand)
        found.append(pygame.image.tobytes(screen, "RGB"))
    return found


@pytest.mark.parametrize("model", MODELS)
def test_what_is_kept_of_the_frame_before_is_what_would_be_drawn(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = drawn(model, anew=False)
    monkeypatch.setattr(show, "unlit_within", lambda light, thrown_round: pygame.Rect(0, 0, 0, 0))
    assert kept == drawn(model, anew=True)
    assert len(set(kept)) > len(kept) // 2
