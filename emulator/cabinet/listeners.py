# SPDX-License-Identifier: MIT
"""The functions that receive the inputs and outputs of a cabinet."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from machines.support.plain import JsonView

Heard = Callable[[str, int, JsonView], None]


class Listeners:
    """
    The events of a cabinet: outputs as they happen, inputs before they act.

    Args:
        now_us: the clock that dates them.

    Attributes:
        touched_us: time of the last input; -1 before the first.
    """

    def __init__(self, now_us: Callable[[], int]) -> None:
        self.touched_us = -1
        self._now_us = now_us
        self._outputs: list[Heard] = []
        self._inputs: list[Heard] = []

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._outputs.append(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._inputs.append(heard)

    def forget(self, heard: Heard) -> None:
        """Call it no more, neither for outputs nor for inputs."""
        for listeners in (self._outputs, self._inputs):
            if heard in listeners:
                listeners.remove(heard)

    @property
    def heard(self) -> bool:
        """Whether anybody receives outputs."""
        return bool(self._outputs)

    @contextlib.contextmanager
    def unheard(self) -> Iterator[None]:
        """Tell nobody anything, as long as this lasts."""
        outputs, inputs = self._outputs, self._inputs
        self._outputs, self._inputs = [], []
        try:
            yield
        finally:
            self._outputs, self._inputs = outputs, inputs

    def emit(self, kind: str, **fields: object) -> None:
        """Tell of an output."""
        self.pass_on(kind, fields)

    def pass_on(self, kind: str, fields: JsonView) -> None:
        """Tell of an output whose fields have been put together already."""
        for heard in self._outputs:
            heard(kind, self._now_us(), fields)

    def tell(self, name: str, /, **arguments: object) -> None:
        """Tell of an input that is about to act."""
        self.touched_us = self._now_us()
        for heard in self._inputs:
            heard(name, self.touched_us, arguments)
