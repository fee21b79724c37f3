# SPDX-License-Identifier: MIT
"""
The shape of a model file: which keys a manufacturer writes, and of which kind.

Only kinds and ranges that need no law and no other key are here; ``checks`` compares a value with
other keys and with the law. Money is integer cents, durations are milliseconds.
The JSON Schema for editors, ``models/model.schema.json``, is made from these classes by
``python -m machines.types.schema``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter

import machines
from machines.check.variants import PARTS
from machines.support.plain import Json
from machines.types.registry import TYPES

SCHEMA_PATH = Path(machines.__file__).parent / "models" / "model.schema.json"


def json_schema() -> Json:
    """The JSON Schema of a model file of any type, as editors read it."""
    shapes = tuple(kind.shape for kind in TYPES.values())
    either: Any = Annotated[Union[shapes], Field(discriminator="type")]  # noqa: UP007
    shape = TypeAdapter(either).json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "azar-model.schema.json",
        "title": "azar model file",
        "description": "A machine as its manufacturer describes it; money in cents, durations in ms.",
        "type": "object",
    }
    made = {**head, **shape}
    for kind in TYPES.values():
        _add_variants(made["$defs"][kind.shape.__name__]["properties"])
    return made


def _add_variants(properties: Json) -> None:
    """What a file may say of variants, which is read before its shape is."""
    parts: Json = {key: {} for key in PARTS if key in properties}
    name = {"description": "the variant that this file is: one of variants", "type": "string"}
    table = {"type": "object", "additionalProperties": False, "properties": parts}
    properties["variant"] = name
    properties["variants"] = {
        "description": "payout variants by name: tables in the place of the model's own",
        "type": "object",
        "additionalProperties": table,
    }


def write_schema(path: Path = SCHEMA_PATH) -> None:
    """Write the JSON Schema; run after a change of these classes (a test compares the file)."""
    path.write_text(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_schema()
