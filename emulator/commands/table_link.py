# SPDX-License-Identifier: MIT
"""azar table play --link: a table at the carrousel that it shares with others, and its journal."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import WRONG_USAGE, CommandError, valued
from emulator.commands.table_wanted import Wanted

if TYPE_CHECKING:
    from emulator.link.linked_table import LinkedTable
    from emulator.tables.linked_dealer import LinkedDealer
    from emulator.tables.sitting_journal import SittingRecorder
    from machines.tables.table import Table

HERE = "here"
EXAMPLE = (
    "azar table play poquer-sin-descarte --link 127.0.0.1:7710 --link-key mesa1.key --journal mesa1.jsonl"
)
_SERVE = "azar link serve --link mesas --store mesas.db --key mesas.key"
_OWN_KEY = "azar link key --key mesas.key --machine {0} --out mesa{0}.key"
_DEFINITION = "mesas"
# How long a table without a screen waits for the controller's answers, and any table until it is known.
_PATIENCE_MS, _KNOWN_S = 1_000, 5.0
_LOOK_S, _CONNECT_S, _HEARD_S = 0.02, 3.0, 1.2

_WHY = {
    "": f"it has not answered for {_KNOWN_S:.0f} s",
    "key": "it hangs up on a key that is not this table's",
    "behind": "it knows hands of this table that are in another journal",
    "ahead": "this journal has hands that are in the books of another link",
    "unknown": "its link has no table of this number",
}

LinkTo = Annotated[
    str | None,
    valued(
        "--link",
        "HOST:PORT",
        'The controller of the carrousel of several tables; "here": one for this run, for a TEST table.',
    ),
]
LinkKey = Annotated[Path | None, valued("--link-key", "F", "The table's own key (azar link key).")]
LinkCert = Annotated[
    Path | None, valued("--link-cert", "PEM", "TLS: the controller's certificate, or its signer's.")
]
Serial = Annotated[int | None, typer.Option("--serial", min=1, help="Number of the table in the link; 1.")]


def require_link(wanted: Wanted) -> None:
    """Refuse a carrousel of several tables without the others, and links that are none."""
    from emulator.link.linked_table import RULE
    from emulator.tables.sitting_journal import link_of

    if wanted.link is None:
        goes_on = wanted.resumed and wanted.journal is not None and link_of(wanted.journal)
        if goes_on or wanted.rules.get(RULE) == "linked":
            raise CommandError(
                f"a table whose {RULE} is linked must have --link (got none)", EXAMPLE, status=WRONG_USAGE
            )
        return
    if wanted.rules.setdefault(RULE, "linked") != "linked":
        raise CommandError(
            f"rule {RULE} of a table with --link must be linked (got {wanted.rules[RULE]})",
            status=WRONG_USAGE,
        )
    if wanted.link == HERE:
        if wanted.seed is None or wanted.journal is not None:
            raise CommandError(
                "a link that is forgotten at the end must be of a TEST table without --journal",
                f"--seed 00 makes one; {_SERVE}", status=WRONG_USAGE,
            )  # fmt: skip
        return
    if wanted.link_key is None or wanted.journal is None:
        missing = "--link-key, the file of the table's own key" if wanted.link_key is None else "--journal"
        hint = _OWN_KEY.format(wanted.serial or 1) if wanted.link_key is None else EXAMPLE
        raise CommandError(f"--link needs {missing}", hint, status=WRONG_USAGE)

    if not wanted.resumed and (number := link_of(wanted.journal)):
        raise CommandError(
            f"{wanted.journal}: holds what table {number} has told its link", "--resume goes on with it"
        )


def seated(wanted: Wanted, opened: Table | None) -> tuple[LinkedDealer, SittingRecorder | None]:
    """
    The table at its link, known to the controller, and what writes its journal.

    Args:
        opened: a table at which everybody has sat down; None: it goes on as its journal left it.
    """
    from emulator.link.linked_table import LinkedTable, Past
    from emulator.link.room import Room
    from emulator.tables.linked_dealer import LinkedDealer
    from emulator.tables.sitting_journal import SittingRecorder, link_of, resume

    number = wanted.serial or 1
    if wanted.link == HERE:
        assert opened is not None
        linked = LinkedTable(opened, number)
        linked.join(Room.open(_DEFINITION), own=True)
        return LinkedDealer(linked), None
    assert wanted.link is not None and wanted.link_key is not None and wanted.journal is not None
    if opened is not None:
        with ExitStack() as kept:
            linked = LinkedTable(opened, number, keep=lambda memory: recorder.sync())
            kept.callback(linked.close)
            _call(linked, wanted)  # no journal of a table that nobody knows
            recorder = SittingRecorder.begin(opened, wanted.journal, number)
            kept.pop_all()
        return LinkedDealer(linked), recorder
    number = link_of(wanted.journal)
    if wanted.serial not in (None, number):
        raise CommandError(
            f"--serial of {wanted.journal} must be {number} (got {wanted.serial})", status=WRONG_USAGE
        )
    past = Past(number)
    table, recorder = resume(wanted.journal, wanted.game, past.heard)
    with ExitStack() as kept:
        kept.callback(recorder.close)
        linked = LinkedTable(table, number, past.port.save(), lambda memory: recorder.sync())
        kept.callback(linked.close)
        _call(linked, wanted)
        kept.pop_all()
    return LinkedDealer(linked), recorder


def told(dealer: object) -> dict[str, str | int]:
    """What a table has told its link and was paid of it, if it has one."""
    from emulator.tables.linked_dealer import LinkedDealer

    if not isinstance(dealer, LinkedDealer):
        return {}
    port = dealer.linked.port
    sums = {"link_plays": port.next_seq - 1, "link_won_cents": port.won_cents}
    return {"link": port.status, **sums, "link_staked_cents": port.staked_mc // 1000}


def _call(linked: LinkedTable, wanted: Wanted) -> None:
    """Join the controller; CommandError, and what to do, unless it is there and knows the table."""
    from emulator.link.own_key import read_own_key, trust

    address, number = wanted.link or "", linked.port.machine
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise CommandError(f"--link must be HOST:PORT or {HERE} (got {address})", EXAMPLE, status=WRONG_USAGE)
    assert wanted.link_key is not None
    key, tls = read_own_key(wanted.link_key), trust(wanted.link_cert)
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_S).close()
    except OSError as error:
        raise CommandError(
            f"{address}: no controller of a carrousel is there: {error.strerror or error}", _SERVE
        ) from None
    linked.call(address, key, tls, wait_ms=_PATIENCE_MS if wanted.patient else 0)
    until = time.monotonic() + _KNOWN_S
    while linked.port.status != "up" and time.monotonic() < until:
        linked.hear(0)
        if linked.port.status == "refused" or linked.key_refused:
            break
        time.sleep(_LOOK_S)
    if linked.port.status != "up":
        said = "key" if linked.key_refused else linked.port.why
        why = _WHY.get(said, said)
        raise CommandError(
            f"{address}: the controller does not take table {number}: {why}", _OWN_KEY.format(number)
        )


def listen(dealer: object) -> None:
    """Let a linked table tell what it has told last, and hear what is in the pot then."""
    from emulator.tables.linked_dealer import LinkedDealer

    until = time.monotonic() + _HEARD_S
    while isinstance(dealer, LinkedDealer) and dealer.linked.port.status == "up" and time.monotonic() < until:
        dealer.linked.hear(0)
        time.sleep(_LOOK_S)
