# SPDX-License-Identifier: MIT
"""
What a kiosk shows: its machines opened with their journals, on a panel each or in a hall, until it is left.

    status = show(kiosk, beats, going, resumed=False)
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from emulator.kiosk.beats import Beats
from emulator.kiosk.journals import new_journal, prune
from emulator.kiosk.reading import Kiosk
from emulator.kiosk.settings import MachineKept
from emulator.kiosk.supervisor import Exit
from emulator.panel.frame.around import around
from emulator.panel.frame.window import open_window, opened
from emulator.panel.kiosk.guard import Guard
from emulator.panel.kiosk.public import Public
from emulator.panel.kiosk.state import State
from emulator.records.session import Session, Wanted, open_session
from emulator.support import files

MB = 1_000_000


def show(kiosk: Kiosk, beats: Beats | None, going: Callable[[], bool], *, resumed: bool) -> Exit:
    """
    Show the machines until the attendant ends it, ``going`` says no, or it is time for new journals.

    Args:
        resumed: whoever stood there still does.

    Raises:
        PanelError: there is no display.
        EmulatorError: a machine cannot be opened or kept.
    """
    guard, state = Guard(kiosk.folder, kiosk.settings.journal.least_free_mb * MB), State()
    public = Public(kiosk, beats, guard, going, state)
    with around(public), contextlib.ExitStack() as kept:
        _wait_for_room(public, going)
        if public.left or not going():
            return Exit.LEFT
        sessions = [
            kept.enter_context(open_session(_wanted(kiosk, machine, resumed)))
            for machine in kiosk.settings.machines
        ]
        guard.sessions = state.sessions = sessions
        for session in sessions:
            for line in session.warnings:
                public.log(line)
        removed = prune(
            kiosk.journals,
            kiosk.settings.journal.keep_mb * MB,
            [session.journal for session in sessions if session.journal is not None],
        )
        if removed:
            public.log(f"{len(removed)} old journals removed, {removed[-1].name} the last of them")
        _run(kiosk, sessions, state, lambda: going() and not public.left)
    return Exit.RENEW if public.renews else Exit.LEFT


def _run(kiosk: Kiosk, sessions: list[Session], state: State, going: Callable[[], bool]) -> None:
    from emulator.panel.machine.window import run_panel

    cabinet = sessions[0].cabinet
    state.shows = cabinet.model.name
    run_panel(cabinet, kiosk=True, language=kiosk.settings.languages.first, going=going)


def _wait_for_room(public: Public, going: Callable[[], bool]) -> None:
    """Where a disk is full at the start no machine can be opened: say so on the screen until it is not."""
    if not public.troubled():
        return
    with opened(lambda: open_window(in_public=True)):
        public.going()
    public.forget()


def _wanted(kiosk: Kiosk, machine: MachineKept, resumed: bool) -> Wanted:
    place, visit = kiosk.place(machine), kiosk.settings.visit
    model = kiosk.model(machine)
    files.make_folder(kiosk.journals)
    return Wanted(
        model=model,
        seed=machine.seed,
        nvram=place,
        serial=machine.serial,
        language=kiosk.settings.languages.first,
        journal=new_journal(
            kiosk.journals, place.stem.removesuffix(f"-{machine.serial:06d}"), machine.serial
        ),
        segment_bytes=kiosk.settings.journal.segment_mb * MB,
        same_visitor=resumed,
        purse=_coins(visit.purse),
        wallet=_coins(visit.wallet),
    )


def _coins(counts: dict[str, int]) -> dict[int, int] | None:
    return {int(cents): count for cents, count in counts.items()} or None
