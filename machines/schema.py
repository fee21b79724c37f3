# SPDX-License-Identifier: MIT
"""
The shape of a model file: which keys a manufacturer writes, and of which kind.

Only kinds and ranges that need no law and no other key are here; what a value must be beside the
others or before the law is in ``checks``. Money is integer cents, durations are milliseconds.
The JSON Schema for editors, ``models/model.schema.json``, is made from these classes by
``python -m machines.schema``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from machines.schema_chance import ChanceFile
from machines.schema_cycle import REQUIRED_TEXTS, Cycle, CycleFile, Pay, Texts
from machines.schema_parts import ANY_SYMBOL, CommonFile, Hopper, Money, Symbol, Text
from machines.schema_skill import SkillFile

__all__ = [
    "ANY_SYMBOL",
    "REQUIRED_TEXTS",
    "SHAPES",
    "ChanceFile",
    "CommonFile",
    "Cycle",
    "CycleFile",
    "Hopper",
    "Money",
    "Pay",
    "SkillFile",
    "Symbol",
    "Text",
    "Texts",
    "file_schema",
    "json_schema",
    "write_schema",
]

SCHEMA_PATH = Path(__file__).parent / "models" / "model.schema.json"
SHAPES: dict[str, type[CommonFile]] = {"A": SkillFile, "B": CycleFile, "C": ChanceFile}
"""The shape of a file by the type that it says."""


@cache
def file_schema(machine_type: str) -> dict[str, Any]:
    """The JSON Schema of the files of one type."""
    return SHAPES[machine_type].model_json_schema()


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a model file of any type, as editors read it."""
    either: Any = Annotated[SkillFile | CycleFile | ChanceFile, Field(discriminator="type")]
    shape = TypeAdapter(either).json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "azar-model.schema.json",
        "title": "azar model file",
        "description": "A machine as its manufacturer describes it; money in cents, durations in ms.",
        "type": "object",
    }
    return {**head, **shape}


def write_schema(path: Path = SCHEMA_PATH) -> None:
    """Write the JSON Schema; run after a change of these classes (a test compares the file)."""
    path.write_text(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_schema()
