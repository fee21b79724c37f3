# SPDX-License-Identifier: MIT
"""
Small prints of what the panel draws and plays: fronts, the Pai Gow table, the wall, single pictures, sounds.

``vectors/panel_prints.json`` holds what each was when somebody had looked at it. After a change that is
meant, look at the pictures and write the prints anew:

    python tests/support/panel_prints.py DIR     # saves each picture as DIR/NAME.png and writes the file
"""

from __future__ import annotations

import base64
import json
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray
from pai_gow_panel import at_phase
from panel_fake import STATES, FakeCabinet, reel
from places import TESTS
from wall_rig import seen

from emulator.cabinet.front import Display
from emulator.panel.art import coins, paint, sounds
from emulator.panel.art.paint import plain
from emulator.panel.art.symbols import drawings
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money import notes
from emulator.panel.machine.picture import draw_picture
from emulator.panel.tables.kit import dice
from emulator.panel.tables.kit.cards import Cards
from emulator.panel.tables.kit.chips import Chips
from emulator.panel.tables.kit.colours import CHIPS
from emulator.panel.tables.pai_gow import sounds as table_sounds
from emulator.panel.tables.pai_gow.cup import CupPicture
from emulator.panel.tables.pai_gow.layout import Layout
from emulator.panel.tables.pai_gow.window import draw_table
from emulator.panel.wall.drums import Drums
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.show import Show
from emulator.panel.wall.stage import Stage as Wall
from machines.model import load_model

FILE = TESTS / "vectors" / "panel_prints.json"
Print = NDArray[np.uint8]
Lines = NDArray[np.int32]
# How far sums of lines may be apart, as processors round: 201 was the most without fused multiplication.
LINE_SUMS = 400
_SMALL, _WIDE = (640, 400), (960, 540)
# Fronts of each type and theme, by model; each in a state of its own.
MODELS = (
    "cierzo",
    "bochorno",
    "monegros",
    "cometa",
    "aneto",
    "moncayo",
    "mudejar",
    "veruela",
    "ronda",
    "galacho",
)


def print_of(picture: pygame.Surface, cell: int) -> Print:
    """Mean colour of each cell of so many pixels a side; what does not fill a cell is left out."""
    pixels = pygame.surfarray.array3d(picture).astype(np.float32)
    wide, tall = pixels.shape[0] // cell, pixels.shape[1] // cell
    cells = pixels[: wide * cell, : tall * cell].reshape(wide, cell, tall, cell, 3)
    return np.asarray(np.round(cells.mean(axis=(1, 3))), dtype=np.uint8).transpose(1, 0, 2)


def lines_of(picture: pygame.Surface) -> Lines:
    """
    Sums of red, twice green and four times blue: of every four columns, then of every four rows.

    A mean does not show an edge that lies a pixel aside; these do.
    """
    weighed = pygame.surfarray.array3d(picture).astype(np.int64) @ (1, 2, 4)
    return np.concatenate(
        [np.add.reduceat(weighed.sum(axis=1 - i), range(0, weighed.shape[i], 4)) for i in range(2)]
    ).astype("<i4")


def libraries() -> str:
    """What draws letters and edges: with the same, lines are the same but for the rounding of a processor."""
    return f"pygame-ce {pygame.version.ver}, SDL {pygame.version.SDL}, {pygame.font.get_sdl_ttf_version()}"


def _front(
    model: str, glass: frozenset[int] = frozenset(), size: tuple[int, int] = (1024, 640)
) -> pygame.Surface:
    loaded = load_model(model)
    reels = [reel(3 + 5 * i) for i in range(len(loaded.strips))]
    shown = Display("6.00", "2.40", "0.00", "PULSE JUGAR")
    cabinet = FakeCabinet(
        model=loaded, reels=reels, display=shown, lit=frozenset({"start", "hold_2"}), tray={100: 3, 20: 2},
        glass=glass, pots_cents=(123_456, 23_456, 3_456, 456)[: len(getattr(loaded, "pots", ()))],
    )  # fmt: skip
    return draw_picture(cabinet, size)


def _state(name: str) -> pygame.Surface:
    hand = Hand(
        show_keys=name == "idle", show_service=name == "credit", lifted_cents=50 if name == "coin" else 0
    )
    return draw_picture(FakeCabinet(**STATES[name]), (1024, 640), hand=hand)


def _wall(kind: str, state: str, size: tuple[int, int], now_ms: int) -> pygame.Surface:
    link, show = seen(kind), Show()
    show.update(link, 0)
    if state == "won":
        for i in range(len(link.pots_mc)):
            link.win(5 + i, 10 + i, i)
    elif state == "down":
        link.status = "down"
    show.update(link, 1_000)
    screen = plain(size)
    Wall(size, show.face, "es").draw(screen, show, now_ms)
    return screen


def _drums(kind: str, language: str) -> pygame.Surface:
    """Figures that stand and turn, dashes, a lamp half dark; framed as the place has it."""
    screen = plain((480, 540))
    kit = WallKit((960, 540), seen(kind).face, language)
    for row, figure in enumerate((0, 123_456_780, 99_999_500, 1_234_567, None)):
        drums = Drums(kit, pygame.Rect(4, 4 + 106 * row, 472, 100), 5 if row < 3 else 4)
        drums.paint(screen)
        drums.draw(screen, figure, 0.5 if row == 3 else 1.0)
    return screen


def _cards() -> pygame.Surface:
    """A suit in each row and its ranks in each column; joker and back below."""
    screen, cards = plain((13 * 64, 5 * 90)), Cards()
    for card in range(52):
        screen.blit(cards.picture(card, 60), (2 + 64 * (card // 4), 2 + 90 * (card % 4)))
    screen.blit(cards.picture(52, 60), (2, 362))
    screen.blit(cards.picture(None, 60), (66, 362))
    return screen


def _chips() -> pygame.Surface:
    """Every value alone, then stacks of one and two columns."""
    screen, chips = plain((640, 200)), Chips()
    screen.fill((40, 90, 60))
    for i, (cents, _, _) in enumerate(CHIPS):
        chips.stack(screen, cents, (40 + 60 * i, 60), 48)
    for i, cents in enumerate((13_131, 47_499, 2_475)):
        chips.stack(screen, cents, (60 + 200 * i, 190), 48)
    return screen


def _dice() -> pygame.Surface:
    """Each face at rest, and one in its tumble."""
    screen = plain((480, 160))
    for face in range(1, 7):
        for row, age in enumerate((1 << 20, 260)):
            matrix, away, height = dice.tumbling(face, 3, face % 3, age)
            at = (40 + 80 * (face - 1) + 8 * away[0], 40 + 80 * row + 8 * away[1])
            dice.draw(screen, matrix, at, 40, height)
    return screen


def _coins() -> pygame.Surface:
    """Coins and a token full face, lying, in three moments of a tumble, turned towards the slot; notes."""
    screen = plain((7 * 80, 7 * 80))
    screen.fill((60, 70, 80))
    for column, cents in enumerate((10, 20, 50, 100, 200, 300)):
        coins.mint((170, 60, 50) if cents == 300 else None)
        views = (
            coins.face(cents, 72), coins.lying(cents, 72, 0), coins.lying(cents, 72, 40),
            *(coins.tumbling(cents, 72, phase) for phase in (1, 4, 11)), coins.edge_on(cents, 72, 5),
        )  # fmt: skip
        for row, view in enumerate(views):
            screen.blit(view, (80 * column + 4, 80 * row + 4))
        screen.blit(notes.face(500 * (column % 3 + 1), 76), (482, 80 * column + 4))
    coins.mint(None)
    return screen


def _cup() -> pygame.Surface:
    """The dice cup at rest, held and swung, and with its lid half and all the way beside it."""
    screen, layout = plain((4 * 280, 280)), Layout((1600, 1000))
    cup, seen_of_it = CupPicture(layout), pygame.Rect(0, 0, 280, 280)
    seen_of_it.center = layout.cup.center
    for column, (wobble, lifted) in enumerate(((0.0, 0.0), (0.7, 0.0), (0.0, 0.5), (0.0, 1.0))):
        one = plain((1600, 1000))
        one.fill((40, 90, 60))
        cup.draw(one, (500 * wobble, -500 * wobble), wobble, lifted)
        screen.blit(one, (280 * column, 0), seen_of_it)
    return screen


def _symbols() -> pygame.Surface:
    names = drawings.drawn_names()
    screen = plain((10 * 125, 125 * (1 + len(names) // 10)))
    for i, name in enumerate(names):
        screen.blit(drawings.render(drawings.pieces_of(name), 120), (125 * (i % 10), 125 * (i // 10)))
    return screen


def _surfaces() -> pygame.Surface:
    """What every part is painted with, stronger than on a front: metal, hollows, shadows, lights, glass."""
    screen, size = plain((640, 480)), (150, 110)
    screen.fill((120, 130, 140))
    box = pygame.Rect(20, 20, 110, 70)
    light, dark = (255, 220, 120), (20, 30, 60)
    for i in range(3):
        place = box.move(160 * i, 0)
        (paint.cast, paint.recess, paint.frame)[i](
            screen, place, (8, 6, 9)[i], *((0.8, 6), (6.0,), (6.0,))[i]
        )
    pictures = [
        paint.chrome(size), paint.chrome(size, vertical=False), paint.reflection(size, 1.0),
        paint.down(size, [(0, light), (0.3, dark), (1, light)]), paint.across(size, [(0, light), (1, dark)]),
        paint.glow(size, light, 1.0, 1.5), paint.clip_round(paint.down(size, [(0, light), (1, dark)]), 30),
    ]  # fmt: skip
    for i, picture in enumerate(pictures):
        screen.blit(picture, (5 + 160 * (i % 4), 125 + 120 * (i // 4)))
    slanted = paint.down(size, [(0, light), (1, dark)])
    paint.tint(slanted, 5, 24, 0.8)
    screen.blit(paint.trapezoid(slanted, 0.3), (485, 245))
    paint.add(screen, paint.glow(size, light), (5, 365))
    paint.shade(screen, paint.down(size, [(0, (255, 255, 255)), (1, dark)]), (165, 365))
    return screen


def _table(phase: str, place: int) -> pygame.Surface:
    return draw_table(at_phase(phase), (1024, 640), place=place)


PHASES = ("bets", "throw", "set", "clear")
PICTURES: dict[str, tuple[int, Callable[[], pygame.Surface]]] = {
    **{f"front {model}": (16, lambda model=model: _front(model)) for model in MODELS},
    **{f"glass {model}": (16, lambda model=model: _front(model, frozenset(range(64)))) for model in MODELS},
    **{f"upright {model}": (16, lambda model=model: _front(model, size=(540, 960))) for model in MODELS[::3]},
    **{f"state {name}": (16, lambda name=name: _state(name)) for name in sorted(STATES)},
    **{f"table {phase}": (16, lambda phase=phase: _table(phase, 4)) for phase in PHASES},
    "table looked at": (16, lambda: _table("clear", 0)),
    **{
        f"wall {kind} {state}": (10, lambda kind=kind, state=state: _wall(kind, state, _SMALL, 1_200))
        for kind in ("carrusel", "table", "superjackpot")
        for state in ("idle", "won", "down")
    },
    **{f"wall of {ms} ms": (10, lambda ms=ms: _wall("carrusel", "won", _WIDE, ms)) for ms in (4_000, 9_210)},
    "wall upright": (10, lambda: _wall("superjackpot", "idle", (400, 640), 5_000)),
    "drums carrusel": (6, lambda: _drums("carrusel", "es")),
    "drums superjackpot": (6, lambda: _drums("superjackpot", "en")),
    "cards": (6, _cards),
    "chips": (6, _chips),
    "dice": (6, _dice),
    "coins": (6, _coins),
    "cup": (6, _cup),
    "symbols": (5, _symbols),
    "surfaces": (6, _surfaces),
}  # fmt: skip


def heard(wave: NDArray[np.float32]) -> Lines:
    """Of each 64th of a sound its loudness, in 65,536ths, and its crossings of zero; its length."""
    mono = wave.astype(np.float64).reshape(len(wave), -1).mean(axis=1)
    parts = np.array_split(mono, 64)
    loud = [round(65_536 * float(np.sqrt(np.mean(part**2)))) for part in parts]
    crossings = [int(np.count_nonzero(np.diff(np.sign(part)))) for part in parts]
    return np.asarray([*loud, *crossings, len(mono)], dtype="<i4")


def sounds_of() -> dict[str, Lines]:
    """Every sound of every set."""
    found = {f"table {name}": heard(wave) for name, wave in table_sounds.samples().items()}
    for of in sounds.set_names():
        found |= {f"{of} {name}": heard(wave) for name, wave in sounds.samples(of).items()}
    return found


def packed(print_: Print | Lines) -> list[object]:
    """A print as JSON: its shape, and its bytes."""
    return [list(print_.shape), base64.b85encode(zlib.compress(print_.tobytes(), 9)).decode()]


def unpacked(row: list[object], of: str = "u1") -> NDArray[np.int64]:
    """What ``packed`` has made a row of, from numbers of a type."""
    shape, text = row
    return np.frombuffer(zlib.decompress(base64.b85decode(str(text))), of).astype(np.int64).reshape(shape)  # type: ignore[call-overload,no-any-return]


def main() -> None:
    """Write the file, and the pictures where somebody looks at them."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pictures, lines = {}, {}
    for name, (cell, draw) in PICTURES.items():
        picture = draw()
        pygame.image.save(picture, folder / f"{name.replace(' ', '_')}.png")
        pictures[name], lines[name] = packed(print_of(picture, cell)), packed(lines_of(picture))
    heard_now = {name: packed(print_) for name, print_ in sounds_of().items()}
    kept = {"libraries": libraries(), "pictures": pictures, "lines": lines, "sounds": heard_now}
    FILE.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
