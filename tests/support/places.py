# SPDX-License-Identifier: MIT
"""Where the tests' own files and the project's lie."""

from __future__ import annotations

from pathlib import Path

import emulator

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PRODUCT = Path(emulator.__file__).parents[1]
"""Where the packages are imported from: the project itself, or an install of it."""
