# SPDX-License-Identifier: MIT
"""azar play with a screen: the machine on its panel until the visitor leaves, its files followed or not."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from emulator.commands.console import WRONG_USAGE, CommandError, say
from emulator.commands.firmware import tell_fault
from emulator.commands.play_result import warn
from emulator.support.ending import told_to_end

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.watched import Watched
    from emulator.records.session import Session, Wanted
    from machines.model import Model


def named(wanted: Wanted) -> bool:
    """Whether somebody named a machine of record."""
    return wanted.nvram is not None or wanted.serial is not None or wanted.fresh


def require_watchable(wanted: Wanted) -> None:
    """Refuse --watch where no files change, or where the machine must not."""
    from machines.rom.read import is_rom

    if is_rom(wanted.model):
        message, hint = (
            "--watch needs a model file: a ROM is sealed",
            "azar play --watch my_machine --seed 00",
        )
        raise CommandError(message, hint, status=WRONG_USAGE)
    if wanted.seed is None or named(wanted):
        message = "--watch needs a TEST machine: one of record keeps the program that it was sealed with"
        raise CommandError(message, f"azar play --watch {wanted.model} --seed 00", status=WRONG_USAGE)
    if wanted.patient or wanted.journal is not None:
        message = (
            "--watch shows the panel and writes no journal of its own: each new machine would begin it anew"
        )
        hint = "leave --headless, --script, --screenshot, --plays, --json and --journal out"
        raise CommandError(message, hint, status=WRONG_USAGE)


def require_inside(kiosk: bool, patient: bool, screenshot: bool) -> None:
    """Refuse --inside in public, and where there is neither a panel nor a picture."""
    if kiosk:
        message = "--inside needs a panel that is not public: a kiosk shows nobody its inside"
        raise CommandError(message, "leave --kiosk out", status=WRONG_USAGE)
    if patient and not screenshot:
        message = "--inside needs a panel, or a picture without a screen"
        raise CommandError(message, "azar play --inside --screenshot a.png --seed 00", status=WRONG_USAGE)


def on_panel(wanted: Wanted, kiosk: bool, watch: bool, *, inside: bool = False) -> None:
    """Play until the visitor leaves, or a signal ends it."""
    from emulator.panel.machine.follow import Bench
    from emulator.panel.machine.window import run_panel
    from emulator.records.session import open_session

    with told_to_end() as ending, contextlib.ExitStack() as opened:
        session = opened.enter_context(open_session(wanted))

        def begin() -> Cabinet:
            """A machine in the place of the one that ran; the files that it is made of have changed."""
            nonlocal session
            opened.close()
            session = opened.enter_context(open_session(wanted))
            return session.cabinet

        warn(session)
        without_link(session.cabinet, wanted, visited=False)
        bench = Bench(_watched(wanted, session), begin) if watch else None
        run_panel(
            session.cabinet,
            kiosk=kiosk,
            language=wanted.language,
            going=ending.going,
            bench=bench,
            inside=inside,
        )
        opened.close()
        with contextlib.suppress(OSError):  # after SIGHUP nobody may be there to read it
            tell_fault(session.cabinet.last_fault)
            tell_kept(session)


def _watched(wanted: Wanted, session: Session) -> Watched:
    from emulator.panel.machine.watched import Watched
    from machines.model import load_model, model_file

    def load() -> Model:
        return load_model(wanted.model, wanted.profile)

    return Watched(model_file(wanted.model).resolve(), load, session.cabinet.model)


def tell_kept(session: Session) -> None:
    name = f"{session.machine.model} {session.machine.serial}"
    path = session.machine.path
    say(f"{name} was in memory only: nothing of it is kept" if path is None else f"{name} is kept: {path}")


def without_link(cabinet: Cabinet, wanted: Wanted, *, visited: bool) -> None:
    """What is to be done for a linked machine that nobody led a line to: it would take no play."""
    name = cabinet.model.name
    if cabinet.model.link is None or wanted.link is not None:
        return
    if visited and cabinet.test:
        from emulator.link.room import Room  # no machine that stands alone waits for it

        say(f"{name} shares a pot: it is visited on a link of its own, as with --link here")
        cabinet.join(Room.beside(name), own=True)
    else:
        how = "--link HOST:PORT, or --link here for a TEST machine"
        say(f"{name} shares a pot and takes no play alone: {how}")
