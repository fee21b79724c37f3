# SPDX-License-Identifier: MIT
"""
What a line in wall time prints: lines for people, or one JSON object a line for programs.

    told = Told(as_json=True)
    told.ready(desk, "/dev/pts/3", None)       # {"event": "ready", "line": "/dev/pts/3", ...}
"""

from __future__ import annotations

import json
from pathlib import Path

from emulator.cctalk import outcomes
from emulator.cctalk.desk import Desk
from emulator.cctalk.hands import status
from emulator.cctalk.trace import Tracer, row_text
from machines.support.plain import Json, JsonView


class Told:
    """
    Args:
        as_json: objects with ``event``: ready, said, coin, note, fault, line_fault, power, frame, end.
    """

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def listen(self, desk: Desk, *, trace: bool) -> Tracer | None:
        """Print what becomes of coins and notes, and with ``trace`` every packet."""
        desk.told = self._event
        return Tracer(desk, self._frame) if trace else None

    def ready(self, desk: Desk, line: str, link: Path | None) -> None:
        """The line is open."""
        devices = [
            {"kind": one.kind, "address": one.address, "crc": one.crc, "manufacturer": one.manufacturer}
            for one in desk.setup.devices
        ]
        at = {} if link is None else {"link": str(link)}
        if self._as_json:
            self._object(
                {"event": "ready", "line": line, **at, "echo": desk.setup.wire.echo, "devices": devices}
            )
            return
        named = f"{link} -> {line}" if link is not None else line
        self._line(f"ccTalk line for your host: {named}   (9600 8N1; type help and Enter)")
        self._line(
            "   ".join(f"{one['kind']} {one['address']}{' CRC' if one['crc'] else ''}" for one in devices)
        )

    def said(self, text: str) -> None:
        """An answer to hands."""
        if self._as_json:
            self._object({"event": "said", "text": text})
        else:
            self._line(text)

    def end(self, desk: Desk, line: str) -> None:
        """The line is closed."""
        if self._as_json:
            self._object({"event": "end", **status(desk), "line": line, "ran_us": desk.now_us})

    def _event(self, event: Json) -> None:
        if self._as_json:
            self._object(event)
        else:
            self._line(f"{event['t_us'] / 1e6:12.6f}  {outcomes.text(event)}")

    def _frame(self, row: Json) -> None:
        if self._as_json:
            self._object(row)
        else:
            self._line(row_text(row))

    @staticmethod
    def _object(row: JsonView) -> None:
        print(json.dumps(row, ensure_ascii=False), flush=True)

    @staticmethod
    def _line(text: str) -> None:
        print(text, flush=True)
