# SPDX-License-Identifier: MIT
"""
Small pictures of the machines' true fronts, kept in the user's cache folder until azar or the model changes.

    fronts = Fronts(260, 450)
    fronts.want(["cierzo", "moncayo"])       # what is missing is drawn by a process beside this one
    fronts.get("cierzo")                     # None as long as it is not there

``python -m emulator.panel.hall.fronts WIDTH WIDE FILE MODEL [FILE MODEL ...]`` is that process.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pygame
from pygame import Rect

from emulator.hall.stand import TABLE
from emulator.panel.art import paint
from emulator.panel.hall.layout import FRONT_ASPECT
from emulator.support import files
from emulator.support.cache import digest_of, folder
from machines.support.languages import DEFAULT_LANGUAGE

_AZAR = Path(__file__).parents[3]
# What of an upright panel is the machine; below lie the tray and the visitor's purse.
_SHOWN = 0.86
_DRAWN = (540, 960)
_FELT = (1280, 800)
# A round of the house's players is shown as it is settled: so long it lasts at most, in such steps.
_ROUND_MS, _STEP_MS = 120_000, 100


class Fronts:
    """
    Pictures of one width.

    Args:
        width: of a machine, in pixels.
        wide: of a table.
        wait: draw what is missing at once, in this process.
    """

    def __init__(self, width: int, wide: int, *, wait: bool = False) -> None:
        self._widths, self._wait = (width, wide), wait
        self._pictures: dict[str, pygame.Surface] = {}
        self._files: dict[str, Path] = {}
        self._drawing: subprocess.Popen[bytes] | None = None

    def want(self, models: Iterable[str]) -> None:
        """Begin to have the pictures of these models, the first ones first."""
        for model in models:
            self._files[model] = folder() / "fronts" / f"{_digest(model, self._widths)}.png"
        missing = [(path, model) for model, path in self._files.items() if not path.is_file()]
        if self._wait:
            for _, model in missing:
                self._pictures[model] = drawn(model, *self._widths)
        elif missing:
            self._begin(missing)

    def _begin(self, missing: Sequence[tuple[Path, str]]) -> None:
        words = [word for path, model in missing for word in (str(path), model)]
        command = [sys.executable, "-m", "emulator.panel.hall.fronts", *map(str, self._widths), *words]
        quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        with contextlib.suppress(OSError):
            self._drawing = subprocess.Popen(
                command, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip

    def get(self, model: str) -> pygame.Surface | None:
        """The picture, if it is there."""
        if model not in self._pictures and model in self._files:
            with contextlib.suppress(OSError, pygame.error):
                self._pictures[model] = _read(self._files[model])
        return self._pictures.get(model)

    def close(self) -> None:
        """Nobody waits for pictures any more."""
        if self._drawing is not None:
            self._drawing.terminate()
            self._drawing.wait()
            self._drawing = None


def drawn(name: str, width: int, wide: int) -> pygame.Surface:
    """The front of a machine, or what lies on a table."""
    kind, _, game = name.partition(":")
    return _table(game, wide) if kind == TABLE else _machine(name, width)


def _table(game: str, width: int) -> pygame.Surface:
    """The cloth of a table on which a round is being settled, from rim to rim."""
    whole, cloth = _pai_gow() if game == "pai_gow" else _cloth(game)
    tall = round(width * cloth.height / cloth.width)
    return pygame.transform.smoothscale(whole.subsurface(cloth), (width, tall))


def _pai_gow() -> tuple[pygame.Surface, Rect]:
    from emulator.panel.tables.pai_gow.layout import Layout
    from emulator.panel.tables.pai_gow.window import draw_table
    from emulator.tables.pai_gow_game import PaiGowGame

    played = PaiGowGame(seed="00")
    for _ in range(_ROUND_MS // _STEP_MS):
        if played.table.state.phase in ("settle", "clear"):
            break
        played.run(ms=_STEP_MS)
    played.seed = None  # the picture is none of a TEST table
    return draw_table(played, _FELT, place=0), Layout(_FELT).felt


def _cloth(game: str) -> tuple[pygame.Surface, Rect]:
    from emulator.panel.tables.kit.seen import Seen
    from emulator.panel.tables.kit.stage import Stage
    from emulator.panel.tables.kit.visitor import Visitor
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.table_game import TableGame
    from machines.tables.registry import game_in

    played = TableGame(EngineDealer(game_in(game), bytes(32), dict.fromkeys(range(1, 7), 100_000)), seed="00")
    for _ in range(_ROUND_MS // _STEP_MS):
        if played.phase == "settled":
            break
        played.run(ms=_STEP_MS)
    stage, whole = Stage(Seen(played), _FELT, DEFAULT_LANGUAGE), paint.plain(_FELT)
    stage.draw(whole, Visitor(0))
    lay = stage.lay
    return whole, Rect(0, lay.felt.y, lay.felt.width, lay.strip.y - lay.felt.y)


def _machine(model: str, width: int) -> pygame.Surface:
    """A machine as it leaves the factory, at rest, from crown to deck."""
    from emulator.cabinet import Cabinet
    from emulator.link.room import Room
    from emulator.panel.machine.picture import draw_picture

    cabinet = Cabinet(model)
    if cabinet.model.link is not None:
        cabinet.join(Room.beside(cabinet.model.name), own=True)
    try:
        cabinet.run(ms=9_000)
        whole = draw_picture(cabinet, _DRAWN)
    finally:
        cabinet.close()
    shown = whole.subsurface((0, 0, _DRAWN[0], round(_DRAWN[1] * _SHOWN)))
    return pygame.transform.smoothscale(shown, (width, round(width / FRONT_ASPECT)))


def _read(path: Path) -> pygame.Surface:
    picture = pygame.image.load(path)
    return picture.convert() if pygame.display.get_surface() is not None else picture


def _digest(model: str, widths: tuple[int, int]) -> str:
    """Of all that the picture follows from."""
    said = f"{_sources()}\0{_model(model)}\0{widths}\0{_DRAWN}"
    return hashlib.sha256(said.encode()).hexdigest()[:40]


@functools.cache
def _sources() -> str:
    """Of everything that draws."""
    return digest_of(
        (_AZAR / "emulator" / "panel", _AZAR / "emulator" / "tables", _AZAR / "machines"),
        (".py", ".toml", ".mo", ".png", ".svg"),
    )


@functools.cache
def _model(model: str) -> str:
    """Of a model's own file and its folder of art; one that ships is among the sources."""
    path = Path(model)
    if not path.exists():
        return model
    art = path.with_suffix("")
    return f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0{digest_of([art])}"


def main(words: Sequence[str]) -> None:
    """Draw pictures into their files, one after the other."""
    width, wide = int(words[0]), int(words[1])
    for name, model in zip(words[2::2], words[3::2], strict=True):
        path = Path(name)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        picture = drawn(model, width, wide)
        unfinished = path.with_name(f".{os.getpid()}-{path.name}")
        pygame.image.save(picture, unfinished)
        files.replace(path, unfinished.read_bytes(), durable=False)
        unfinished.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
