# SPDX-License-Identifier: MIT
"""
Who files the dossier: maker, engineer, registry numbers, dates, out of a TOML file.

    date = "2026-11-23"                  # of the documents; left out: blank
    [maker]
    name = "Recreativos del Ebro, S. L."
    tax_id = "B00000000"
    [engineer]
    name = "..."

What the file leaves out stays a visible blank in the documents. docs/dossier.md lists the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from emulator.lab.dossier.block import BLANK
from emulator.support.errors import HintedError
from machines.support.plain import JsonView, read_toml

KEYS: Mapping[str, tuple[str, ...]] = {
    "maker": ("name", "tax_id", "address", "registry"),
    "importer": ("name", "tax_id", "registry"),
    "engineer": ("name", "degree", "college", "number"),
    "machine": ("model_number", "series", "certificate", "declaration"),
    "cabinet": ("width_mm", "height_mm", "depth_mm", "base_mm", "weight_kg", "supply", "power_w", "material"),
    "counter": ("certificate",),
}
_WHOLE = ("width_mm", "height_mm", "depth_mm", "base_mm", "weight_kg", "power_w")
# A cabinet of ours, where the maker says no other: on its own foot, the front at the height of the eyes.
_CABINET: Mapping[str, int] = {"width_mm": 640, "height_mm": 1_640, "depth_mm": 560, "base_mm": 860}
_SIDES_MM = (200, 3_000)


class EntityError(HintedError):
    """A file of the entity that cannot be read."""


@dataclass(frozen=True)
class Entity:
    """Who files, and how the cabinet is built."""

    values: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path | None) -> Entity:
        """
        Read the file; without one everything is blank.

        Raises:
            EntityError: every mistake at once.
        """
        if path is None:
            return cls({})
        try:
            raw = read_toml(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise EntityError(f"{path}: must be a readable TOML file ({error})", "mend the file") from None
        wrong = list(_mistakes(raw))
        if wrong:
            raise EntityError(f"{path}: {'; '.join(wrong)}", "docs/dossier.md lists the keys")
        return cls(raw)

    def said(self, table: str, key: str) -> str:
        """A value as text; the blank where there is none."""
        return str(self.values.get(table, {}).get(key) or BLANK)

    def side(self, key: str) -> int:
        """A measure of the cabinet in mm; ours where the file has none."""
        return int(self.values.get("cabinet", {}).get(key, _CABINET[key]))

    @property
    def measured(self) -> bool:
        """Whether the maker gave every measure of the cabinet."""
        return all(key in self.values.get("cabinet", {}) for key in _CABINET)

    @property
    def day(self) -> date | None:
        """The date of the documents."""
        told = self.values.get("date")
        return None if told is None else date.fromisoformat(str(told))


def _mistakes(raw: JsonView) -> list[str]:
    found = []
    for name, table in raw.items():
        if name == "date":
            try:
                date.fromisoformat(str(table))
            except ValueError:
                found.append(f"date must be a day such as 2026-11-23 (got {table})")
        elif name not in KEYS or not isinstance(table, dict):
            found.append(f"{name} must be date or a table of {', '.join(KEYS)}")
        else:
            found += [
                f"{name}.{key} {wrong}" for key, value in table.items() if (wrong := _wrong(name, key, value))
            ]
    sides = Entity(raw) if not found else None
    if sides is not None and sides.side("base_mm") >= sides.side("height_mm"):
        found.append("cabinet.base_mm must be below cabinet.height_mm")
    return found


def _wrong(table: str, key: str, value: object) -> str:
    if key not in KEYS[table]:
        return f"must be one of {', '.join(KEYS[table])}"
    if key in _CABINET:
        least, most = _SIDES_MM
        if type(value) is not int or not least <= value <= most:
            return f"must be {least} to {most} mm (got {value})"
    elif key in _WHOLE:
        if type(value) is not int or value < 1:
            return f"must be a whole number, 1 or more (got {value})"
    elif not isinstance(value, str):
        return f"must be a text (got {value})"
    return ""
