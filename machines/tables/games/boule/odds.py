# SPDX-License-Identifier: MIT
"""Exact figures of boule: one of nine pockets decides, and 5 has no simple bet."""

from machines.tables.pocket_odds import figures

__all__ = ["figures"]
