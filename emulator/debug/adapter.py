# SPDX-License-Identifier: MIT
"""
An editor's debugger in a firmware: debugpy, which speaks the Debug Adapter Protocol.

    adapter = Adapter.at("5678", print)       # waits until an editor attaches and has set its breakpoints
    cab = Cabinet("cierzo", seed="00", watch=adapter)
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Mapping
from types import CodeType, ModuleType

from emulator.support.errors import HintedError
from emulator.vm.foreign import Guest

_LOOPBACK = "127.0.0.1"
_HINT = "such as 5678, or 127.0.0.1:5678"


class AdapterError(HintedError):
    """No editor can attach."""


class Adapter:
    """
    Lets an editor look at firmware; its breakpoints bind, since the code names its own files.

    Args:
        debugpy: the package, listening, with an editor attached.
    """

    def __init__(self, debugpy: ModuleType) -> None:
        self.codes: dict[tuple[str, str, bool], CodeType] = {}
        self._debugpy = debugpy

    @classmethod
    def at(cls, place: str, tell: Callable[[str], None]) -> Adapter:
        """
        Wait for an editor.

        Args:
            place: ``[HOST:]PORT``; the loopback unless a host is named.
            tell: told where it waits.

        Raises:
            AdapterError: debugpy is missing, the place is none, or it is taken.
        """
        host, port = _place(place)
        os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # else it warns of Python's own modules
        try:
            import debugpy
        except ModuleNotFoundError as error:
            raise AdapterError("debugpy is not installed", "pip install 'azar[debug]'") from error
        try:
            debugpy.listen((host, port))
        except (RuntimeError, OSError) as error:
            raise AdapterError(
                f"debugpy cannot listen at {host}:{port}: {error}", "take another port"
            ) from None
        if host not in (_LOOPBACK, "localhost", "::1"):
            tell(f"whoever reaches {host}:{port} can run programs here as you")
        tell(f"waiting for an editor at {host}:{port}; docs/firmware.md has its launch.json")
        debugpy.wait_for_client()
        return cls(debugpy)

    def meet(self, paths: Mapping[str, str], sources: Mapping[str, str]) -> None:
        """The editor knows the files by itself."""

    def tree(self, source: str, path: str) -> ast.Module:
        """The module as it is."""
        return ast.parse(source, path)

    def names(self) -> dict[str, object]:
        """``breakpoint()`` stops here, which MicroPython does not have."""
        return {"breakpoint": self._debugpy.breakpoint}

    def call(self, work: Callable[..., Guest], *arguments: int) -> Guest:
        """Call into the program; debugpy follows every call of the process by itself."""
        return work(*arguments)


def _place(place: str) -> tuple[str, int]:
    host, colon, port = place.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536) or (colon and not host):
        raise AdapterError(f"debugpy must be [HOST:]PORT with a port of 1 to 65535 (got {place})", _HINT)
    return host.strip("[]") or _LOOPBACK, int(port)
