# SPDX-License-Identifier: MIT
"""PAR sheets: ``par_sheet(load_model("cierzo"))``."""

from machines.par.sheet import par_sheet

__all__ = ["par_sheet"]
