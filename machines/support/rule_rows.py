# SPDX-License-Identifier: MIT
"""The checks of one row of a rule profile: keys, types, units and multiples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from machines.support.plain import Json

NUMERIC_TYPES = frozenset({"max", "min", "exact"})
TYPES = NUMERIC_TYPES | {"range", "set", "ban", "duty", "option", "definition", "none"}
UNITS = frozenset(
    {
        *("cents", "multiple", "percent", "ppm"),
        *("ms", "days", "years"),
        *("plays", "machines", "reels", "deposits", "digits"),
        *("mm", "celsius"),
    }
)
STATUS = frozenset("VSDU")
OPTIONS = frozenset({"double", "gamble", "hold", "prize_meter", "raise", "reserve"})
"""The options of a type B machine (RD 2110/1998 art. 7) that a row may admit by name."""
RULE_ID = re.compile(r"[A-Z]-\d\d")
TARGET = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*|tests/(\w+/)*test_\w+\.py::test_\w+")

Table = Json

KINDS = {int: "a whole number", str: "a text", dict: "a table", list: "a list", bool: "true or false"}
ROW_KEYS: dict[str, tuple[type, ...]] = {
    "topic": (str,),
    "type": (str,),
    "value": (int, list),
    "unit": (str,),
    "multiple": (int,),
    "of": (str,),
    "values": (dict,),
    "article": (str,),
    "source": (list,),
    "status": (str,),
    "options": (list,),
    "in_force": (bool,),
    "enforced_by": (list,),
    "planned": (str,),
    "not_applicable": (str,),
    "text": (str,),
    "text_es": (str,),
    "texts": (dict,),
}
_REQUIRED = ("topic", "type", "article", "source", "status", "text")


def check_row(rule_id: str, row: Table, sources: Table) -> list[str]:
    """Return the mistakes of one merged row."""
    where = f"{row['_file']}: rules.{rule_id}"
    problems = [f"{where}.{key} must be present (got nothing)" for key in _REQUIRED if not row.get(key)]
    for key, kinds in ROW_KEYS.items():
        item = row.get(key)
        if item is not None and type(item) not in kinds:
            problems.append(f"{where}.{key} must be {KINDS[kinds[0]]} (got {shown(item)})")
    return problems or [f"{where}.{line}" for line in _meaning(row, sources)]


def _meaning(row: Table, sources: Table) -> Iterator[str]:
    """Yield the mistakes of a row whose keys have the right types, each starting with its key."""
    kind, value, unit = row["type"], row.get("value"), row.get("unit")
    if kind not in TYPES:
        yield f"type must be one of {', '.join(sorted(TYPES))} (got {kind})"
    if unit is not None and unit not in UNITS:
        yield f"unit must be one of {', '.join(sorted(UNITS))} (got {unit})"
    if kind in NUMERIC_TYPES and not isinstance(value, int):
        yield f"value must be a whole number of {unit or 'its unit'} (got {shown(value)})"
    if isinstance(value, list) and not all(type(item) is int for item in value):
        yield f"value must be a list of whole numbers (got {shown(value)})"
    if isinstance(value, int):
        if unit is None:
            yield f"unit must be one of {', '.join(sorted(UNITS))} (got nothing)"
        if value < 0:
            yield f"value must be 0 {unit} or more (got {value})"
    if kind == "range" and not row.get("values"):
        yield "values must hold the ends of the range (got nothing)"
    if set(row["status"].split("/")) - STATUS:
        yield f"status must be V, S, D or U, two joined by a slash (got {row['status']})"
    for code in row["source"]:
        if code not in sources:
            yield f"source must name {', '.join(sources)} (got {shown(code)})"
    for key, item in row.get("values", {}).items():
        if type(item) is not int:
            yield f"values.{key} must be a whole number (got {shown(item)})"
        elif key.rpartition("_")[2] not in UNITS:
            yield f"values.{key} must end in its unit, one of {', '.join(sorted(UNITS))} (got {key})"
    for item in row.get("options", []):
        if item not in OPTIONS:
            yield f"options must name {', '.join(sorted(OPTIONS))} (got {shown(item)})"
    for target in row.get("enforced_by", []):
        if not isinstance(target, str) or not TARGET.fullmatch(target):
            yield f"enforced_by must name a module or tests/test_x.py::test_y (got {shown(target)})"
    for key, item in row.get("texts", {}).items():
        if not isinstance(item, str) or key[-3:] not in ("_es", "_en"):
            yield f"texts.{key} must be a text whose key ends in _es or _en (got {shown(item)})"
    yield from _standing(row)


def _standing(row: Table) -> Iterator[str]:
    """A row is enforced, open, both in parts, or beyond what a machine can be held to; it says which."""
    is_open = bool(row.get("enforced_by") or row.get("planned"))
    if row.get("not_applicable") and is_open:
        yield "not_applicable must stand alone, without enforced_by and planned (got both)"
    elif not row.get("not_applicable") and not is_open:
        yield "planned must say what will enforce a row that nothing enforces yet (got nothing)"


def check_multiples(rows: dict[str, Table], wrong: Set[str]) -> Iterator[str]:
    """
    Hold every amount that is written as a multiple against the row it multiplies.

    Args:
        rows: all merged rows.
        wrong: ids of the rows that have mistakes of their own; nothing is held against these.
    """
    for rule_id, row in rows.items():
        if rule_id in wrong or row.get("of") in wrong:
            continue
        where = f"{row['_file']}: rules.{rule_id}"
        values = row.get("values", {})
        pairs = [("value", row.get("multiple"), row.get("value"))]
        for key, multiple in values.items():
            stem, _, unit = key.rpartition("_")
            if unit == "multiple":
                pairs.append((f"values.{stem}_cents", multiple, values.get(f"{stem}_cents")))
        base_id = row.get("of")
        if base_id is None:
            if row.get("multiple") is not None:
                yield f"{where}.of must name the row that multiple counts (got nothing)"
            continue
        base = rows.get(base_id, {}).get("value")
        if type(base) is not int:
            yield f"{where}.of must name a row that holds a whole number (got {base_id})"
            continue
        for key, multiple, value in pairs:
            if multiple is not None and value != multiple * base:
                yield (
                    f"{where}.{key} must be {multiple * base} cents, {multiple} times "
                    f"{base_id} ({base} cents) (got {shown(value)})"
                )


def shown(value: object) -> str:
    if value is None:
        return "nothing"
    text = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    text = text or (f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 60 else text[:57] + "..."
