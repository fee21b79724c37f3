# SPDX-License-Identifier: MIT
"""A small editor: the client's side of the Debug Adapter Protocol, as much as a test of breakpoints asks."""

from __future__ import annotations

import itertools
import json
import socket
import time
from typing import Any

# Source: https://microsoft.github.io/debug-adapter-protocol/specification
_PATIENCE_S = 60.0


class Editor:
    """One session over a socket of the loopback."""

    def __init__(self, port: int) -> None:
        self._numbers = itertools.count(1)
        self._kept: list[dict[str, Any]] = []
        end_s = time.monotonic() + _PATIENCE_S
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_S)
                break
            except OSError:
                if time.monotonic() > end_s:
                    raise
                time.sleep(0.05)
        self._stream = self._socket.makefile("rb")

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._socket.close()

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request; return its number."""
        number = next(self._numbers)
        body = json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments})
        self._socket.sendall(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        return number

    def ask(self, command: str, **arguments: Any) -> Any:
        """The body of the answer to a request, which must have succeeded."""
        answer = self.answer(self.send(command, **arguments))
        return answer.get("body", {})

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to the request of that number."""
        found = self._wait(lambda told: told.get("request_seq") == number)
        assert found["success"], found
        return found

    def event(self, name: str) -> dict[str, Any]:
        """The body of the next event of that name."""
        body: dict[str, Any] = self._wait(lambda told: told.get("event") == name).get("body", {})
        return body

    def _wait(self, wanted: Any) -> dict[str, Any]:
        for at, told in enumerate(self._kept):
            if wanted(told):
                return self._kept.pop(at)
        while True:
            told = self._read()
            if wanted(told):
                return told
            self._kept.append(told)

    def _read(self) -> dict[str, Any]:
        size = 0
        while (line := self._stream.readline().strip()) or not size:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        told: dict[str, Any] = json.loads(self._stream.read(size))
        return told
