# SPDX-License-Identifier: MIT
"""azar link status, audit and change: the books of a link, and rules that were announced."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from emulator.commands.console import AsJson, CommandError, print_json, print_table, say, table, valued
from emulator.commands.link.options import LinkName, StoreFile, StoreName, database
from machines.support.plain import Json

Sittings = Annotated[
    list[Path] | None,
    valued(
        "--sitting", "FILE", "The journal of a linked table, to be held against the books; again for more."
    ),
]
_SHOWN = ("value_mc", "reserve_mc", "overflow_mc", "base_mc", "limit_mc")

if TYPE_CHECKING:
    from emulator.link.alarms import Alarm
    from emulator.link.audit import Findings


def status(store: StoreName = None, store_file: StoreFile = None, as_json: AsJson = False) -> None:
    """
    Show what each pot holds and has paid, and each machine's books.

    GLI checklist 62 asks for them. A controller may serve the link meanwhile.
    """
    from emulator.link.databases import open_store
    from emulator.link.figures import figures

    with open_store(database("status", store, store_file), reading=True) as opened:
        shown, alarms = figures(opened), opened.alarms()
    if as_json:
        print_json({**shown, "alarms": [alarm._asdict() for alarm in alarms]})
        return
    _show_books(shown["title"], shown["pots"], shown["machines"], shown["open_awards"])
    _show_alarms(alarms)


def _show_books(title: str, pots: list[Json], machines: list[Json], waiting: int) -> None:
    """Two tables for people: the pots, then the machines with the awards that are open."""
    shown = table(
        f"{title}, EUR",
        "pot",
        ">value",
        ">reserve",
        ">overflow",
        ">base",
        ">limit",
        ">paid",
        ">hits",
    )
    for row in pots:
        money = [_euro_mc(row[name]) for name in _SHOWN]
        shown.add_row(row["name"], *money, _euro_mc(row["paid_cents"] * 1_000), str(row["hits"]))
    print_table(shown)
    shown = table(
        f"machines, EUR; {waiting} awards open", ">machine", ">plays", ">staked", ">won", ">settled", "meters"
    )
    for books in machines:
        agreed = {True: "agree", False: "DIFFER", None: "not yet compared"}[books["agreed"]]
        won = tuple(_euro_mc(books[name] * 1_000) for name in ("won_cents", "settled_cents"))
        shown.add_row(str(books["number"]), str(books["seq"]), _euro_mc(books["staked_mc"]), *won, agreed)
    print_table(shown)


def _show_alarms(alarms: list[Alarm]) -> None:
    """What was refused, by kind and machine, the last of each in words; nothing where nothing was."""
    if not alarms:
        return
    from datetime import UTC, datetime

    shown = table("alarms since the link began", "kind", ">machine", ">times", "last at", "what")
    for alarm in alarms:
        last = datetime.fromtimestamp(alarm.last_us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        shown.add_row(alarm.kind, str(alarm.machine or "-"), str(alarm.times), last, alarm.text)
    print_table(shown)


def _euro_mc(millicents: int) -> str:
    """An amount in euro to the millicent, for a column that names the unit."""
    return f"{millicents // 100_000:,}.{millicents % 100_000:05d}"


def audit(
    store: StoreName = None,
    store_file: StoreFile = None,
    sitting: Sittings = None,
    as_json: AsJson = False,
) -> None:
    """
    Audit the books; exit 1 unless all of them follow from the log.

    With --sitting what linked tables have told and were paid must be in the books, too.
    """
    from emulator.link.audit import audit as audited
    from emulator.link.databases import open_store

    with open_store(database("audit", store, store_file), reading=True) as opened:
        found = audited(opened)
    if sitting:
        from emulator.tables.linked_audit import hold

        hold(found, sitting)
    tell(found, as_json)


def tell(found: Findings, as_json: bool, **more: object) -> None:
    facts = asdict(found) | {"awards": len(found.awards), "sound": found.sound} | more
    if found.problems:
        report = "\n".join(f"  {line}" for line in found.problems)
        raise CommandError(
            f"the books do not follow from the log: {len(found.problems)} problems",
            details=facts,
            report=f"{found.title}: the books do not follow from the log\n{report}",
        )
    if as_json:
        print_json(facts)
        return
    shown = table(
        f"{found.title}, EUR", "pot", ">funded", ">contributed", ">paid", ">stands", ">reserve", ">hits"
    )
    for pot in found.pots:
        money = (pot.funded_mc, pot.contributed_mc, pot.paid_mc, pot.value_mc, pot.reserve_mc)
        shown.add_row(pot.name, *(_euro_mc(one) for one in money), str(pot.hits))
    print_table(shown)
    for remark in found.remarks:
        print(f"remark: {remark}")
    lines = f"{found.entries} lines, {found.plays} plays, {found.commits} commits"
    print(f"{lines}: every pot, award and meter follows; {found.open_awards} awards open")


def change(
    link_: LinkName = "carrusel",
    store: StoreName = None,
    store_file: StoreFile = None,
    as_json: AsJson = False,
) -> None:
    """
    Announce the rules of another definition for a link.

    No controller may serve it meanwhile. Each rule holds from when its pot was won, and never for a pot that
    stands (GLI checklist 63).
    """
    from emulator.link.controller import Controller
    from emulator.link.databases import open_store
    from emulator.link.errors import LinkError, LinkStoreError
    from emulator.link.rules import load_definition

    kept = database("change", store, store_file)
    wanted = load_definition(link_)
    with open_store(kept) as opened:
        controller = Controller(opened)
        try:
            changed = controller.announce(wanted)
        except LinkStoreError:
            raise
        except LinkError as error:
            raise CommandError(str(error), "make a new link: azar link serve") from None
        if wanted.bounds != controller.definition.bounds:
            say("what a play costs and how long it takes stays as the link was begun with")
    if as_json:
        print_json({"announced": changed})
    else:
        print(f"announced for when it was won: {', '.join(changed) or 'nothing new'}")
