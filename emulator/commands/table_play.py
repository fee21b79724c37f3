# SPDX-License-Identifier: MIT
"""azar table play: a table game on the screen, by a script, or by itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    Seed,
    facts,
    flag,
    print_json,
    print_table,
    progress,
    say,
    valued,
)
from emulator.commands.screen_size import screen_size
from emulator.commands.table_link import (
    LinkCert,
    LinkKey,
    LinkTo,
    Serial,
    listen,
    require_link,
    told,
)
from emulator.commands.table_link import seated as seated_at_link
from emulator.commands.table_wanted import Wanted
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.table_game import TableGame

SEATS_MOST = 9
CHIPS_CENTS = 100_000

Game = Annotated[str, typer.Argument(metavar="GAME", help="Its name, as french-roulette.")]
Seats = Annotated[int, typer.Option("--seats", min=1, max=SEATS_MOST, help="Players at the table.")]
People = Annotated[
    str,
    valued("--people", "SEATS", 'Seats of people, as "4" or "2,4"; "" looks on. The house plays the others.'),
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, help="How many rounds --headless plays.")]
Headless = Annotated[bool, flag("--headless", "Without a screen: plays --rounds by itself.")]
ScriptPath = Annotated[Path | None, valued("--script", "FILE", "What people do, in TOML; needs no screen.")]
JournalPath = Annotated[
    Path | None, valued("--journal", "FILE", "Write every move here as it is made, for azar replay.")
]
Resumed = Annotated[
    bool, flag("--resume", "Go on with the sitting of --journal where it stopped, also after a power cut.")
]
Kiosk = Annotated[bool, flag("--kiosk", "Full screen; a key chord leaves.")]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the table.")]
Size = Annotated[str, valued("--size", "WxH", "Of the window or picture, in pixels.")]
Screenshot = Annotated[Path | None, valued("--screenshot", "FILE", "Save a picture, without a screen.")]
Declared = Annotated[
    list[str] | None, valued("--rule", "NAME=VALUE", "What the house declares, as minimum_cents=1000.")
]
Readings = Annotated[
    list[str] | None, valued("--reading", "NAME=VALUE", "Another reading of the text, as prison=b.")
]
ByWheel = Annotated[
    bool,
    flag("--wheel", "An electronic wheel with firmware draws (docs/wheel.md); roulettes, boule, fortune."),
]
At = Annotated[int, valued("--at", "MS", "Of the picture: so long after the table opened.", min=0)]


def play(
    game: Game,
    seats: Seats = 6,
    people: People = "4",
    rounds: Rounds = 3,
    headless: Headless = False,
    script: ScriptPath = None,
    journal: JournalPath = None,
    seed: Seed = None,
    kiosk: Kiosk = False,
    language: Language = DEFAULT_LANGUAGE,
    size: Size = "",
    screenshot: Screenshot = None,
    at: At = 0,
    rule: Declared = None,
    reading: Readings = None,
    resume: Resumed = False,
    wheel: ByWheel = False,
    link: LinkTo = None,
    link_key: LinkKey = None,
    link_cert: LinkCert = None,
    serial: Serial = None,
    as_json: AsJson = False,
) -> None:
    """
    Play a table game: on the screen, by a script, or by itself.

    With --link the carrousel of póquer sin descarte is one over several tables; its controller is "azar link
    serve --link mesas --store mesas.db --key mesas.key". The journal is what the table has told it, and goes
    on with --resume.
    """
    pixels = screen_size(size, f"azar table play {game} --size 1920x1080") if size else None
    wanted = Wanted(
        game, seats, _people(people, seats), rounds, headless, script, journal, seed, kiosk, language,
        pixels, screenshot, at, {name: _value(name, said) for name, said in _pairs(rule)},
        dict(_pairs(reading)), resume, wheel, link, link_key, link_cert, serial,
    )  # fmt: skip
    if game in OWN_PLAY:
        OWN_PLAY[game](wanted, as_json)
        return
    if wheel:
        _require_wheel(game)
    require_link(wanted)
    if resume and journal is None:
        raise CommandError(
            "--resume must have a --journal to go on with (got none)",
            f"azar table play {game} --journal sitting.jsonl --resume",
            status=WRONG_USAGE,
        )
    _play(wanted, as_json)


def _play_pai_gow(wanted: Wanted, as_json: bool) -> None:
    """Pai Gow has a table of its own, with dice in a cup: what this command says is said to it."""
    from emulator.commands.pai_gow import play_session
    from emulator.tables.pai_gow_session import Options

    named = {
        "--resume": wanted.resumed,
        "--reading": wanted.readings,
        "--wheel": wanted.wheel,
        "--at": wanted.at_ms,
        "--link": wanted.link,
    }
    if given := [flag for flag, value in named.items() if value]:
        raise CommandError(
            f"{given[0]} must be of a game with a cloth (got pai-gow)", "azar pai-gow play --help"
        )
    known: dict[str, int | str] = {"way": "casa", "commission_bp": 500}
    if unknown := [name for name in wanted.rules if name not in known]:
        raise CommandError(
            f"a rule of play must be one of {', '.join(known)} (got {unknown[0]})", "azar table rules pai-gow"
        )
    declared = known | wanted.rules
    seats = min(wanted.seats, 6)
    options = Options(
        seats, next(iter(wanted.people), 0), str(declared["way"]), int(declared["commission_bp"]), False,
        wanted.seed, wanted.rounds, wanted.headless, wanted.script, wanted.journal, wanted.kiosk,
        wanted.language, wanted.screenshot,
    )  # fmt: skip
    play_session(options, as_json)


OWN_PLAY: dict[str, Callable[[Wanted, bool], None]] = {"pai-gow": _play_pai_gow}
"""Games whose table on the screen is their own."""


def _pairs(given: list[str] | None) -> list[tuple[str, str]]:
    """Names and values as they are written."""
    pairs = [one.partition("=") for one in given or []]
    if wrong := [name for name, sign, _ in pairs if not sign]:
        raise CommandError(f"a rule or reading must be as NAME=VALUE (got {wrong[0]})", status=WRONG_USAGE)
    return [(name, value) for name, _, value in pairs]


def _value(name: str, said: str) -> int | str:
    """A declared number, or a word; the name of a rule set is a word even if it is a year."""
    return int(said) if said.isdigit() and name != "rule_set" else said


def _people(said: str, seats: int) -> tuple[int, ...]:
    """Seats of people as they are written."""
    named = [part.strip() for part in said.split(",") if part.strip()]
    found = [int(part) for part in named if part.isdecimal() and 1 <= int(part) <= seats]
    if len(found) != len(named):
        message = f'--people must be seats from 1 to {seats}, as "4" or "2,4" (got {said})'
        raise CommandError(message, "azar table play french-roulette --people 2,4", status=WRONG_USAGE)
    return tuple(found)


def _play(wanted: Wanted, as_json: bool) -> None:
    from emulator.commands.play import NO_SCREEN_HINT, answers, has_display
    from emulator.tables.table_session import meters, play_by_itself, read_script, run_script

    steps = read_script(wanted.script) if wanted.script else None
    shown = not wanted.patient and not as_json and has_display() and answers()
    if wanted.kiosk and not wanted.patient and not shown:
        raise CommandError("no display: a kiosk needs a screen", NO_SCREEN_HINT)
    if not wanted.patient and not shown:
        say("no display: the house plays without the screen")
    with told_to_end() as ending, _seated(wanted) as table, progress("rounds", wanted=not as_json) as at:
        if shown:
            _show(wanted, table, ending.going)
            return
        if steps is not None:
            run_script(table, steps, ending.going)
        elif wanted.screenshot is None or wanted.headless:
            table.people = frozenset()
            play_by_itself(table, wanted.rounds, lambda done: at(done, wanted.rounds), ending.going)
        if wanted.screenshot is not None:
            table.run(ms=max(0, wanted.at_ms - table.now_ms))
            _save(wanted, table, wanted.screenshot)
        listen(table.dealer)
        result = {**meters(table), **told(table.dealer)}
    result |= {
        **_wheel_of(table),
        "journal": str(wanted.journal or ""),
        "screenshot": str(wanted.screenshot or ""),
    }
    if as_json:
        print_json(result)
    else:
        print_table(facts(wanted.game, [(name, str(value)) for name, value in result.items() if value != ""]))


def _wheel_of(table: TableGame) -> dict[str, str | int]:
    """What its wheel says and has counted, if it has one."""
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.wheel_chance import WheelChance

    device = table.dealer.table.device if isinstance(table.dealer, EngineDealer) else None
    if not isinstance(device, WheelChance):
        return {}
    return {"wheel": device.wheel.message, **{f"wheel_{name}": n for name, n in device.wheel.meters.items()}}


@contextmanager
def _seated(wanted: Wanted) -> Iterator[TableGame]:
    """The table while it is played at: new, or as its journal left it, which goes on being written."""
    from emulator.tables.engine_dealer import EngineDealer
    from emulator.tables.linked_dealer import LinkedDealer
    from emulator.tables.sitting_journal import SittingRecorder, resume
    from emulator.tables.table_game import TableGame

    recorder: SittingRecorder | None = None
    dealer: EngineDealer
    if wanted.link is not None:
        dealer, recorder = seated_at_link(wanted, None if wanted.resumed else _opened(wanted).table)
    elif wanted.resumed and wanted.journal is not None:
        table, recorder = resume(wanted.journal, wanted.game)
        dealer = EngineDealer.of(table)
    else:
        dealer = _opened(wanted)
        if wanted.journal is not None:
            recorder = SittingRecorder.begin(dealer.table, wanted.journal)
    if wanted.wheel:
        _put_wheel(wanted, dealer)
    try:
        # The house's players have habits of the seed, as the core has its key.
        yield TableGame(dealer, wanted.people, seed=dealer.table.key.hex())
    finally:
        if isinstance(dealer, LinkedDealer):
            dealer.linked.close()
        if recorder is not None:
            recorder.close()


def _require_wheel(game: str) -> None:
    from machines.tables.wheel import wheel_names

    if game not in wheel_names():
        allowed = ", ".join(wheel_names())
        raise CommandError(f"--wheel must be at one of {allowed} (got {game})", status=WRONG_USAGE)


def _put_wheel(wanted: Wanted, dealer: EngineDealer) -> None:
    """
    Let an electronic wheel draw for the table.

    At a sitting that goes on it is another one, whose serial number follows from the draws that stand in the
    journal: no wheel repeats the draws of one before it.
    """
    from emulator.tables.electronic_wheel import ElectronicWheel
    from emulator.tables.wheel_chance import WheelChance

    chance = dealer.table.game.chance_moves
    serial = 1 + sum(move.kind in chance for move in dealer.table.moves)
    made = ElectronicWheel(wanted.game, seed=wanted.seed, serial=serial, language=wanted.language)
    dealer.table.device = WheelChance(made)


def _opened(wanted: Wanted) -> EngineDealer:
    """A new table at which everybody has sat down."""
    from emulator.tables.engine_dealer import EngineDealer

    key = bytes.fromhex(wanted.seed).ljust(32, b"\0") if wanted.seed is not None else os.urandom(32)
    chips = dict.fromkeys(range(1, wanted.seats + 1), CHIPS_CENTS)
    return EngineDealer(wanted.game, key, chips, rules=wanted.rules, readings=wanted.readings)


def _show(wanted: Wanted, table: TableGame, going: Callable[[], bool]) -> None:
    from emulator.panel.tables.kit.seen import Seen
    from emulator.panel.tables.kit.window import run_table

    seen = Seen(table, wanted.language, test=wanted.seed is not None)
    run_table(
        seen, seat=next(iter(wanted.people), 0), language=wanted.language, in_public=wanted.kiosk,
        size=wanted.size, going=going,
    )  # fmt: skip


def _save(wanted: Wanted, table: TableGame, path: Path) -> None:
    from emulator.panel.frame.window import WINDOW
    from emulator.panel.tables.kit.seen import Seen
    from emulator.panel.tables.kit.window import save_table

    seen = Seen(table, wanted.language, test=wanted.seed is not None)
    save_table(seen, path, wanted.size or WINDOW, seat=next(iter(wanted.people), 0), language=wanted.language)
