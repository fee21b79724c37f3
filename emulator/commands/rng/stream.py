# SPDX-License-Identifier: MIT
"""azar rng stream: the keystream as raw bytes, which anybody can audit."""

from __future__ import annotations

import contextlib
import itertools
import sys
from typing import Annotated

import typer

from emulator.commands.console import Seed
from emulator.commands.rng.output import key_of, reader_may_leave, require_no_terminal, write

_BUFFER_BYTES = 1 << 22  # large beside what two threads take to hand a buffer over
_PIPE_BYTES = 1 << 20  # as much as any user may have: the reader is busy while the next bytes are made

Bytes = Annotated[
    int | None, typer.Option("--bytes", min=0, help="How many; without it no end until the reader leaves.")
]


def stream(bytes_: Bytes = None, seed: Seed = None) -> None:
    """
    Write the keystream as raw bytes.

    It is ChaCha20, stream 0 from block 0, which anybody can audit. Standard output must be a file or a pipe.
    Without a seed a fresh key is used and told.
    """
    from concurrent.futures import ThreadPoolExecutor

    import cext

    require_no_terminal()
    key = key_of(seed)
    buffers = [memoryview(bytearray(_BUFFER_BYTES)) for _ in range(2)]
    pieces = itertools.count() if bytes_ is None else range(-(-bytes_ // _BUFFER_BYTES))

    def fill(number: int) -> memoryview:
        left = _BUFFER_BYTES if bytes_ is None else min(_BUFFER_BYTES, bytes_ - number * _BUFFER_BYTES)
        piece = buffers[number % 2][:left]
        cext.fill_keystream(key, 0, number * (_BUFFER_BYTES // 64), piece)
        return piece

    _widen_pipe()  # one buffer goes out while another thread fills the other
    with reader_may_leave(endless=bytes_ is None), ThreadPoolExecutor(1) as pool:
        coming = None
        for number in pieces:
            ready, coming = coming, pool.submit(fill, number)
            if ready is not None:
                write(ready.result())
        if coming is not None:
            write(coming.result())


def _widen_pipe() -> None:
    """Ask for a larger pipe where the system has such; a file or a smaller pipe does as well."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError, ValueError):
            fcntl.fcntl(sys.stdout.buffer.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
