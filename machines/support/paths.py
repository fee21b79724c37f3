# SPDX-License-Identifier: MIT
"""Paths that come as text out of files and arguments."""

from __future__ import annotations

import errno
from pathlib import Path


def file_path(name: str | Path) -> Path:
    """
    The path that a text names.

    Raises:
        OSError: it holds a NUL character, which no file system takes. Python would say so by a ValueError
            at some later call.
    """
    text = str(name)
    if "\0" in text:
        raise OSError(errno.EINVAL, "a path must hold no NUL character", text.replace("\0", "\\0"))
    return Path(name)
