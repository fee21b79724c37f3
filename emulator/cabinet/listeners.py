# SPDX-License-Identifier: MIT
"""Who hears what a cabinet does and what is done to it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from emulator.board.board import Board

Heard = Callable[[str, int, Mapping[str, Any]], None]


class Listened:
    """The events of a cabinet: outputs as they happen, inputs before they act."""

    board: Board

    def __init__(self) -> None:
        self._listeners: list[Heard] = []
        self._input_listeners: list[Heard] = []
        self._touched_us = -1

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._listeners.append(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._input_listeners.append(heard)

    @contextlib.contextmanager
    def unheard(self) -> Iterator[None]:
        """Tell nobody anything, as long as this lasts."""
        listeners, self._listeners = self._listeners, []
        input_listeners, self._input_listeners = self._input_listeners, []
        try:
            yield
        finally:
            self._listeners, self._input_listeners = listeners, input_listeners

    def _emit(self, kind: str, **fields: Any) -> None:
        for heard in self._listeners:
            heard(kind, self.board.now_us, fields)

    def _input(self, name: str, /, **arguments: Any) -> None:
        self._touched_us = self.board.now_us
        for heard in self._input_listeners:
            heard(name, self.board.now_us, arguments)
