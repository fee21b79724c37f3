# SPDX-License-Identifier: MIT
"""
Pai Gow Poker: its dice, its hands, and the table, as the catalogue of games of the Illes Balears has it.

    from machines.tables.games.pai_gow import Table

    table = Table(bytes(32), {1: 100_00, 2: 100_00})
    while table.state.deal < 10:
        table.act(table.next_move())

Source: Orden of 30 December 2005, as amended, number 16. docs/pai_gow.md has the readings and the odds.
"""

from machines.tables.games.pai_gow.audience import ONLOOKER, heard
from machines.tables.games.pai_gow.hands import (
    Case,
    Prospect,
    Setting,
    best_setting,
    compare,
    house_setting,
    prospects,
)
from machines.tables.games.pai_gow.moves import Choice, Event, Move
from machines.tables.games.pai_gow.readings import Reading, readings
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.table import Table

__all__ = [
    "ONLOOKER", "Case", "Choice", "Event", "Move", "Prospect", "Reading", "Setting", "Table", "TableError",
    "TableRules", "best_setting", "compare", "heard", "house_setting", "prospects", "readings",
]  # fmt: skip
