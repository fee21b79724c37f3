# SPDX-License-Identifier: MIT
"""Where the tests' own files and the project's lie."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
