# SPDX-License-Identifier: MIT
"""What azar rng writes, and with which key: bytes to a reader who may leave, never to a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import typer

from emulator.commands.console import WRONG_USAGE, CommandError, say


def key_of(seed: str | None) -> bytes:
    """The key of a seed, or a fresh one, of which people are told so that they can repeat the run."""
    from emulator.support.seed import KEY_BYTES, seed_key

    if seed is not None:
        return seed_key(seed)
    key = os.urandom(KEY_BYTES)
    say(f"seed {key.hex()}")
    return key


def require_no_terminal() -> None:
    """Refuse to write raw bytes where somebody reads."""
    if sys.stdout.isatty():
        hint = "azar rng stream --bytes 125000 > stream.bin"
        raise CommandError("raw bytes are not for a terminal", hint, status=WRONG_USAGE)


def write(data: memoryview) -> None:
    """Write past Python's own buffer, which would only copy; a pipe may take less than it is given."""
    out: Any = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
    while len(data):
        data = data[out.write(data) :]


@contextlib.contextmanager
def reader_may_leave(*, endless: bool) -> Iterator[None]:
    """Whoever reads something without an end decides when it is enough."""
    try:
        yield
    except BrokenPipeError:
        if not endless:
            raise
        raise typer.Exit(0) from None
