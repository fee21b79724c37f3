# SPDX-License-Identifier: MIT
"""The kinds of places that a hall has: a row here, and one in ``emulator/panel/hall/inner.py``."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.hall import machines, tables
from emulator.hall.transfers import Kind

KINDS: Mapping[str, Kind] = {machines.KIND: machines.Machines(), tables.KIND: tables.Tables()}
