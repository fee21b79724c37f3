# SPDX-License-Identifier: MIT
"""azar play --plays: plays with coins and buttons, and the books beside what is exactly expected."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from emulator.commands.console import CommandError, facts, print_json, print_table, progress
from emulator.commands.play_panel import without_link
from emulator.commands.play_result import beside, counted, meters, stands, warn
from emulator.support.ending import told_to_end

if TYPE_CHECKING:
    from emulator.commands.firmware import Looker
    from emulator.records.session import Wanted


def by_hand(wanted: Wanted, plays: int, visitor: str | None, looker: Looker, as_json: bool) -> None:
    """
    Plays with coins and buttons, until there are enough, a signal comes or nothing more is taken.

    The same command makes the run of a TEST machine again that no file keeps: a journal, 6 KB a play, is
    written of it only if one was named.
    """
    from emulator.lab.hand_plays import Hand, HandError
    from emulator.lab.hand_result import compared
    from emulator.records.session import open_session
    from machines.types.skill.visitor import DEFAULT, read_visitors

    visitors, stopped = read_visitors(visitor or DEFAULT), None
    repeats = wanted.seed is not None and wanted.nvram is None and wanted.link is None
    wanted = replace(wanted, unwritten=repeats)
    with told_to_end() as ending, open_session(wanted) as session:
        warn(session)
        cabinet = session.cabinet
        without_link(cabinet, wanted, visited=True)
        new = not cabinet.meters.get("book_plays")
        hand = Hand(cabinet, visitors, os.urandom(32).hex() if cabinet.seed is None else cabinet.seed)
        with progress("playing", wanted=not as_json) as at:

            def going(done: int) -> bool:
                at(done, plays)
                return ending.going()

            try:
                hand.play(plays, going)
            except HandError as error:
                stopped = error
        cabinet.settle()
        figures = compared(hand) if new else None
        found = {
            **stands(session),
            "visitors": visitors.title,
            "plays": hand.plays,
            "attended": hand.attended,
            **({} if figures is None else figures.as_dict()),
            **counted(looker),
        }
    if stopped is not None:
        raise CommandError(str(stopped), _hint(wanted), details=found)
    if as_json:
        print_json(found)
        return
    print_table(facts(None, [("plays by hand", f"{hand.plays:,}"), *meters(found)]))
    if figures is not None:
        print_table(beside(figures))


def _hint(wanted: Wanted) -> str:
    """Where somebody sees what a machine that takes nothing more owes; one of a seed alone is in no file."""
    if wanted.nvram is not None:
        return f"azar inspect {wanted.nvram} shows what the machine owes"
    if wanted.seed is None:
        return f"azar inspect {wanted.model} shows what the machine owes"
    return "--nvram FILE keeps the machine of the same run; azar inspect FILE then shows what it owes"
