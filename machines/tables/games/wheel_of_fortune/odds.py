# SPDX-License-Identifier: MIT
"""Exact figures of the wheel of fortune, by its 64 cells: the bet on 40 wins more than it loses."""

from machines.tables.pocket_odds import figures

__all__ = ["figures"]
