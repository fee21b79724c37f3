# SPDX-License-Identifier: MIT
"""What a thread makes beside the loop: pictures that the loop shows at the same time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pygame
import pytest
from panel_fake import fresh_stage

from emulator.panel.art import coins, paint
from emulator.panel.art.symbols import drawings
from emulator.panel.machine.parts.kit import Kit, _rendered
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.wins import loops

_ROUNDS = 200
_SIDE_PX = 140


@pytest.fixture
def stage() -> Iterator[Stage]:
    """One beside which threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield fresh_stage()
    sys.setswitchinterval(before)


def _symbol(kit: Kit, drawing: str) -> Callable[[], object]:
    def make() -> None:
        kit.forget_pictures()
        kit.symbol(drawing, 31)

    return make


def _cases(stage: Stage) -> Iterator[tuple[pygame.Surface, Callable[[], object]]]:
    """A picture that is shown, and what is made of it."""
    kit, flight = stage.kit, stage.show._made_flight()
    drawing = kit.front.drawings[0]
    size_px = max(120, round(kit.layout.pitch * 0.96))
    yield _rendered(drawing, size_px, kit.front.colours.get(drawing)), _symbol(kit, drawing)
    whole = kit.symbol(drawing, _SIDE_PX)
    for family in ("swing", "bounce", "glow"):
        yield whole, lambda family=family: loops.moved(whole, family, 3)
    yield whole, lambda: loops.light(whole, "glow", 3)
    yield whole, lambda: drawings.with_keyline(whole)
    face = coins.face(100, _SIDE_PX)
    for of_face in (coins.lying, coins.tumbling, coins.edge_on):
        yield face, lambda make=of_face.__wrapped__: make(100, _SIDE_PX, 5)
    yield flight._face, lambda: (flight._phases.clear(), flight._phase(3))


def test_a_thread_scales_turns_and_reads_what_is_shown_meanwhile(stage: Stage) -> None:
    screen = paint.plain((_SIDE_PX, _SIDE_PX))
    for number, (shown, make) in enumerate(_cases(stage)):
        done = threading.Event()
        failed: list[Exception] = []

        def work(make: Callable[[], object] = make, done: threading.Event = done) -> None:
            try:
                for _ in range(_ROUNDS):
                    make()
            finally:
                done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            try:
                screen.blit(shown, (0, 0))
            except pygame.error as error:
                failed.append(error)
        thread.join()
        assert not failed, (number, len(failed), failed[0])
