# SPDX-License-Identifier: MIT
"""
The socket at which a running kiosk answers ``azar kiosk status``: it connects, and reads one JSON object.

    with Answering(kiosk.socket, news.told):
        ...
    ask(kiosk.socket)["state"]
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from emulator.support.closing import Closing
from emulator.support.errors import HintedError
from machines.support.plain import Json, read_json

_PATIENCE_S = 3.0
_CHUNK = 1 << 16


class StatusError(HintedError):
    """No kiosk answers there."""


class Answering(Closing):
    """
    Answers everybody who connects, from a thread of its own; only its own user can.

    Raises:
        OSError: the socket cannot be made.
    """

    def __init__(self, path: Path, told: Callable[[], Json]) -> None:
        self._path = path
        self._told = told
        path.unlink(missing_ok=True)  # of a kiosk that was killed; the lock says that none is here
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            with _short(path) as name:
                self._socket.bind(name)
        except OSError:
            self._socket.close()
            raise
        finally:
            os.umask(before)
        self._socket.listen(4)
        threading.Thread(target=self._answer, name="azar-status", daemon=True).start()

    def close(self) -> None:
        """Answer nobody any more."""
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _answer(self) -> None:
        while True:
            try:
                asking, _ = self._socket.accept()
            except OSError:  # closed
                return
            with asking, contextlib.suppress(OSError):
                asking.settimeout(_PATIENCE_S)
                asking.sendall(json.dumps(self._told()).encode())


def ask(path: Path) -> Json:
    """
    What the kiosk of this socket says.

    Raises:
        StatusError: none answers, or not as a kiosk does.
    """
    hint = "azar kiosk starts one; --config F names the file of another"
    data = b""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking, _short(path) as name:
            asking.settimeout(_PATIENCE_S)
            asking.connect(name)
            while chunk := asking.recv(_CHUNK):
                data += chunk
        found = read_json(data)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise StatusError(f"{path}: no kiosk answers: {why}", hint) from None
    if not isinstance(found, dict):
        raise StatusError(f"{path}: no kiosk answers: it said something else", hint)
    return found


@contextlib.contextmanager
def _short(path: Path) -> Iterator[str]:
    """The name of a socket by way of its folder's descriptor: unix(7) allows 107 bytes of a path."""
    if len(os.fsencode(path)) < 100 or not Path("/proc/self/fd").exists():
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
