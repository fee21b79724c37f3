# SPDX-License-Identifier: MIT
"""
Holds the journals of linked tables against the audited books of their link, to the cent.

    found = audit(store)
    hold(found, [Path("mesa1.jsonl"), Path("mesa2.jsonl")])
    found.sound
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from emulator.link.audit import Findings
from emulator.link.linked_table import Past
from emulator.tables.sitting_journal import link_of, replay_sitting

_MC = 1000


def hold(found: Findings, sittings: Iterable[Path]) -> None:
    """
    Do every move of the tables again and compare what they told and were paid; differences are problems.

    Where the journals of all tables that have told anything are given, the accounts ``link`` of the tables
    add up to the pot, but for coins that are not told yet and awards that are not taken.

    Raises:
        SittingJournalError: a journal is damaged, or of no linked table.
    """
    books = {row["number"]: row for row in found.machines}
    seen: set[int] = set()
    at_tables_mc = 0
    for path in sittings:
        number = link_of(path)
        if number not in books or number in seen:
            found.wrong(f"{path}: table must be one of the link's, and each once (got {number})")
            continue
        seen.add(number)
        past, row = Past(number), books[number]
        money = replay_sitting(path, heard=past.heard).table.state["money"]
        port = past.port
        untold = [play for play in port.outbox if play.seq > row["seq"]]
        untold_mc = sum(play.stake_mc for play in untold)
        at_tables_mc += int(money.get("link", 0)) * _MC - untold_mc
        # An award is settled at the link after the table has kept it: until then the link knows of one less.
        for name, here, least, most in (
            ("plays", port.next_seq - 1 - len(untold), row["seq"], row["seq"]),
            ("staked_mc", port.staked_mc - untold_mc, row["staked_mc"], row["staked_mc"]),
            ("awards", port.award, row["settled_award"], row["award"]),
            ("won_cents", port.won_cents, row["settled_cents"], row["won_cents"]),
        ):
            if not least <= here <= most:
                allowed = least if least == most else f"{least} to {most}"
                found.wrong(f"{path}: {name} of table {number} must be {allowed} (got {here})")
        at_tables_mc += (port.won_cents - row["won_cents"]) * _MC
    if seen >= {number for number, row in books.items() if row["seq"]}:
        pot_mc = sum(pot.value_mc + pot.reserve_mc for pot in found.pots)
        if at_tables_mc != pot_mc:
            found.wrong(f"accounts link of the tables must be the pot, {pot_mc} mc (got {at_tables_mc})")
