# SPDX-License-Identifier: MIT
"""Other views of the panel for ``benchmarks/panel.py --view``: hall, inside of a machine, Pai Gow table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

FRAME_US = 16_667
Size = tuple[int, int]


class Times:
    """How long pieces of work took, by the clock on the wall and by what they had of the processor."""

    def __init__(self) -> None:
        self._wall_ms: list[float] = []
        self._processor_ms: list[float] = []

    @contextmanager
    def taken(self) -> Iterator[None]:
        """One more of them."""
        wall, processor = time.perf_counter(), time.process_time()
        yield
        self._processor_ms.append((time.process_time() - processor) * 1000)
        self._wall_ms.append((time.perf_counter() - wall) * 1000)

    def say(self, name: str) -> None:
        """Print a line of either clock; on a computer that is busy only the second one tells."""
        for kind, taken_ms in (("", self._wall_ms), (", processor", self._processor_ms)):
            taken = sorted(taken_ms)
            middle, high = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
            print(f"{name + kind:<24} {middle:6.2f} ms median, {high:6.2f} ms 99th percentile, ", end="")
            print(f"{taken[-1]:6.2f} ms longest")


def hall(screen: pygame.Surface, frames: int, _model: str) -> Times:
    """The room, seen along from its door to its end and back."""
    from emulator.hall.hall import Hall
    from emulator.panel.hall.lobby import Lobby

    times = Times()
    with Hall.open() as opened:
        lobby = Lobby(opened, screen.get_size(), "es", 34, wait=True)
        for number in range(len(lobby.room.stands)):  # every bay is painted once
            lobby.room.show(lobby.room.stands[number])
            lobby.draw(screen, 0)
        for frame in range(frames):
            now_ms = frame * FRAME_US // 1000
            if frame % 90 == 0:
                lobby.wander()
            with times.taken():
                lobby.update(FRAME_US / 1000, now_ms)
                lobby.draw(screen, now_ms + 1)
                pygame.display.flip()
        lobby.close()
    return times


def inside(screen: pygame.Surface, frames: int, model: str) -> Times:
    """A machine that is played with its maintenance view beside it; both are drawn in every frame."""
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.hand import Hand
    from emulator.panel.machine.inside.pane import BESIDE, Pane
    from emulator.panel.machine.registry import look, read_front
    from emulator.panel.machine.stage import Stage

    size, times, hand = screen.get_size(), Times(), Hand()
    cabinet = Cabinet(model, seed="00")
    pane = Pane.of(cabinet, "es", public=False, marks=True)
    pane.show(BESIDE, size)
    stage = Stage(read_front(cabinet.model, cabinet.serial, cabinet.test), pane.stage_size(size), "es")
    stage.prepare()

    def draw(now_ms: int) -> None:
        stage.draw(pane.machine(screen), pane.opened(look(cabinet)), now_ms, hand)
        pane.draw(screen)
        pygame.display.flip()

    draw(0)
    for frame in range(frames):
        if frame % 330 == 60 and cabinet.purse.get(200):
            cabinet.insert(200)
        if frame % 30 == 0:
            cabinet.press("start")
        cabinet.run_us(pane.elapsed(FRAME_US))
        with times.taken():
            draw(frame * FRAME_US // 1000)
    pane.leave()
    return times


def pai_gow(screen: pygame.Surface, frames: int, _model: str) -> Times:
    """Rounds of a table at which a visitor at place 4 bets, throws and sets."""
    from emulator.panel.tables.pai_gow.stage import Stage, Visitor
    from emulator.tables.pai_gow_game import PaiGowGame
    from emulator.tables.pai_gow_session import wait_for

    place, times = 4, Times()
    game = PaiGowGame(seed="07", people=[place])
    stage, visitor = Stage(game, screen.get_size(), "es"), Visitor(place, game.rules.least_cents)
    now_ms = 0

    def show(ms: int) -> None:
        nonlocal now_ms
        for _ in range(min(frames - now_ms * 1000 // FRAME_US, ms * 1000 // FRAME_US)):
            game.run(ms=FRAME_US // 1000)
            now_ms += FRAME_US // 1000 + 1
            with times.taken():
                stage.draw(screen, visitor, now_ms)
                pygame.display.flip()

    stage.draw(screen, visitor, 0)
    wait_for(game, "bank")
    show(600)
    game.take_bank(place, take=False)
    wait_for(game, "bets")
    game.bet(place, 4_500)
    show(600)
    game.ready(place)
    wait_for(game, "throw")
    game.shake(1_700)
    show(4_000)
    game.lift()
    show(2_000)
    wait_for(game, "set")
    show(1_000)
    game.away(place)  # the house plays on
    show(60_000)
    return times


VIEWS: dict[str, Callable[[pygame.Surface, int, str], Times]] = {
    "hall": hall,
    "inside": inside,
    "pai_gow": pai_gow,
}
