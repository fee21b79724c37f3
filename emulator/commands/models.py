# SPDX-License-Identifier: MIT
"""azar models: what ships."""

from __future__ import annotations

from emulator.commands.console import AsJson, euro, print_json, print_table, table

EXAMPLE = "azar models --json"


def models(as_json: AsJson = False) -> None:
    """
    List the machines that ship: name, type, price, payout, status.

    The list is kept in your cache folder until azar changes; "azar par" always computes.
    """
    from emulator.hall.catalogue import machine_rows

    rows = machine_rows()
    if as_json:
        print_json({"models": rows})
        return
    shown = table(None, "name", "title", "type", ">price", ">payout", "profile", "status")
    for row in rows:
        kind = f"{row['type']} special" if row["special"] else row["type"]
        cells = (row["name"], row["title"], kind, euro(row["price_cents"]))
        payout = "none" if row["rtp_percent"] is None else f"{row['rtp_percent']:.2f} %"
        shown.add_row(*cells, payout, row["profile"], row["status"])
    print_table(shown)
