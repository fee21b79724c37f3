# SPDX-License-Identifier: MIT
"""The FRAM at the prompt: rows by the names of ``azar inspect``, or bytes by address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from emulator.prompt.row import Row
from emulator.prompt.words import PromptError, number
from machines.memory.nvram_map import Record, nvram_map
from machines.memory.nvram_map import Row as Value

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

_ROW_BYTES = 16
_DUMP_MOST = 4096


def read(cabinet: Cabinet, words: Sequence[str]) -> Iterator[Row]:
    """
    What the FRAM holds.

    Args:
        cabinet: whose memory it is; nothing of it is touched.
        words: nothing, for the list of records; a record ("main", "marks", "play", "log") or a row of one
            ("credits_cents"), of the copy that counts; or an address and a number of bytes.

    Raises:
        PromptError: nothing there has that name or address.
    """
    if words and (words[0].isdigit() or words[0].startswith("0x")):
        yield _dump(
            cabinet, number(words[0], "an address"), number(words[1], "a length") if words[1:] else 64
        )
        return
    found = nvram_map(cabinet.nvram, cabinet.model, cabinet.seals)
    name = " ".join(words)
    if name == "log":
        for event in found.log:
            yield Row("fram", f"{event['number']:>6}  {event['text']}", dict(event))
        return
    shown = [record for record in found.records if record.check != "empty"]
    if not name:
        yield Row("fram", f"{found.verdict}; seals {found.seals}", {"verdict": found.verdict})
        for record in shown:
            check = ", ".join(filter(None, (record.check, record.role)))
            text = f"0x{record.place:04x}  {record.name:<12}  {record.size:>4} bytes  {check}"
            fields = {"record": record.name, "place": record.place, "size": record.size}
            yield Row("fram", text, {**fields, "check": record.check, "role": record.role})
        return
    records = [
        one for one in shown if one.name.startswith(name) and (one.role != "older" or one.name == name)
    ]
    if records:
        for record in records:
            yield from _record(record)
        return
    rows = [(one, row) for one in shown if one.role == "counts" for row in one.rows if row.name == name]
    if not rows:
        raise PromptError(
            f"a name must be of a record or of a row in it (got {name})",
            ".fram lists the records, .fram main the rows of one",
        )
    # Of the plays the newest row says what is asked for; the main record comes before them.
    for record, row in rows[:1]:
        yield _value(record, row)


def names_in(cabinet: Cabinet) -> list[str]:
    """Names of records and of their rows, for completion."""
    found = nvram_map(cabinet.nvram, cabinet.model, cabinet.seals)
    names = {record.name for record in found.records if record.check != "empty"}
    return sorted(names | {row.name for record in found.records[:4] for row in record.rows} | {"log"})


def _record(record: Record) -> Iterator[Row]:
    check = ", ".join(filter(None, (record.check, record.role)))
    yield Row("fram", f"0x{record.place:04x} {record.name}: {check}", {"record": record.name, "check": check})
    for row in record.rows:
        yield _value(record, row)


def _value(record: Record, row: Value) -> Row:
    text = f"  0x{row.place:04x}  {row.name:<18} {row.encoding:<10} {row.shown}".rstrip()
    fields = {"record": record.name, "name": row.name, "place": row.place, "value": row.value}
    return Row("fram", text, {**fields, "shown": row.shown})


def _dump(cabinet: Cabinet, address: int, size: int) -> Row:
    memory = cabinet.nvram
    if not 0 <= address < len(memory) or not 1 <= size <= _DUMP_MOST:
        raise PromptError(
            f"an address must be 0 to {len(memory) - 1:#06x} and a length 1 to {_DUMP_MOST} bytes"
            f" (got {address:#06x}, {size})"
        )
    data = memory[address : address + size]
    lines = [
        f"  0x{address + at:04x}  {data[at : at + _ROW_BYTES].hex(' ')}"
        for at in range(0, len(data), _ROW_BYTES)
    ]
    return Row("fram", "\n".join(lines), {"place": address, "data": data.hex()})
