# SPDX-License-Identifier: MIT
"""One machine: board and devices wired together, with the visitor's purse and the tray."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emulator.cabinet.cabinet import Cabinet
    from emulator.cabinet.commission import DEFAULT_PURSE
    from emulator.cabinet.errors import CabinetError

__all__ = ["DEFAULT_PURSE", "Cabinet", "CabinetError"]
_PLACES = {"DEFAULT_PURSE": "commission", "Cabinet": "cabinet", "CabinetError": "errors"}


def __getattr__(name: str) -> object:
    """``from emulator.cabinet import Cabinet`` without loading a cabinet for those who want only a part."""
    if name in _PLACES:
        return getattr(import_module(f"emulator.cabinet.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
