# SPDX-License-Identifier: MIT
"""Parameters of which some are tried by default and all in the long run: mutants that need a compiler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, names: Iterable[str]) -> list[Any]:
    """The names in their order; all but one in ``every`` of them are of the long run."""
    return [
        name if number % every == 0 else pytest.param(name, marks=pytest.mark.long)
        for number, name in enumerate(names)
    ]
