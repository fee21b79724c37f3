# SPDX-License-Identifier: MIT
"""
Memory that was let go, handed back to the system: glibc keeps what lies below the last block in use.

    keep_one_heap()          # once, before any thread starts
    ...
    give_back()              # at a quiet moment, behind much that was let go
"""

from __future__ import annotations

import contextlib
import ctypes
import gc

_M_ARENA_MAX = -8  # malloc.h of glibc


def keep_one_heap() -> bool:
    """
    Let every thread that starts from now on take its memory from the one heap of the process.

    glibc gives each thread a heap of its own, and ``malloc_trim`` shortens none but the first: the free
    end of all others stays, 10 to 30 MB where a thread has drawn a machine. Of a process that draws for
    days this is most of what its memory rises by.

    Returns:
        Whether the C library does so; one without ``mallopt`` (musl, macOS, Windows) goes on as it did.

    Source: mallopt(3), M_ARENA_MAX; glibc, malloc/malloc.c, ``mtrim``.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1))
    return False


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
