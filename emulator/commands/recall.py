# SPDX-License-Identifier: MIT
"""azar recall: the last plays of a machine, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    AsJson,
    CommandError,
    LanguageName,
    euro,
    in_money_of,
    print_json,
    progress,
    say,
    valued,
)
from emulator.commands.firmware import FirmwareFolder, TrustFirmware
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.records.recall import Play, Recalled
    from emulator.types.common.recall import Step

EXAMPLE = "azar recall visit.jsonl --plays 3"

Source = Annotated[
    Path, typer.Argument(metavar="JOURNAL|NVRAM", help="A journal, a machine's file, or a dump of its NVRAM.")
]
Plays = Annotated[int, valued("--plays", "N", "How many plays, from the last one back.", min=1)]
Picture = Annotated[
    Path | None, valued("--png", "F", "Draw them into this picture, as the panel showed them.")
]
ModelFile = Annotated[
    str | None, valued("--model", "FILE", "The model or ROM, if the recorded one is not at hand.")
]
ChipKey = Annotated[
    Path | None, valued("--chip-key", "FILE", "The key of its chip, if it does not lie beside NVRAM.")
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the symbols' names.")]


def recall(
    source: Source,
    plays: Plays = 10,
    png: Picture = None,
    model: ModelFile = None,
    chip_key: ChipKey = None,
    firmware: FirmwareFolder = None,
    trust_firmware: TrustFirmware = False,
    language: Language = DEFAULT_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """
    Show the last plays.

    Each with what the reels showed, stake, prize, credits before and after, reels held.

    A journal is run again for it; an NVRAM holds the last sixteen.
    """
    from emulator.records.recall import recall as recall_plays

    with progress("replaying", wanted=not as_json) as at:
        found = recall_plays(
            source,
            plays,
            model=model,
            key=chip_key,
            progress=at,
            firmware=firmware,
            trust_firmware=trust_firmware,
        )
    for warning in found.warnings:
        say(f"warning: {warning}")
    if png is not None:
        _draw(found, png, language)
    if as_json:
        print_json(_as_dict(found, png))
        return
    in_money_of(found.model)
    whose = [found.model.name, *([] if found.serial is None else [str(found.serial)]), *["TEST"] * found.test]
    print(f"{found.source}: {' '.join(whose)}, the last {len(found.plays)} plays")
    for play in found.plays:
        _print(play, found, language)
    if png is not None:
        print(f"\npicture: {png}")


def _as_dict(found: Recalled, png: Path | None) -> Json:
    return {
        "source": found.source,
        "how": found.how,
        "model": found.model.name,
        "serial": found.serial,
        "test": found.test,
        "plays": [play.as_dict() for play in found.plays],
        "png": None if png is None else str(png),
        "warnings": list(found.warnings),
    }


def _draw(found: Recalled, path: Path, language: str) -> None:
    from emulator.panel.machine.recalled import save_recall

    if not found.plays:
        raise CommandError(f"{found.source} holds no play to draw", "leave --png out")
    save_recall(found, path, language)


def _print(play: Play, found: Recalled, language: str) -> None:
    facts = [
        f"play {play.number:,}",
        "double" if play.double else "single",
        f"stake {euro(play.stake_cents)}",
        f"prize {euro(play.prize_cents)}",
        f"credits {_credits(play.credits_before_cents)} to {_credits(play.credits_after_cents)}",
    ]
    if play.points is not None:
        facts[1] = play.game
        facts.insert(2, f"points {play.points}, rounds {play.rounds}")
    if play.held:
        facts.append(f"held {' '.join(str(reel) for reel in play.held)}")
    if play.auto:
        facts.append("started by itself")
    if play.t_us is not None:
        facts.append(f"at {play.t_us // 1000:,} ms")
    print("\n" + ", ".join(facts))
    for number, window in enumerate(play.windows):
        if play.double:
            print(f"  roll {number + 1}: {euro(play.prizes_cents[number])}")
        for line in _lines(window, found, language):
            print(line)
    gambles = play.gambles_won + play.gamble_lost
    if gambles:
        print(f"  gambles {gambles}, the last one {'lost' if play.gamble_lost else 'won'}")
    if play.returned:
        print("  gives back what gambles had lost (B-22)")
    for number, step in enumerate(play.steps[1:], start=2):
        print(_step(number, step))
        for line in _lines(step.window, found, language) if step.kind == "free" else ():
            print(line)


def _step(number: int, step: Step) -> str:
    """A step after the paid turn: what was done, and what it and the play came to."""
    done = {"pick": f"pick {step.choice + 1}", "gamble": f"gamble {step.choice + 1}", "free": "free play"}
    pots = f", pots {euro(step.pots_cents)}" if step.pots_cents else ""
    won = f"{euro(step.prize_cents)}{pots}, in all {euro(step.won_cents)}"
    return f"  step {number}: {done.get(step.kind, step.kind)}, {won}"


def _credits(cents: int | None) -> str:
    return "unknown" if cents is None else euro(cents)


def _lines(window: tuple[tuple[str, ...], ...], found: Recalled, language: str) -> list[str]:
    """A window as text; the row that the first payline reads throughout is marked at both ends."""
    names = {symbol: found.model.symbol_name(symbol, language) for symbol in found.model.symbols}
    width = max(len(name) for name in names.values())
    straight = {line[0] for line in found.model.paylines if len(set(line)) == 1}
    lines = []
    for row, symbols in enumerate(window):
        left, right = (">", "<") if row in straight else (" ", " ")
        cells = "  ".join(f"{names[symbol]:^{width}}" for symbol in symbols)
        lines.append(f"  {left} {cells} {right}".rstrip())
    return lines
