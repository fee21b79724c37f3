# SPDX-License-Identifier: MIT
"""
The PAR sheet of a model: its mathematics by exact enumeration, nothing sampled.

Exact ratios are "p/q" in lowest terms, money is cents, and only keys that say so hold floats. For
terms see Harrigan & Dixon (2009), PAR Sheets, Probabilities, and Slot Machine Play.
"""

from __future__ import annotations

from typing import Any

from machines.model import Model, need_cycle
from machines.par_cycle import cycle_sheet


def par_sheet(model: Model) -> dict[str, Any]:
    """Return the PAR sheet of a model; ``cycle_sheet`` describes that of Type B."""
    return cycle_sheet(need_cycle(model, "this sheet needs"))
