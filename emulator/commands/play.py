# SPDX-License-Identifier: MIT
"""azar play: a machine on its front panel, or without a screen."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    MachineName,
    ProfileName,
    Seed,
    VariantName,
    facts,
    flag,
    print_json,
    print_table,
    say,
    valued,
)
from emulator.commands.firmware import (
    Breaks,
    ConsoleName,
    CoverageTo,
    FirmwareFolder,
    Looker,
    Looking,
    RuntimeName,
    TrustFirmware,
    WithDebugpy,
    WithPdb,
    console_at,
    looked_at,
    tell_fault,
)
from emulator.commands.play_by_hand import by_hand
from emulator.commands.play_film import Asked, At, Fps, FromMs, Record, Shots, Size, ToMs, shots_of
from emulator.commands.play_panel import (
    named,
    on_panel,
    require_inside,
    require_watchable,
    tell_kept,
    without_link,
)
from emulator.commands.play_result import Picture, counted, meters, warn
from emulator.commands.play_visit import Show, found_of, visited
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from emulator.records.session import Wanted

EXAMPLE = """\
azar play cierzo --headless --script visit --seed 00 --journal visit.jsonl
azar play cierzo --headless --plays 100 --seed 00
azar play --watch my_machine --seed 00"""

# A visit that ships, and the TEST machine that shows it where there is no screen to play on.
VISIT = "visit"
VISIT_SEED = "00"

NO_SCREEN_HINT = "set DISPLAY or WAYLAND_DISPLAY, or leave --kiosk out; --headless plays without a screen"
SCRIPT_HINT = '--headless --script FILE plays it without a screen; "visit" is a script that ships'

_DRIVERS = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}

Headless = Annotated[bool, flag("--headless", "Without a screen; plays --script.")]
ScriptName = Annotated[
    str | None,
    valued(
        "--script",
        "FILE",
        'Timed inputs and expectations; "visit" ships. Needs no screen.',
        autocompletion=complete.scripts,
    ),
]
Plays = Annotated[
    int | None, valued("--plays", "N", "So many plays with coins and buttons; needs no screen.", min=1)
]
VisitorName = Annotated[
    str | None,
    valued("--visitor", "FILE", "With --plays: who plays, a file of visitors; adults unless given."),
]
JournalPath = Annotated[Path | None, valued("--journal", "FILE", "Write the journal here, for azar replay.")]
NvramPath = Annotated[
    Path | None, valued("--nvram", "FILE", "Keep the machine here, not in your data folder.")
]
Fresh = Annotated[bool, flag("--fresh", "Commission a new machine.")]
Serial = Annotated[int | None, valued("--serial", "N", "Which of your machines.", min=1)]
Kiosk = Annotated[bool, flag("--kiosk", "Full screen with an attract loop; a key chord leaves.")]
Language = Annotated[
    LanguageName,
    typer.Option(
        "--lang",
        help="Language of the panel, the message line too; key L changes it. ca, eu and gl are unreviewed.",
    ),
]
Screenshot = Annotated[
    Path | None, valued("--screenshot", "FILE", "Save a picture of the panel, without a screen.")
]
Access = Annotated[
    str, valued("--access", "WORDS", "Help on the panel: large,contrast,still,captions, parted by commas.")
]
Scan = Annotated[
    int | None, valued("--scan", "MS", "A ring goes from control to control; enter or a joystick presses.")
]
Speak = Annotated[
    str, valued("--speak", "COMMAND", 'Say what happens by this command, such as "espeak-ng -v es".')
]
PublicKey = Annotated[Path | None, valued("--key", "PUB", "The public key that must have signed the ROM.")]
InsideShown = Annotated[
    bool, flag("--inside", "With the maintenance view: every part and every value of the inside, live.")
]
Watch = Annotated[
    bool, flag("--watch", "Follow the model's files: the front changes with them. For TEST machines.")
]

LinkTo = Annotated[
    str | None,
    valued(
        "--link",
        "HOST:PORT",
        'The controller of the pots that it shares; "here": one for this run, for a TEST machine.',
    ),
]
LinkKey = Annotated[Path | None, valued("--link-key", "F", "The machine's own key (azar link key).")]
LinkCert = Annotated[
    Path | None, valued("--link-cert", "PEM", "TLS: the controller's certificate, or its signer's.")
]


def play(
    model: MachineName = "cierzo",
    headless: Headless = False,
    script: ScriptName = None,
    plays: Plays = None,
    visitor: VisitorName = None,
    journal: JournalPath = None,
    seed: Seed = None,
    nvram: NvramPath = None,
    fresh: Fresh = False,
    serial: Serial = None,
    kiosk: Kiosk = False,
    language: Language = DEFAULT_LANGUAGE,
    profile: ProfileName = None,
    variant: VariantName = None,
    runtime: RuntimeName = None,
    firmware: FirmwareFolder = None,
    trust_firmware: TrustFirmware = False,
    console: ConsoleName = None,
    pdb: WithPdb = False,
    break_: Breaks = None,
    debugpy: WithDebugpy = None,
    coverage: CoverageTo = None,
    screenshot: Screenshot = None,
    inside: InsideShown = False,
    access: Access = "",
    scan: Scan = None,
    speak: Speak = "",
    at: At = None,
    size: Size = None,
    record: Record = None,
    from_: FromMs = None,
    to: ToMs = None,
    fps: Fps = None,
    key: PublicKey = None,
    link: LinkTo = None,
    link_key: LinkKey = None,
    link_cert: LinkCert = None,
    watch: Watch = False,
    as_json: AsJson = False,
) -> None:
    """
    Play a machine on its front panel.

    Your machine is kept between runs; a seed makes a TEST machine whose chance repeats. With --headless,
    --script, --screenshot or --json a machine runs without a screen. A visit that nobody wrote, with these
    or where there is no display, is shown on a TEST machine unless --nvram, --serial or --fresh names yours.
    --plays N goes on as long as that, and holds the meters against the exact figures.

    --watch shows a TEST machine whose front follows the model file and its folder of art while it plays; a
    change of reels, prizes or money starts it anew, and with a mistake the last good front stays.

    Firmware that is not ours runs on genuine MicroPython alone; "azar play x.rom --console -" tells what it
    prints, and at the end what it died of. With --trust-firmware CPython runs it, in pdb or an editor's
    debugger if you like, or with its lines counted.
    """
    from dataclasses import replace

    from emulator.records.session import Wanted

    model = model if variant is None else f"{model}@{variant}"
    shots = shots_of(Asked(screenshot, at, size, record, from_, to, fps), scripted=plays is None)
    patient = bool(headless or script or screenshot or record or as_json or plays)
    if script and plays:
        raise CommandError(
            "script and plays must not both be given", "leave one of them out", status=WRONG_USAGE
        )
    wanted = Wanted(
        model, profile, seed, nvram, fresh, serial, language, journal, key, _ready(runtime), link, link_key,
        link_cert, patient, trust_firmware,
    )  # fmt: skip
    if watch:
        require_watchable(wanted)
    if inside:
        require_inside(kiosk, patient, screenshot is not None)
    _wish(access, scan, speak)
    looking = Looking(pdb, break_, debugpy, coverage)
    with (
        console_at(console, journal, nvram, model) as line,
        looked_at(looking, runtime, as_json=as_json) as looker,
    ):
        wanted = replace(wanted, console=line, firmware=firmware, watch=looker.watch)
        if patient:
            wanted = wanted if script else _visited(wanted)
            if plays is not None:
                by_hand(wanted, plays, visitor, looker, as_json)
                return
            picture = Picture(None if shots.at_ms else screenshot, size=shots.size, inside=inside)
            _without_panel(wanted, script or VISIT, picture, looker, as_json, shots)
        elif has_display() and answers():
            on_panel(wanted, kiosk, watch, inside=inside)
        elif watch:
            raise CommandError("no display: --watch shows the panel", "set DISPLAY or WAYLAND_DISPLAY")
        elif kiosk:
            raise CommandError("no display: a kiosk needs a screen", NO_SCREEN_HINT)
        elif named(wanted):
            raise CommandError("no display: your machine is played on its panel, or by a script", SCRIPT_HINT)
        else:
            _instead_of_panel(wanted, looker)


def _wish(access: str, scan: int | None, speak: str) -> None:
    """What help the panel gives; nothing is imported where none is wanted."""
    if not (access or scan or speak):
        return
    import shlex

    from emulator.panel.access.wishes import WishError, wishes
    from emulator.panel.frame.around import present

    try:
        command = tuple(shlex.split(speak))
    except ValueError as error:
        message = f"--speak must be a command with every quotation closed (got {speak})"
        raise CommandError(message, '--speak "espeak-ng -v es"', status=WRONG_USAGE) from error
    try:
        present().wishes = wishes(access, scan, command)
    except WishError as error:
        raise CommandError(str(error), error.hint, status=WRONG_USAGE) from None


def _ready(runtime: str | None) -> str | None:
    """The runtime asked for, or whichever may run the firmware where MicroPython cannot run."""
    from emulator.vm.choose import MICROPYTHON, require_micropython
    from emulator.vm.errors import VMUnavailableError

    if runtime == MICROPYTHON:
        try:
            require_micropython(say)
        except VMUnavailableError as error:
            say(f"CPython runs our firmware, since genuine MicroPython cannot: {error}")
            return None
    return runtime


def has_display() -> bool:
    """
    Whether a window can be opened, as far as the environment tells.

    On Linux SDL is told to use just what the environment names: left alone it would draw into the void
    when the display does not answer.
    """
    if not sys.platform.startswith("linux") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    drivers = [driver for name, driver in _DRIVERS.items() if os.environ.get(name)]
    if drivers:
        os.environ["SDL_VIDEODRIVER"] = ",".join(drivers)
    return bool(drivers)


def answers() -> bool:
    """Whether the display that the environment names is there."""
    from emulator.panel.frame.window import display_answers

    return display_answers()


def _visited(wanted: Wanted) -> Wanted:
    """The machine of a visit that nobody wrote: a TEST machine, unless one was named."""
    from dataclasses import replace

    return wanted if named(wanted) else replace(wanted, seed=wanted.seed or VISIT_SEED)


def _instead_of_panel(wanted: Wanted, looker: Looker) -> None:
    """The visit that ships, on a TEST machine."""
    wanted = _visited(wanted)
    say("no display: playing a short scripted visit without the panel, on a TEST machine")
    picture = Picture(Path(f"azar-{Path(wanted.model).stem}.png"), asked_for=False)
    _without_panel(wanted, VISIT, picture, looker, as_json=False)


def _without_panel(
    wanted: Wanted,
    name: str,
    picture: Picture,
    looker: Looker,
    as_json: bool,
    shots: Shots | None = None,
) -> None:
    shots = shots or Shots()
    from emulator.records.session import open_session
    from emulator.scenario import script as scripts
    from emulator.scenario import visit

    script = None if name in visit.shipped() else scripts.load(name)
    with told_to_end() as ending, open_session(wanted) as session:
        warn(session)
        script = script or visit.load(name, session.cabinet.model)
        without_link(session.cabinet, wanted, visited=name == VISIT)
        picture.begin(session.cabinet, wanted.language)
        show = Show(picture, shots, wanted.language, as_json)
        result = visited(session.cabinet, script, show, going=ending.going)
        found = found_of(session, result, show) | counted(looker)
    if ending.told:
        with contextlib.suppress(OSError):  # after SIGHUP nobody may be there to read it
            tell_kept(session)
            if as_json:
                print_json(found)
        return
    tell_fault(found["last_fault"])
    if not result.held:
        failed = sum(not step.held for step in result.steps)
        message = f"{failed} of {len(result.steps)} steps of {script.path} did not hold"
        hint = "azar play --help" if session.journal is None else f"azar replay {session.journal}"
        raise CommandError(message, hint, details=found)
    if as_json:
        print_json(found)
    else:
        print_table(facts(None, meters(found)))
        for name, paths in (
            ("journal", [found["journal"]]),
            ("screenshot", found["screenshots"]),
            ("film", [found["film"]]),
        ):
            for path in filter(None, paths):
                print(f"{name}: {path}")
