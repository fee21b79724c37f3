# SPDX-License-Identifier: MIT
"""Campaigns: one pocket decides every bet."""

from machines.tables.pocket_campaign import open_counter

__all__ = ["open_counter"]
