# SPDX-License-Identifier: MIT
"""Memory that was let go, handed back to the system: glibc keeps what lies below the last block in use."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def give_back() -> None:
    """
    Drop what only names itself, and hand all free pages back; some 10 ms, and more with many objects.

    Pictures of one machine after the other would else leave a heap full of holes, a hundred megabytes of it.
    Where the C library has no ``malloc_trim`` (musl, macOS, Windows) its own habits stand.
    """
    gc.collect()
    give_pages_back()


def give_pages_back() -> None:
    """Hand all free pages back: a moment, in which nothing else need wait."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
