# SPDX-License-Identifier: MIT
"""What an operator is shown of a link: each pot, each machine and the last hits (GLI checklist 62)."""

from __future__ import annotations

from dataclasses import asdict

import cext
from emulator.link.rules import Definition, read_definition
from emulator.link.state import LinkState
from emulator.link.store import Store
from machines.support.plain import Json

HITS_SHOWN = 25


def figures(store: Store) -> Json:
    """
    All figures of a link, plain values.

    Keys: title; pots, each as of ``pot_figures``; machines, as MachineBooks; open_awards, how many;
    last_hits, the oldest first, as Hit.

    Raises:
        LinkStoreError: the store cannot be read.
    """
    definition, state = read_definition(store.head().definition), store.load()
    return {
        "title": definition.title,
        "pots": pot_figures(definition, state),
        "machines": [asdict(books) for books in state.machines.values()],
        "open_awards": sum(len(awards) for awards in state.open.values()),
        "last_hits": [hit._asdict() for hit in store.last_hits(HITS_SHOWN)],
    }


def pot_figures(definition: Definition, state: LinkState) -> list[Json]:
    """Each pot by name: what it holds, its limits, its increments, and what it has paid."""
    pots = []
    for named, pot, over_mc in zip(definition.pots, state.pots, state.overflow_mc, strict=True):
        view = cext.view_link(pot)
        rules = view.rules
        numbers = {
            name: getattr(view, name) for name in ("value_mc", "reserve_mc", "staked_mc", "contributed_mc")
        }
        limits = {"base_mc": rules.base_mc, "limit_mc": rules.limit_mc}
        parts = {
            "increment": f"{rules.share}/{rules.share_of}",
            "second_increment": f"{rules.reserve}/{rules.reserve_of}",
        }
        paid = {"funded_mc": view.funded_mc, "paid_cents": view.paid_cents, "hits": view.hits}
        pots.append({"name": named.name, **numbers, "overflow_mc": over_mc, **limits, **parts, **paid})
    return pots
