# SPDX-License-Identifier: MIT
"""
A model whose files are watched while it is played: what they say anew, once they say it without a mistake.

    watch = Watched(Path("mine/mine.toml"), lambda: load_model("mine"), load_model("mine"))
    change = watch.poll(now_ms)      # None while nothing has changed, or what has is still being checked

The model file and its folder of art are looked at twice a second, by time of change and size. Reading and
checking a model takes a while, so a thread does it and the machine plays on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from emulator.panel.art.symbols import examined
from machines import MachinesError
from machines.check.art import FOLDER
from machines.check.problems import ModelError, Problem
from machines.model import Model
from machines.support.languages import languages

POLL_MS = 500
_PRINTED = ("art", "texts", "symbols", "title", "version", "author", "plate", "inherited")

_State = Mapping[str, tuple[int, int]]


class Change(NamedTuple):
    """What the files say since they changed."""

    model: Model | None
    """The model, if it has no mistake."""
    problems: tuple[Problem, ...] = ()


class Watched:
    """Polls the files of one model; at most one check of them goes on at a time."""

    def __init__(self, file: Path, load: Callable[[], Model], model: Model) -> None:
        self.file = file
        self._load = load
        self._model = model
        self._state = self._look()
        self._next_ms = 0
        self._thread: threading.Thread | None = None
        self._found: Change | None = None

    def poll(self, now_ms: int) -> Change | None:
        """What a change came to, once; None while there is nothing to tell."""
        if self._thread is not None:
            if self._thread.is_alive():
                return None
            self._thread, found = None, self._found
            return found
        if now_ms < self._next_ms:
            return None
        self._next_ms = now_ms + POLL_MS
        state = self._look()
        if state != self._state:
            self._state = state
            self._thread = threading.Thread(target=self._check, name="azar-watch", daemon=True)
            self._thread.start()
        return None

    def accept(self, model: Model) -> None:
        """The model that is shown from now on."""
        self._model = model

    def _check(self) -> None:
        try:
            model = self._load()
        except ModelError as error:
            self._found = Change(None, tuple(error.problems))
            return
        except MachinesError as error:
            row = Problem("file", str(error), None, None, None, None, None, getattr(error, "hint", ""))
            self._found = Change(None, (row,))
            return
        problems = () if _looks(model) == _looks(self._model) else tuple(examined.mistakes(model))
        self._found = Change(None if problems else model, problems)

    def _look(self) -> _State:
        found: dict[str, tuple[int, int]] = {}
        art = self.file.parent / FOLDER
        below = (Path(folder, name) for folder, _, names in os.walk(art) for name in names)
        for path in (self.file, *below):
            try:
                at = path.stat()
            except OSError:  # between two steps of an editor that saves
                found[str(path)] = (0, -1)
            else:
                found[str(path)] = (at.st_mtime_ns, at.st_size)
        return found


def plays_alike(one: Model, two: Model) -> bool:
    """
    Whether a machine of the one plays on as the other: they differ in what is painted or printed, if at all.

    Its firmware knows the title and names of symbols, for the service menu: those come with the next start.
    """
    return _played(one) == _played(two)


def _played(model: Model) -> object:
    """All of a model that is more than paint and print."""
    parts = {name: value for name, value in vars(model.draft).items() if name not in _PRINTED}
    spoken = [model.settings(language) for language in languages()]
    same = {key: value for key, value in spoken[0].items() if all(one[key] == value for one in spoken)}
    same.pop("TITLE")
    return parts, same, list(model.symbols), model.tables.digest, model.profile.id


def _looks(model: Model) -> object:
    """All of a model that decides whether its symbols are told apart."""
    return {name: (symbol.look, symbol.colour) for name, symbol in model.symbols.items()}, dict(
        model.pictures
    )
