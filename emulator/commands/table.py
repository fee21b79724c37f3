# SPDX-License-Identifier: MIT
"""azar table: the table games of the decrees' catalogue."""

from __future__ import annotations

from emulator.commands.groups import group, verb
from emulator.commands.table_play import play

EXAMPLE = "azar table play french-roulette"

table = group("Table games: wheels, dice and cards. No real money is involved.", EXAMPLE)
verb(table, "azar table play french-roulette --people 4")(play)
