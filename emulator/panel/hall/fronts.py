# SPDX-License-Identifier: MIT
"""
Small pictures of the machines' true fronts, kept in the user's cache folder until azar or the model changes.

    fronts = Fronts(260)
    fronts.want(["cierzo", "moncayo"])       # what is missing is drawn by a process beside this one
    fronts.get("cierzo")                     # None as long as it is not there

``python -m emulator.panel.hall.fronts WIDTH FILE MODEL [FILE MODEL ...]`` is that process.
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

from emulator.hall.stand import TABLE
from emulator.panel.hall.layout import FRONT_ASPECT
from emulator.support import files
from emulator.support.cache import digest_of, folder

_AZAR = Path(__file__).parents[3]
# What of an upright panel is the machine; below lie the tray and the visitor's purse.
_SHOWN = 0.86
_DRAWN = (540, 960)
_FELT = (960, 600)
_CHIPS_MS = 5_000  # until the players of the house have laid some


class Fronts:
    """
    Pictures of one width.

    Args:
        width: in pixels.
        wait: draw what is missing at once, in this process.
    """

    def __init__(self, width: int, *, wait: bool = False) -> None:
        self.width, self._wait = width, wait
        self._pictures: dict[str, pygame.Surface] = {}
        self._files: dict[str, Path] = {}
        self._drawing: subprocess.Popen[bytes] | None = None

    def want(self, models: Iterable[str]) -> None:
        """Begin to have the pictures of these models, the first ones first."""
        for model in models:
            self._files[model] = folder() / "fronts" / f"{_digest(model, self.width)}.png"
        missing = [(path, model) for model, path in self._files.items() if not path.is_file()]
        if self._wait:
            for _, model in missing:
                self._pictures[model] = drawn(model, self.width)
        elif missing:
            self._begin(missing)

    def _begin(self, missing: Sequence[tuple[Path, str]]) -> None:
        words = [word for path, model in missing for word in (str(path), model)]
        command = [sys.executable, "-m", "emulator.panel.hall.fronts", str(self.width), *words]
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


def drawn(name: str, width: int) -> pygame.Surface:
    """The front of a machine, or a table as one sees it from its chair."""
    kind, _, game = name.partition(":")
    return _table(game, width) if kind == TABLE else _machine(name, width)


def _table(game: str, width: int) -> pygame.Surface:
    """A table as one sees it who comes: Pai Gow before its first deal, others with chips on the cloth."""
    whole = _pai_gow() if game == "pai_gow" else _cloth(game)
    return pygame.transform.smoothscale(whole, (width, round(width * _FELT[1] / _FELT[0])))


def _pai_gow() -> pygame.Surface:
    from emulator.panel.tables.pai_gow.window import draw_table
    from emulator.tables.pai_gow_game import PaiGowGame

    return draw_table(PaiGowGame(seed="00"), _FELT, place=0)


def _cloth(game: str) -> pygame.Surface:
    from emulator.panel.tables.kit.seen import Seen
    from emulator.panel.tables.kit.window import draw_table
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.table_game import TableGame
    from machines.tables.registry import GAMES

    name = next(name for name, folder in GAMES.items() if folder == game)
    played = TableGame(EngineDealer(name, bytes(32), dict.fromkeys(range(1, 7), 100_000)), seed="00")
    played.run(ms=_CHIPS_MS)
    return draw_table(Seen(played), _FELT, seat=0)


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


def _digest(model: str, width: int) -> str:
    """Of all that the picture follows from."""
    said = f"{_sources()}\0{_model(model)}\0{width}\0{_DRAWN}"
    return hashlib.sha256(said.encode()).hexdigest()[:40]


@functools.cache
def _sources() -> str:
    """Of everything that draws."""
    return digest_of(
        (_AZAR / "emulator" / "panel", _AZAR / "machines"), (".py", ".toml", ".mo", ".png", ".svg")
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
    width = int(words[0])
    for name, model in zip(words[1::2], words[2::2], strict=True):
        path = Path(name)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        picture = drawn(model, width)
        unfinished = path.with_name(f".{os.getpid()}-{path.name}")
        pygame.image.save(picture, unfinished)
        files.replace(path, unfinished.read_bytes(), durable=False)
        unfinished.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
