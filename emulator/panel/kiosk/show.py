# SPDX-License-Identifier: MIT
"""
What a kiosk shows: one machine on its panel, or several in a hall, with their journals, until it is left.

    status = show(kiosk, beats, going, resumed=False)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from emulator.hall import desk
from emulator.hall.hall import Hall, Keeping
from emulator.hall.money import Money
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
from machines.tables.registry import GAMES

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
    settings = kiosk.settings
    guard = Guard(kiosk.folder, settings.journal.least_free_mb * MB)
    state = State([(one.model, one.serial, kiosk.place(one)) for one in settings.machines])
    public = Public(kiosk, beats, guard, going, state)
    files.make_folder(kiosk.journals)
    with around(public):
        _wait_for_room(public)
        if not public.left and going():
            removed = prune(kiosk.journals, settings.journal.keep_mb * MB, ())
            if removed:
                public.log(f"{len(removed)} old journals removed, {removed[-1].name} the last of them")
            alone = len(settings.machines) == 1 and not settings.tables
            run = _one_machine if alone else _hall
            run(kiosk, public, guard, state, resumed)
    return Exit.RENEW if public.renews else Exit.LEFT


def _one_machine(kiosk: Kiosk, public: Public, guard: Guard, state: State, resumed: bool) -> None:
    from emulator.panel.machine.window import run_panel

    with open_session(wanted_of(kiosk, kiosk.settings.machines[0], resumed=resumed)) as session:
        guard.sessions = state.sessions = lambda: [session]
        state.shows = lambda: session.machine.model
        for line in session.warnings:
            public.log(line)
        language = kiosk.settings.languages.first
        run_panel(session.cabinet, kiosk=True, language=language, going=public.told)


def _hall(kiosk: Kiosk, public: Public, guard: Guard, state: State, resumed: bool) -> None:
    from emulator.panel.hall.window import run_hall

    settings = kiosk.settings
    models = [kiosk.model(one) for one in settings.machines] + [GAMES[name] for name in settings.tables]
    language = settings.languages.first
    with Hall.open(models, language=language, keeping=keeping_of(kiosk), wheels=settings.wheels) as hall:

        def running() -> list[Session]:
            return [] if hall.session is None else [hall.session]

        guard.sessions = state.sessions = running
        state.shows = lambda: "hall" if hall.here is None else hall.here.name
        if not resumed:
            hall.new_purse()
        hall.begin_at = hall.was_at if resumed else None
        run_hall(
            hall,
            kiosk=True,
            language=language,
            going=public.told,
            touch_px=public.measured(),
            return_ms=settings.visit.leave_s * 1_000,
            on_idle=hall.new_purse,
        )


def _wait_for_room(public: Public) -> None:
    """Where a disk is full at the start no machine can be opened: say so on the screen until it is not."""
    if not public.troubled():
        return
    with opened(lambda: open_window(in_public=True)):
        public.going()
    public.forget()
    public.busy(public.start_s)


def keeping_of(kiosk: Kiosk) -> Keeping:
    """How the hall of a kiosk is kept: all in its folder."""
    by_name = {kiosk.model(one): one for one in kiosk.settings.machines}
    visit = kiosk.settings.visit
    coins, notes = _counts(visit.purse), _counts(visit.wallet)
    first = Money(
        coins=desk.FIRST.coins if coins is None else coins,
        notes=desk.FIRST.notes if notes is None else notes,
    )

    def wanted(model: str) -> Wanted:
        return wanted_of(kiosk, by_name[model], resumed=False)

    def path_of(model: str) -> Path:
        return kiosk.place(by_name[model])

    return Keeping(kiosk.folder / "hall.jsonl", wanted, path_of, first)


def wanted_of(kiosk: Kiosk, machine: MachineKept, *, resumed: bool) -> Wanted:
    """A machine of a kiosk, with a new journal in segments."""
    place, visit = kiosk.place(machine), kiosk.settings.visit
    return Wanted(
        model=kiosk.model(machine),
        seed=machine.seed,
        nvram=place,
        serial=machine.serial,
        language=kiosk.settings.languages.first,
        journal=new_journal(kiosk.journals, Path(machine.model).stem, machine.serial),
        segment_bytes=kiosk.settings.journal.segment_mb * MB,
        same_visitor=resumed,
        purse=_counts(visit.purse),
        wallet=_counts(visit.wallet),
    )


def _counts(said: dict[str, int] | None) -> dict[int, int] | None:
    return None if said is None else {int(cents): count for cents, count in said.items() if count}
