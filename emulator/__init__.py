# SPDX-License-Identifier: MIT
"""The world around the board: board, runtimes, devices, cabinet, journal, panel and laboratory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.support.errors import EmulatorError

if TYPE_CHECKING:
    from emulator.panel.interface import Cabinet

__all__ = ["Cabinet", "EmulatorError"]


def __getattr__(name: str) -> object:
    """``from emulator import Cabinet`` without loading a whole cabinet for those who want only a part."""
    if name == "Cabinet":
        from emulator.panel.interface import Cabinet

        return Cabinet
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
