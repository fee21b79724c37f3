# SPDX-License-Identifier: MIT
"""Pai Gow Poker by its short name: ``from machines.pai_gow import Table``."""

from machines.tables.games.pai_gow import *  # noqa: F403
from machines.tables.games.pai_gow import __all__ as __all__
