# SPDX-License-Identifier: MIT
"""The C compiler that tests need which change the core; a wheel is used, and tested, without one."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest


def compiler() -> str:
    """The command of a C compiler, ``$CC`` or ``cc``; skips the test where there is none."""
    command = os.environ.get("CC", "cc")
    if shutil.which(command) is None:
        pytest.skip(f"needs a C compiler ({command})")
    return command


def python_headers() -> Path:
    """The folder of Python's own headers; skips the test where they are not installed."""
    folder = Path(sysconfig.get_path("include"))
    if not (folder / "Python.h").is_file():
        pytest.skip("needs the headers of Python (python3-dev)")
    return folder
