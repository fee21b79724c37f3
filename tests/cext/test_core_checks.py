# SPDX-License-Identifier: MIT
"""The core holds every check; its mutants are in ``tests/mutants/core.toml``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import core_checks
import pytest

import cext


@pytest.mark.parametrize("check", core_checks.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)
