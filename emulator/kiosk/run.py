# SPDX-License-Identifier: MIT
"""A kiosk from its beginning to its end: locked, watched, answering, and with the right exit status."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from emulator.kiosk.answer import Answering
from emulator.kiosk.logbook import Logbook
from emulator.kiosk.news import News
from emulator.kiosk.notify import Notifier
from emulator.kiosk.page import Page
from emulator.kiosk.reading import Kiosk
from emulator.kiosk.supervisor import Supervisor
from emulator.support import files
from emulator.support.ending import told_to_end
from emulator.support.errors import HintedError

PANEL = "emulator.panel.kiosk"
# Its argument for a process of which others are forked; the number of a socket follows.
STEM = "--stem"


class KioskError(HintedError):
    """A kiosk cannot begin."""


def run_kiosk(kiosk: Kiosk, config: Path | None, command: Sequence[str] | None = None) -> int:
    """
    Watch the panel of a kiosk until it is left (0) or given up (1).

    Args:
        command: shows the machines; the panel unless given.

    Raises:
        KioskError: another process runs this kiosk, or its folder cannot be written.
    """
    with contextlib.ExitStack() as opened:
        _lock(kiosk, opened)
        news = News(kiosk.folder)
        log = opened.enter_context(Logbook(kiosk.health))
        try:
            opened.enter_context(Answering(kiosk.socket, news.told))
        except OSError as error:
            log.say(f"azar kiosk status will get no answer: {kiosk.socket}: {error.strerror or error}")
        _serve(kiosk, news, log, opened)
        ending = opened.enter_context(told_to_end())
        panel = panel_command(config)
        supervisor = Supervisor(
            command or panel,
            kiosk.settings.watch,
            log,
            Notifier(os.environ),
            news,
            stem=[*panel, STEM] if command is None else None,
        )
        status = supervisor.run(ending.going)
        log.health(news.health())
        log.say("ended" if status == 0 else "ended with status 1, for systemd to start it again")
        return status


def panel_command(config: Path | None) -> list[str]:
    """What starts the process that draws, with the same Python."""
    named = [] if config is None else [str(config.resolve())]
    return [sys.executable, "-m", PANEL, *named]


def _lock(kiosk: Kiosk, opened: contextlib.ExitStack) -> None:
    try:
        files.make_folder(kiosk.folder)
        lock = files.Lock(kiosk.folder / "kiosk")
    except OSError as error:
        hint = "name another with the key folder, or let the kiosk's user write there"
        raise KioskError(f"{kiosk.folder} cannot be written: {error.strerror or error}", hint) from None
    if not lock.held:
        hint = f"end it there (kill {lock.holder}), or name another folder in other settings"
        raise KioskError(f"{kiosk.folder}: this kiosk is run by process {lock.holder}", hint)
    opened.callback(lock.release)


def _serve(kiosk: Kiosk, news: News, log: Logbook, opened: contextlib.ExitStack) -> None:
    wanted = kiosk.settings.status
    if not wanted.page:
        return
    try:
        page = opened.enter_context(Page(wanted.page, wanted.hosts, news.told))
    except OSError as error:
        log.say(f"there will be no page at {wanted.page}: {error.strerror or error}")
    else:
        host, port = page.address
        log.say(f"its page is http://{host}:{port}/")
