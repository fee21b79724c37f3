# SPDX-License-Identifier: MIT
"""
Makes the films of the documentation, each the same whenever it is made.

    python benchmarks/film.py readme                  # docs/cierzo.gif: coin in, play, prize, coins fall
    python benchmarks/film.py readme -o try.mp4       # into another file, with sound
    python benchmarks/film.py cierzo -o cierzo.mp4    # any machine: its visit, with sound

The film of the README shows Cierzo without the word TEST that the panel writes over a machine whose chance is
known: it shows what the machine looks like, and nobody is paid by it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulator import Cabinet
from emulator.panel.film.film import Film, Span
from emulator.panel.machine.registry import read_front
from emulator.scenario import script, visit
from machines.model import load_model, model_names

README = "readme"
OUTPUT = Path(__file__).parent.parent / "docs" / "cierzo.gif"
README_BYTES_MAX = 3_000_000
# Upright, as the machine stands, drawn large and brought down.
UPRIGHT = (1080, 1920)
_PURSE = {200: 5, 100: 10, 50: 10, 20: 10, 10: 10}


class Look(NamedTuple):
    """How a film is drawn."""

    size: tuple[int, int]
    shown: tuple[int, int]
    fps: int


README_LOOK = Look(UPRIGHT, (342, 608), 12)
MACHINE_LOOK = Look((1280, 800), (1280, 800), 30)


class Chance(NamedTuple):
    """A seed whose play pays soon, and when that is seen."""

    seed: str
    plays: int


def likely(least_cents: int, plays_most: int, seeds: int) -> Chance:
    """The first seed whose visitor wins so much within so many plays."""
    for number in range(seeds):
        seed = f"{number:02x}"
        cab = _ready(seed)
        for play in range(1, plays_most + 1):
            _play(cab, cab.run_us)
            if _prizes_cents(cab) >= least_cents:
                return Chance(seed, play)
    raise SystemExit(f"no seed of {seeds} wins {least_cents} cents in {plays_most} plays")


def _ready(seed: str) -> Cabinet:
    cab = Cabinet("cierzo", seed=seed, purse=dict(_PURSE))
    cab.run(ms=5_500)
    return cab


def _prizes_cents(cab: Cabinet) -> int:
    return round(100 * float(cab.display.prizes or 0))


def _until(cab: Cabinet, run_us: Callable[[int], None], holds: Callable[[], bool], most_ms: int) -> None:
    for _ in range(most_ms // 20):
        if holds():
            return
        run_us(20_000)


def _play(cab: Cabinet, run_us: Callable[[int], None]) -> None:
    """A coin where there is no credit, and one play until it is settled."""
    if not cab.lamps["start"]:
        cab.insert(100)
        _until(cab, run_us, lambda: cab.lamps["start"], 5_000)
        run_us(500_000)
    cab.press("start")
    run_us(400_000)
    _until(cab, run_us, lambda: not any(reel.moving for reel in cab.reels), 9_000)
    run_us(900_000)


def film_readme(path: Path) -> int:
    """Nobody, a coin, a play, its prize, and the coins that fall."""
    chance = likely(200, 1, 160)
    cab = _ready(chance.seed)
    front = read_front(cab.model, cab.serial, False)
    span = Span(0, None, README_LOOK.fps if path.suffix == ".gif" else MACHINE_LOOK.fps)
    look = README_LOOK
    with Film(cab, path, look.size, "es", span, front=front, shown=look.shown) as film:
        run_us = film.camera.pass_us
        run_us(700_000)
        for _ in range(chance.plays):
            _play(cab, run_us)
        run_us(900_000)
        cab.press("collect")
        _until(cab, run_us, lambda: bool(cab.tray) and not cab.coins, 9_000)
        run_us(1_600_000)
        film.finish()
    return film.pictures


def film_machine(name: str, path: Path) -> int:
    """The visit that ships."""
    model = load_model(name)
    cab = Cabinet(name, seed="00")
    if model.link is not None:
        from emulator.link.room import Room

        cab.join(Room.beside(name), own=True)
    with Film(cab, path, MACHINE_LOOK.size, "es", Span(0, None, MACHINE_LOOK.fps)) as film:
        script.run(visit.load("visit", model), cab, run_us=film.camera.pass_us)
        film.finish()
    return film.pictures


def main() -> None:
    """Make one film."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=[README, *model_names()])
    parser.add_argument("-o", "--output", type=Path, metavar="F", help="the film, .gif or .mp4")
    wanted = parser.parse_args()
    if wanted.output is None and wanted.what != README:
        parser.error("--output must be given but for the README's")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    path = wanted.output or OUTPUT
    pictures = film_readme(path) if wanted.what == README else film_machine(wanted.what, path)
    size = path.stat().st_size
    print(f"{path.name}: {pictures} pictures, {size:,} bytes")
    if path == OUTPUT and size > README_BYTES_MAX:
        raise SystemExit(f"{path.name} must be {README_BYTES_MAX:,} bytes or less")


if __name__ == "__main__":
    main()
