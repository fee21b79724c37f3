# SPDX-License-Identifier: MIT
"""Cases of a test that are tried every time, and those that are left to the long run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def soon(cases: Iterable[Any], *names: Any) -> list[Any]:
    """All cases in their order; those that are not named, which show the same once more, are ``long``."""
    every = list(cases)
    if missing := [name for name in names if name not in every]:
        raise ValueError(f"no case is called {missing[0]!r}")
    return [case if case in names else spared(case) for case in every]


def spared(case: Any) -> Any:
    """A case for the long run; a tuple has a value for each parameter."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
