# SPDX-License-Identifier: MIT
"""azar hall: the room with every machine, and the audit of its money."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    Seed,
    euro,
    flag,
    print_json,
    print_table,
    say,
    table,
    valued,
)
from emulator.commands.screen_size import screen_size
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE

EXAMPLE = """\
azar hall
azar hall cierzo moncayo --seed 00 --screenshot hall.png
azar hall --wheel boule --wheel french-roulette
azar hall audit"""

AUDIT = "audit"

Models = Annotated[
    list[str] | None,
    typer.Argument(metavar="[MODEL]...", help="What stands in it; all that ships unless given.",
                   autocompletion=complete.models),
]  # fmt: skip
Kiosk = Annotated[bool, flag("--kiosk", "Full screen; a key chord leaves.")]
Wheels = Annotated[
    list[str] | None,
    valued("--wheel", "GAME", "An electronic wheel draws for this table game of the hall (docs/wheel.md)."),
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the hall.")]
Screenshot = Annotated[
    Path | None, valued("--screenshot", "FILE", "Save a picture of the room, without a screen.")
]
Size = Annotated[str, valued("--size", "WxH", "Of the picture, in pixels.")]


def hall(
    models: Models = None,
    wheel: Wheels = None,
    kiosk: Kiosk = False,
    language: Language = DEFAULT_LANGUAGE,
    seed: Seed = None,
    screenshot: Screenshot = None,
    size: Size = "1280x800",
    as_json: AsJson = False,
) -> None:
    """
    Enter the hall, a room with every machine and one purse.

    You walk from one machine to the next. Machines are your own and are kept, and so is your purse. A seed
    makes a TEST hall, which is gone at the end. All money is toy money.

    "azar hall audit" opens no room: it brings back what was left at a machine when the hall was broken off,
    and holds the books of the hall against those of every machine.
    """
    if models == [AUDIT]:
        _audit(as_json)
        return
    if as_json:
        raise CommandError("--json must come with audit", "azar hall audit --json", status=WRONG_USAGE)
    if screenshot is not None:
        from emulator.hall.hall import Hall
        from emulator.panel.hall.window import save_hall

        wanted = screen_size(size, "azar hall --screenshot hall.png --size 1920x1080")
        with Hall.open(models or (), seed=seed, language=language, wheels=wheel or ()) as found:
            save_hall(found, screenshot, wanted, language)
        return
    if (reason := why_not()) is not None:
        raise CommandError(reason, "azar hall --screenshot FILE draws the room without one")
    enter(models or (), kiosk=kiosk, language=language, seed=seed, wheels=wheel or ())


def why_not() -> str | None:
    """Why no hall can be opened here, in a line; None: it can."""
    from emulator.commands.play import answers, has_display

    if not has_display():
        return "no display: the hall needs a screen (set DISPLAY or WAYLAND_DISPLAY)"
    return None if answers() else "no display: the one that the environment names does not answer"


def enter(
    models: Sequence[str] = (),
    *,
    kiosk: bool = False,
    language: str = DEFAULT_LANGUAGE,
    seed: str | None = None,
    wheels: Sequence[str] = (),
) -> None:
    """Open the hall and show it until the visitor leaves, or a signal ends it."""
    from emulator.hall.hall import Hall
    from emulator.panel.hall.window import run_hall

    with told_to_end() as ending, Hall.open(models, seed=seed, language=language, wheels=wheels) as found:
        run_hall(found, kiosk=kiosk, language=language, going=ending.going)
    with contextlib.suppress(OSError):  # after SIGHUP nobody may be there to read it
        say("your purse and your machines are kept" if seed is None else "the TEST hall is gone")


def _audit(as_json: bool) -> None:
    """Hold the books of the hall against all machines'; exit status 1 where they differ."""
    from emulator.hall.audit import audit
    from emulator.hall.hall import Hall
    from emulator.hall.ledger import own_ledger

    path = own_ledger()
    if not path.is_file():
        raise CommandError(f"{path}: no hall is kept there yet", "azar hall opens one")
    Hall.open().close()  # ends what was broken off
    found = audit(path)
    if as_json:
        print_json(found.as_json())
    else:
        shown = table(None, "place", ">brought", ">carried", ">its own brought", ">its own carried", "")
        for row in found.rows:
            own = ("gone", "gone")
            if row.own_brought_cents is not None and row.own_carried_cents is not None:
                own = (euro(row.own_brought_cents), euro(row.own_carried_cents))
            mark = row.problem or "the same"
            shown.add_row(row.place, euro(row.brought_cents), euro(row.carried_cents), *own, mark)
        print_table(shown)
        books = found.books
        print(f"given {euro(books.given_cents)}, back at the desk {euro(books.returned_cents)}")
        card = found.as_json()["card_cents"]
        pocket = euro(books.pocket.cents) + (f", {euro(card)} of it on the house card" if card else "")
        print(f"in the pocket {pocket}; every coin is in one place" if found.sound else "")
    if not found.sound:
        hint = "keep the files: azar inspect FILE shows what a machine has"
        raise CommandError("\n".join(found.problems), hint, details=found.as_json())
