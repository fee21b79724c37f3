# SPDX-License-Identifier: MIT
"""
Draws every view at every size onto contact sheets, for somebody who opens and judges them.

    python benchmarks/contact_sheets.py DIR                          # all of it: ten screens, half an hour
    python benchmarks/contact_sheets.py DIR --size 1024x600 --view idle --view board
    python benchmarks/contact_sheets.py DIR --size 800x480 --crop    # glass, deck and tray as they are

``DIR/1024x600_idle.png`` has every machine in one state on one screen, smaller than it is; what is cut out,
``DIR/800x480_glass.png``, has its true size, for letters. Machines come last.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import contact_rooms as rooms
import gallery
import pygame

from emulator import Cabinet
from emulator.panel.art import paint
from emulator.panel.machine.coach import Coach
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.inside.pane import BESIDE, WHOLE
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.seen import PAYLINE_LEFT
from emulator.panel.machine.picture import pane_of, stage_of
from emulator.panel.machine.registry import look
from emulator.panel.machine.stage import Stage, forget_pictures
from machines.model import model_names

Size = tuple[int, int]
SCREENS: tuple[Size, ...] = (
    (800, 480), (1024, 600), (1280, 800), (1920, 1080), (3840, 2160),
    (480, 800), (600, 1024), (800, 1280), (1080, 1920), (2160, 3840),
)  # fmt: skip
TILE, TILE_UPRIGHT = 480, 300
COLUMNS = 4
_CROPS = ("glass", "second", "deck", "tray", "crown")
_SETTLED_MS = 1_700
LANGUAGE = "es"

Tiles = dict[str, list[pygame.Surface]]
Draw = Callable[[Stage, dict[str, Cabinet | None], pygame.Surface], None]


def _plain(state: str, hand: Hand | None = None) -> Draw:
    def draw(stage: Stage, cabs: dict[str, Cabinet | None], screen: pygame.Surface) -> None:
        cab = cabs[state] or cabs["idle"]
        assert cab is not None
        pane = pane_of(cab, LANGUAGE, public=False)
        stage.draw(screen, pane.opened(look(cab)), 0, hand or Hand(), animate=False)

    return draw


def _prize(largest: bool) -> Draw:
    """The stages of a prize up to where all of it shines; the largest is a row that is only lit."""

    def draw(stage: Stage, cabs: dict[str, Cabinet | None], screen: pygame.Surface) -> None:
        cab = cabs["won"]
        assert cab is not None
        seen = look(cab)
        rows = stage.kit.front.rows
        if largest and rows:
            best = max(rows, key=lambda row: row.cents).lamp
            seen = replace(seen, glass=seen.glass | {best, PAYLINE_LEFT})
        moving = [replace(reel, moving=True) for reel in seen.reels]
        stage.celebration.prepare()
        stage.draw(screen, replace(seen, glass=frozenset(), reels=moving, lamps={}), 0, Hand())
        for now_ms in range(100, _SETTLED_MS, 100):
            stage.draw(screen, seen, now_ms, Hand())

    return draw


def _coach(stage: Stage, cabs: dict[str, Cabinet | None], screen: pygame.Surface) -> None:
    cab, coach = cabs["idle"], Coach()
    assert cab is not None
    seen = look(cab)
    coach.watch(seen, 0)
    stage.draw(screen, seen, 2_600, Hand(), animate=False)
    coach.draw(screen, stage, seen, 2_600)


VIEWS: dict[str, Draw] = {
    "idle": _plain("idle"),
    "attract_reels": _plain("idle", Hand(idea=Idea("reels", 3_000))),
    "attract_prizes": _plain("idle", Hand(idea=Idea("prizes", 2_400))),
    "attract_slot": _plain("idle", Hand(idea=Idea("slot", 2_600))),
    "coach": _coach,
    "coin": _plain("coin"),
    "playing": _plain("playing"),
    "won": _prize(False),
    "large": _prize(True),
    "paying": _plain("paying"),
    "tilt": _plain("fault"),
    "door": _plain("door"),
    "dark": _plain("dark"),
    "keys": _plain("idle", Hand(show_keys=True)),
    "board": _plain("idle", Hand(prizes=0)),
    "service": _plain("service", Hand(show_service=True)),
}
INSIDE = {"inside_beside": BESIDE, "inside_whole": WHOLE}


def _service(model: str) -> Cabinet:
    """With the main door open and the service key turned."""
    cab = gallery.door(model)
    cab.turn_key("service", True)
    cab.run(ms=900)
    return cab


def _inside(cab: Cabinet, mode: str, size: Size) -> pygame.Surface:
    screen, pane = paint.plain(size), pane_of(cab, LANGUAGE, public=False)
    pane.show(mode, size)
    stage = stage_of(cab, pane.stage_size(size), LANGUAGE)
    stage.draw(pane.machine(screen), pane.opened(look(cab)), 0, Hand(), animate=False)
    pane.draw(screen)
    return screen


def machine(model: str, sizes: Sequence[Size], views: Sequence[str], crop: bool, tiles: Tiles) -> None:
    """Add a machine's tiles to what there is, by size and view."""
    wanted = {state: make for state, (_, make) in gallery.STATES.items() if state != "upright"}
    cabs: dict[str, Cabinet | None] = {state: make(model) for state, make in wanted.items()}
    cabs["service"] = _service(model)
    idle = cabs["idle"]
    assert idle is not None
    for size in sizes:
        name, screen = f"{size[0]}x{size[1]}", paint.plain(size)
        stage = stage_of(idle, size, LANGUAGE)
        for view in views:
            if view == "board" and not stage.board.fitted:
                continue  # all of the table is on the glass
            if view in VIEWS:
                if view in ("won", "large"):
                    stage = stage_of(idle, size, LANGUAGE)
                VIEWS[view](stage, cabs, screen)
                tiles.setdefault(f"{name}_{view}", []).append(_tile(screen))
            elif view in INSIDE:
                tiles.setdefault(f"{name}_{view}", []).append(_tile(_inside(idle, INSIDE[view], size)))
        if crop:
            VIEWS["idle"](stage, cabs, screen)
            for zone in _CROPS:
                if zone in stage.layout.zones:
                    part = screen.subsurface(stage.layout.zones[zone]).copy()
                    tiles.setdefault(f"{name}_{zone}", []).append(part)
        forget_pictures()


def _tile(picture: pygame.Surface) -> pygame.Surface:
    wide, tall = picture.get_size()
    across = TILE if wide > tall else TILE_UPRIGHT
    return pygame.transform.smoothscale(picture, (across, tall * across // wide))


def _sheet(tiles: Sequence[pygame.Surface]) -> pygame.Surface:
    """As many side by side as fit into a screen's width, each row as high as its highest."""
    rows: list[list[pygame.Surface]] = [[]]
    for tile in tiles:
        if rows[-1] and sum(one.get_width() + 4 for one in rows[-1]) + tile.get_width() > COLUMNS * TILE + 16:
            rows.append([])
        rows[-1].append(tile)
    wide = max(sum(one.get_width() + 4 for one in row) for row in rows)
    heights = [max(one.get_height() for one in row) + 4 for row in rows]
    sheet = paint.plain((wide, sum(heights)))
    for number, row in enumerate(rows):
        x = 0
        for tile in row:
            sheet.blit(tile, (x, sum(heights[:number])))
            x += tile.get_width() + 4
    return sheet


def _save(folder: Path, tiles: Tiles) -> None:
    for name, of in tiles.items():
        pygame.image.save(_sheet(of), folder / f"{name}.png")
    tiles.clear()


def _sizes(said: Sequence[str]) -> list[Size]:
    return [(int(wide), int(tall)) for wide, tall in (one.split("x") for one in said)] or [*SCREENS]


def _rooms(sizes: Sequence[Size], names: Sequence[str], tiles: Tiles) -> Iterator[str]:
    for name in names:
        for size in sizes:
            for picture in rooms.ROOMS[name](size):
                tiles.setdefault(f"{size[0]}x{size[1]}_{name}", []).append(_tile(picture))
        yield name


def main() -> None:
    """Draw what is asked for."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = [*VIEWS, *INSIDE, *rooms.ROOMS]
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--size", action="append", default=[], metavar="WxH", help="all ten if none")
    parser.add_argument(
        "--view", action="append", default=[], choices=known, metavar="VIEW", help=f"of {', '.join(known)}"
    )
    parser.add_argument("--model", action="append", default=[], choices=model_names(), metavar="MODEL")
    parser.add_argument("--crop", action="store_true", help="parts of machines at their true size as well")
    said = parser.parse_args()
    said.folder.mkdir(parents=True, exist_ok=True)
    tiles: Tiles = {}
    views = said.view or ([] if said.crop else known)
    for name in _rooms(_sizes(said.size), [view for view in views if view in rooms.ROOMS], tiles):
        print(name, flush=True)
        _save(said.folder, tiles)
    views = [view for view in views if view not in rooms.ROOMS]
    for model in said.model or model_names() if views or said.crop else ():
        print(model, flush=True)
        machine(model, _sizes(said.size), views, said.crop, tiles)
    _save(said.folder, tiles)


if __name__ == "__main__":
    main()
