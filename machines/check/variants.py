# SPDX-License-Identifier: MIT
"""
Payout variants of one model: other strips, weights or plans under the same art, each a machine of its own.

    [variants.alto.cycle]      # what the variant has in the place of the model's own
    ...

    load_model("mine.toml@alto")

The file that is chosen from says which at its top, ``variant = "alto"``; so does the copy in a ROM.
"""

from __future__ import annotations

import re
from pathlib import Path

from machines.check.problems import Findings
from machines.support.plain import Json, JsonView

PARTS = (
    "reels", "free_reels", "paytable", "scatters", "free_plays", "picks", "pots", "gamble", "raises", "cycle",
    "texts",
)  # fmt: skip
"""The top-level keys that a variant may have of its own."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_MERGED = ("cycle", "texts", "free_plays", "gamble")
_BY_REEL = ("reels", "free_reels")


def parted(name: str | Path) -> tuple[str | Path, str | None]:
    """The name or path of a model, and the variant that is asked for behind an @."""
    whole, sign, variant = str(name).rpartition("@")
    if not sign or not whole or not _NAME.fullmatch(variant) or Path(name).exists():
        return name, None
    return whole, variant


def varied(raw: JsonView, findings: Findings) -> tuple[Json, tuple[str, ...]]:
    """
    The tables of the variant that a file chooses, or its own; and the variants that it may be asked for.

    Mistakes of what is no variant at all are noted; those in what it says are found in the tables made.
    """
    made = {key: value for key, value in raw.items() if key not in ("variants", "variant")}
    variants, chosen = raw.get("variants", {}), raw.get("variant")
    if not isinstance(variants, dict) or not all(isinstance(table, dict) for table in variants.values()):
        hint = "write [variants.NAME] with the tables that differ"
        findings.add("variants", "must be tables of tables (got something else)", hint)
        return made, ()
    for name, table in variants.items():
        if not _NAME.fullmatch(name):
            message = f"must be a name of a to z, 0 to 9 and _, 32 characters at most (got {name})"
            findings.add(f"variants.{name}", message, "such as [variants.alto]", value=name)
        for key in table:
            if key not in PARTS:
                message = f"must be one of {', '.join(PARTS)} (got {key})"
                hint = "everything else is the model's: variants share name, art and money"
                findings.add(f"variants.{name}.{key}", message, hint, value=key, limit=list(PARTS))
    if chosen is None:
        return made, tuple(variants)
    if chosen not in variants:
        known = ", ".join(variants) or "none, for the file has no [variants.NAME]"
        message = f"must be one of {known} (got {chosen})"
        findings.add(
            "variant", message, "name one of the file's variants", value=chosen, limit=list(variants)
        )
        return made, ()
    for key, value in variants[chosen].items():
        if key in PARTS:
            made[key] = laid(key, made.get(key), value)
    if isinstance(made.get("name"), str):
        made["name"] = f"{made['name']}_{chosen}"
    return made, ()


def laid(key: str, own: object, value: object) -> object:
    """A part of a variant over the model's: tables by key, reels by their place; lists take its place."""
    if key in _MERGED and isinstance(own, dict) and isinstance(value, dict):
        return own | value
    if key in _BY_REEL and isinstance(own, list) and isinstance(value, list) and len(own) == len(value):
        return [_reel(old, new) for old, new in zip(own, value, strict=True)]
    return value


def _reel(old: object, new: object) -> object:
    """A reel that says its weights alone keeps strip and motor; one with a strip of its own no weights."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    kept = {key: value for key, value in old.items() if key != "weights" or "strip" not in new}
    return kept | new
