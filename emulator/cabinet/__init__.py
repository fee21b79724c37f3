# SPDX-License-Identifier: MIT
"""One machine: board and devices wired together, with the visitor's purse and the tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emulator.cabinet.cabinet import Cabinet
    from emulator.cabinet.commission import DEFAULT_PURSE, CabinetError

__all__ = ["DEFAULT_PURSE", "Cabinet", "CabinetError"]


def __getattr__(name: str) -> object:
    """``from emulator.cabinet import Cabinet`` without loading a cabinet for those who want only a part."""
    if name in __all__:
        from emulator.cabinet import cabinet

        return getattr(cabinet, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
