# SPDX-License-Identifier: MIT
"""A mapping whose values are loaded when somebody asks for them, so that nobody waits for the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Late(Mapping[str, Value]):
    """The values by name; each is what its loader returns."""

    def __init__(self, **loaders: Callable[[], Value]) -> None:
        self._loaders = loaders

    def __getitem__(self, name: str) -> Value:
        return self._loaders[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._loaders

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)
