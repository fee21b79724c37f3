# SPDX-License-Identifier: MIT
"""
Measures the inside, without a screen: a look at every reading, the maintenance view, the open door.

    python benchmarks/inside.py [--size 1280x1080] [--frames 600]

A visitor inserts coins and plays throughout. Times are those of a processor; the budget of a frame at 60 a
second is 16.7 ms, of which the machine beside the view takes its own.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

FRAME_US = 16_667


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1280x1080", help="width x height of the view")
    parser.add_argument("--frames", type=int, default=600)
    wanted = parser.parse_args()
    width, height = (int(part) for part in wanted.size.split("x"))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

    import pygame

    from emulator.cabinet import Cabinet
    from emulator.panel.machine.hand import Hand
    from emulator.panel.machine.inside.desk import Desk
    from emulator.panel.machine.inside.look import look_inside
    from emulator.panel.machine.inside.pane import Pane
    from emulator.panel.machine.inside.view import InsideView
    from emulator.panel.machine.registry import look, read_front
    from emulator.panel.machine.stage import Stage
    from machines.support.languages import DEFAULT_LANGUAGE

    pygame.display.init()
    screen = pygame.display.set_mode((width, height))

    def machine() -> Cabinet:
        cabinet = Cabinet("cierzo", seed="00")
        cabinet.remember()
        cabinet.run(ms=4_000)
        return cabinet

    cabinet = machine()
    view = InsideView(Desk(cabinet, (width, height), DEFAULT_LANGUAGE))
    desk = view.desk
    view.open()
    print(f"size              {width}x{height}")
    _tell("look", cabinet, wanted.frames, lambda: look_inside(cabinet, desk.inside, desk.controls, desk.ear))
    _tell("view", cabinet, wanted.frames, lambda: view.draw(screen))
    view.close()

    beside, hand = machine(), Hand()
    stage = Stage(read_front(beside.model, beside.serial, beside.test), (width, height), DEFAULT_LANGUAGE)
    pane = Pane(beside, DEFAULT_LANGUAGE)
    for name in ("front shut", "front open"):
        _tell(name, beside, wanted.frames, lambda: stage.draw(screen, pane.opened(look(beside)), 0, hand))
        beside.open_door("main")


def _tell(name: str, cabinet: Cabinet, frames: int, draw: Callable[[], object]) -> None:
    """Let frames pass, and say how long drawing took."""
    times = []
    for frame in range(frames + 1):
        if frame % 150 == 0 and cabinet.purse.get(200):
            cabinet.insert(200)
        if frame % 200 == 100:
            cabinet.press("start")
        cabinet.run_us(FRAME_US)
        before = time.process_time()
        draw()
        times.append((time.process_time() - before) * 1000)
    times = sorted(times[1:])
    middle, high = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{name:<17} {middle:6.2f} ms median, {high:6.2f} ms 99th percentile, {times[-1]:6.2f} ms longest")


if __name__ == "__main__":
    main()
