# SPDX-License-Identifier: MIT
"""Machines of chance hold every check; its mutants are in ``tests/mutants/core_chance.toml``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chance_checks
import pytest

import cext


@pytest.mark.parametrize("check", chance_checks.CHECKS, ids=lambda check: check.__name__)
def test_machines_of_chance_hold(check: Callable[[Any], None]) -> None:
    check(cext)
