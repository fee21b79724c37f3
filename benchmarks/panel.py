# SPDX-License-Identifier: MIT
"""
Measures the panel on the real machine, without a screen: first frame, frame times, memory.

    python benchmarks/panel.py [--size 1280x800] [--frames 600] [--model cierzo]
    python benchmarks/panel.py --view hall|inside|pai_gow|table|wall [--size 1920x1080] [--game craps]
    python benchmarks/panel.py --idle 60 [--size 1920x1080] [--model cierzo]

A visitor inserts a coin and plays throughout, so that reels run in most frames; the cabinet's own
work is in the times. The budget of a frame at 60 a second is 16.7 ms; ``azar play`` has 2 s and
250 MB for its first frame.

--idle measures what the window costs of a core while nobody plays, so many seconds of the clock: on a display
if SDL_VIDEODRIVER or DISPLAY names one, without a screen otherwise. The budget is 10 %.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from dataclasses import replace

BEGAN_S = time.perf_counter()
FRAME_US = 16_667


def idle(size: tuple[int, int], model: str, seconds: float) -> None:
    """Print what a window costs that nobody touches, once it has come up."""
    import pygame

    from emulator.cabinet import Cabinet
    from emulator.panel.frame import window as frame_window
    from emulator.panel.machine.window import Window

    if os.environ.get("SDL_VIDEODRIVER", "") != "dummy":
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # as a kiosk on X
    with frame_window.opened(lambda: pygame.display.set_mode(size)) as screen:
        frame_window.open_window = lambda in_public: screen
        vars(sys.modules["emulator.panel.machine.window"])["open_window"] = lambda in_public: screen
        cabinet = Cabinet(model, seed="00")
        shown = Window(cabinet, True, "es")
        came_up_s = time.perf_counter() + 5
        shown.run(lambda: time.perf_counter() < came_up_s)
        pictures, before_s, until_s = 0, time.process_time(), time.perf_counter() + seconds

        def going() -> bool:
            nonlocal pictures
            pictures += 1
            return time.perf_counter() < until_s

        shown.run(going)
        spent_s = time.process_time() - before_s
        driver = pygame.display.get_driver()
        print(f"size              {size[0]}x{size[1]} by {driver}, {model}")
        share = f"{100 * spent_s / seconds:6.1f} % of a core"
        print(f"idle              {share}, {pictures / seconds:.1f} pictures a second")
        shown.close()


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1280x800", help="width x height")
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--idle", type=float, help="seconds of a window that nobody touches")
    parser.add_argument("--model", default="cierzo", help="a machine that ships")
    parser.add_argument(
        "--view", choices=("hall", "inside", "pai_gow", "table", "wall"), help="what else is drawn"
    )
    parser.add_argument("--game", default="french-roulette", help="of the view table")
    wanted = parser.parse_args()
    width, height = (int(part) for part in wanted.size.split("x"))
    if wanted.idle is None or not os.environ.get("DISPLAY"):
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

    if wanted.idle is not None:
        idle((width, height), wanted.model, wanted.idle)
        return

    import pygame
    from panel_views import VIEWS, Times, answers, visit

    from emulator.cabinet import Cabinet
    from emulator.panel.machine.hand import Hand
    from emulator.panel.machine.parts.kiosk import Idea
    from emulator.panel.machine.parts.seen import PAYLINE_LEFT, PAYLINE_RIGHT, Seen
    from emulator.panel.machine.registry import look, read_front
    from emulator.panel.machine.stage import Stage
    from emulator.panel.machine.wins.stages import LENGTH_MS

    pygame.display.init()
    screen = pygame.display.set_mode((width, height))
    if wanted.view is not None:
        print(f"size              {width}x{height}")
        name = wanted.game if wanted.view == "table" else wanted.model
        VIEWS[wanted.view](screen, wanted.frames, name).say(wanted.view)
        return
    imported_s = time.perf_counter()
    cabinet = Cabinet(wanted.model, seed="00")
    cabinet_s = time.perf_counter()
    stage = Stage(read_front(cabinet.model, cabinet.serial, cabinet.test), (width, height), "es")
    hand = Hand()
    stage.draw(screen, look(cabinet), 0, hand)
    pygame.display.flip()
    first_s = time.perf_counter()

    stage.prepare()  # the window does this in a thread, while its loop waits for the next frame
    strips_s = time.perf_counter()
    drawing, whole, large, attract = Times(), Times(), Times(), Times()
    for frame in range(wanted.frames):
        visit(cabinet, frame)
        if frame % 30 == 15 and cabinet.model.type == "A":
            cabinet.press(("hold_1", "hold_2", "hold_3", "double")[frame // 30 % 4])
        with whole.taken():
            cabinet.run_us(FRAME_US)
            with drawing.taken():
                stage.draw(screen, look(cabinet), frame * FRAME_US // 1000, hand)
                pygame.display.flip()

    seen, clock_ms = look(cabinet), wanted.frames * FRAME_US // 1000

    def drawn(times: Times, seen: Seen, now_ms: int, hand: Hand) -> None:
        with times.taken():
            stage.draw(screen, seen, now_ms, hand)
            pygame.display.flip()

    # A visitor's largest prize, with all that flies, and then the whole attract loop.
    still = [replace(reel, moving=False) for reel in seen.reels]
    rows = stage.kit.front.rows  # a game of skill pays no money
    won = frozenset((*(row.lamp for row in rows[:1]), PAYLINE_LEFT, PAYLINE_RIGHT))
    stage.draw(screen, replace(seen, reels=[replace(reel, moving=True) for reel in still]), clock_ms, hand)
    prize = replace(seen, reels=still, glass=seen.glass | won, lamps={})
    for ms in range(0, LENGTH_MS["large"], 16):
        drawn(large, prize, clock_ms + ms, hand)
    rest = replace(seen, reels=still, lamps={}, glass=frozenset())
    for name, length_ms in stage.show.ideas:
        for ms in range(0, length_ms, 33):
            drawn(attract, rest, ms, Hand(idea=Idea(name, ms)))
    memory_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform == "linux" else 1 << 20
    )
    print(f"size              {width}x{height}")
    print(f"imports           {imported_s - BEGAN_S:6.2f} s")
    print(f"cabinet           {cabinet_s - imported_s:6.2f} s")
    print(f"panel             {first_s - cabinet_s:6.2f} s")
    print(f"first frame       {first_s - BEGAN_S:6.2f} s after the start of this program")
    print(f"smeared strips    {strips_s - first_s:6.2f} s, beside the loop")
    for name, times in (
        ("drawing", drawing),
        ("frame", whole),
        ("a large prize", large),
        ("attract", attract),
    ):
        times.say(name)
    print(f"memory at most    {memory_mib:6.0f} MiB")
    found = answers(screen, wanted.model)
    for name, counts in (
        ("button", [answer.button for answer in found]),
        ("machine", [answer.machine for answer in found]),
    ):
        print(f"press, {name:<11} seen with picture {min(counts)} to {max(counts)} (1: of its own frame)")


if __name__ == "__main__":
    main()
