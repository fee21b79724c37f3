# SPDX-License-Identifier: MIT
"""Other views of the panel for ``benchmarks/panel.py``, and how many pictures a press takes to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pygame

from emulator.cabinet import Cabinet
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.window import Window

FRAME_US = 16_667
_BEFORE = 40  # pictures before a press: whatever moved has come to rest
_ANSWER_MOST = 12  # pictures: an answer that takes longer is none
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


def visit(cabinet: Cabinet, frame: int) -> None:
    """A visitor twice a second: START is pressed where it is lit, else a coin inserted."""
    if frame % 30 == 0:
        if cabinet.lamps["start"] or not cabinet.purse:
            cabinet.press("start")
        else:
            cabinet.insert(max(cabinet.purse))


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
    from emulator.panel.machine.inside.pane import BESIDE, Pane
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
        visit(cabinet, frame)
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


def table(screen: pygame.Surface, frames: int, name: str) -> Times:
    """Rounds of a table game at which only the house's players bet."""
    from emulator.panel.tables.kit.seen import Seen as SeenTable
    from emulator.panel.tables.kit.stage import Stage, Visitor
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.table_game import TableGame

    game = SeenTable(TableGame(EngineDealer(name, bytes(32), dict.fromkeys(range(1, 7), 100_000))), "es")
    stage, visitor, times = (
        Stage(game, screen.get_size(), "es"),
        Visitor(4, next(iter(game.values), 0)),
        Times(),
    )
    stage.draw(screen, visitor)
    for _ in range(frames):
        game.run_us(FRAME_US)
        with times.taken():
            stage.draw(screen, visitor)
            pygame.display.flip()
    return times


def wall(screen: pygame.Surface, frames: int, _model: str) -> Times:
    """Four pots that rise, of which one is won."""
    from contact_rooms import seen

    from emulator.panel.wall.show import Show
    from emulator.panel.wall.stage import Stage

    link, show, times = seen("superjackpot"), Show(), Times()
    show.update(link, 0)
    stage = Stage(screen.get_size(), show.face, "es")
    stage.prepare()  # the window does this in a thread, beside its loop
    stage.draw(screen, show, 0)
    for frame in range(frames):
        now_ms = frame * FRAME_US // 1000
        if frame == frames // 3:
            link.win(1, 2)
        link.pots_mc = tuple(pot + 9_000 for pot in link.pots_mc)
        show.update(link, now_ms)
        with times.taken():
            stage.draw(screen, show, now_ms)
            pygame.display.flip()
    return times


class Answer(NamedTuple):
    """How many pictures a press took to be seen; 1: the picture of the frame in which it came has it."""

    button: int
    """Until the button's own picture is another: it travels and throws its light."""
    machine: int
    """Until a lamp of the machine or a reel has answered in it."""


def answers(screen: pygame.Surface, model: str) -> list[Answer]:
    """
    Presses of START on a machine with credit, at the beginning of a frame, its end and between.

    What the machine does is compared with one like it that nobody presses: lamps blink by themselves.
    """
    found = []
    for at_us in range(0, FRAME_US, FRAME_US // 4):
        cabinet, alone = _with_credit(model), _with_credit(model)
        window = Window(cabinet, False, "es", place=lambda: screen)
        window.begin()
        cap = next(cap.rect for cap in window.stage.deck.caps if cap.name == "start")
        over = pygame.event.Event(pygame.MOUSEMOTION, pos=cap.center, rel=(1, 1), buttons=(0, 0, 0))
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=cap.center)
        drawn = _drawn_by(window)
        pictures = []
        for number in range(-_BEFORE, _ANSWER_MOST):
            came = {-_BEFORE: [(0, over)], 0: [(at_us, press)]}.get(number, [])
            window.frame(FRAME_US, came)
            alone.run_us(FRAME_US)
            pictures.append((_pixels(screen, cap), _lit(drawn[-1]) == _lit(look(alone))))
        window.close()
        still, pictures = pictures[_BEFORE - 2 : _BEFORE], pictures[_BEFORE:]
        if still[0] != still[1] or not still[1][1]:
            raise RuntimeError(f"{model}: START does not rest before it is pressed")
        button = (at for at, (pixels, _) in enumerate(pictures, 1) if pixels != still[1][0])
        machine = (at for at, (_, alike) in enumerate(pictures, 1) if not alike)
        found.append(Answer(next(button, _ANSWER_MOST), next(machine, _ANSWER_MOST)))
    return found


def _with_credit(model: str) -> Cabinet:
    """A machine that waits for START."""
    cabinet = Cabinet(model, seed="00")
    cabinet.run(ms=5_000)
    while not cabinet.lamps["start"]:
        cabinet.insert(max(cabinet.purse))
        cabinet.run(ms=2_000)
    return cabinet


def _pixels(screen: pygame.Surface, box: pygame.Rect) -> bytes:
    return bytes(screen.subsurface(box).copy().get_buffer().raw)


def _drawn_by(window: Window) -> list[Seen]:
    """What each picture of a window is drawn from, as they come."""
    drawn: list[Seen] = []
    draw = window.stage.draw

    def noted(screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand) -> None:
        drawn.append(seen)
        draw(screen, seen, clock_ms, hand)

    window.stage.draw = noted  # type: ignore[method-assign]
    return drawn


def _lit(seen: Seen) -> tuple[tuple[bool, ...], bool]:
    return tuple(seen.lamps.values()), any(reel.moving for reel in seen.reels)


VIEWS: dict[str, Callable[[pygame.Surface, int, str], Times]] = {
    "hall": hall,
    "inside": inside,
    "pai_gow": pai_gow,
    "table": table,
    "wall": wall,
}
