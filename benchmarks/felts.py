# SPDX-License-Identifier: MIT
"""
Takes the pictures of docs/felts.md: every table game at a moment of a game that the house plays by itself.

    python benchmarks/felts.py                     # all of them, into docs/felts/
    python benchmarks/felts.py boule craps         # some games
    python benchmarks/felts.py --sheets DIR        # instead: each game laid and paid, on four screens

A moment is so long behind words of the croupier, in a game that its seed tells; the picture is WebP, made by
ffmpeg (the extra film).
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NamedTuple

import gallery
import pygame

from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.window import draw_table
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame

FOLDER = Path(__file__).parent.parent / "docs" / "felts"
DRAWN, SHOWN = (1280, 800), (960, 600)
SCREENS = ((1920, 1080), (1080, 1920), (800, 480), (480, 800))
LANGUAGE, SEATS, SEAT, CHIPS_CENTS = "es", 6, 4, 100_000
_STEP_MS, _PATIENCE_MS = 50, 400_000
_PAID_MS = 3_300


class Moment(NamedTuple):
    """
    When a picture is taken.

    Attributes:
        game: by its command name.
        seed: which game; its key is 32 of these bytes.
        words: of the croupier, in Spanish.
        after_ms: behind them, so long.
    """

    game: str
    seed: int
    words: str
    after_ms: int


MOMENTS = {
    "french_roulette": Moment("french-roulette", 1, "4, negro, par, falta", _PAID_MS),
    "american_roulette": Moment("american-roulette", 2, "Hagan sus apuestas", 8_500),
    "craps": Moment("craps", 1, "Ya no va más", 900),
    "punto_y_banca": Moment("punto-y-banca", 2, "Gana banca, 8", _PAID_MS),
    "wheel_of_fortune": Moment("wheel-of-fortune", 2, "2", _PAID_MS),
    "boule": Moment("boule", 1, "3, negro, impar, falta", _PAID_MS),
    "treinta_y_cuarenta": Moment("treinta-y-cuarenta", 14, "Treinta y uno iguales", 700),
    "poquer_tres_cartas": Moment("poquer-tres-cartas", 2, "La banca juega", 1_500),
    "poquer_sin_descarte": Moment("poquer-sin-descarte", 3, "La banca juega", _PAID_MS),
    "black_jack": Moment("black-jack", 1, "No va más", 12_500),
}
PAID = {
    **MOMENTS,
    "american_roulette": Moment("american-roulette", 2, ", ", _PAID_MS),
    "craps": Moment("craps", 1, "Siete, los dados cambian de mano", _PAID_MS - 400),
    "treinta_y_cuarenta": Moment("treinta-y-cuarenta", 1, "rojo e inverso ganan", _PAID_MS),
    "black_jack": Moment("black-jack", 1, "Hagan sus apuestas", -2_500),
}
"""The same games while what has won is paid."""


def table_at(moment: Moment) -> TableGame:
    """The table at a moment."""
    if moment.after_ms >= 0:
        return _run_to(moment, moment.after_ms)[0]
    # Before the words: once to learn when they come, and again up to then.
    _, came_ms = _run_to(moment, 0, skipped_ms=10_000)
    table = _table(moment)
    table.run(ms=came_ms + moment.after_ms)
    return table


def _table(moment: Moment) -> TableGame:
    key = bytes([moment.seed]) * 32
    chips = dict.fromkeys(range(1, SEATS + 1), CHIPS_CENTS)
    return TableGame(EngineDealer(moment.game, key, chips), (), seed=key.hex())


def _run_to(moment: Moment, after_ms: int, skipped_ms: int = 0) -> tuple[TableGame, int]:
    table = _table(moment)
    table.run(ms=skipped_ms)
    while moment.words not in table.words:
        table.run(ms=_STEP_MS)
        if table.now_ms > _PATIENCE_MS:
            raise SystemExit(f"{moment.game}, seed {moment.seed}: nobody says {moment.words!r}")
    came_ms = table.now_ms
    table.run(ms=after_ms)
    return table, came_ms


def take(name: str) -> Path:
    """Take one picture of the page and write it."""
    picture = draw_table(Seen(table_at(MOMENTS[name]), LANGUAGE), DRAWN, seat=SEAT, language=LANGUAGE)
    path = FOLDER / f"{name}.webp"
    gallery.write(pygame.transform.smoothscale(picture, SHOWN), path)
    return path


def sheets(folder: Path, names: list[str]) -> None:
    """Each game with bets laid and with what is paid, as PNG on each screen, for somebody who judges it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        laid = Moment(MOMENTS[name].game, PAID[name].seed, "Hagan sus apuestas", 6_500)
        for kind, moment in (("laid", laid), ("paid", PAID[name])):
            table = table_at(moment)
            for size in SCREENS:
                path = folder / f"{name}_{kind}_{size[0]}x{size[1]}.png"
                pygame.image.save(draw_table(Seen(table, LANGUAGE), size, seat=SEAT, language=LANGUAGE), path)
                print(path.name)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "game", nargs="*", metavar="GAME", choices=[[], *MOMENTS], help=f"of {', '.join(MOMENTS)}"
    )
    parser.add_argument("--sheets", metavar="DIR", type=Path)
    wanted = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy")
    names = wanted.game or [*MOMENTS]
    if wanted.sheets is not None:
        sheets(wanted.sheets, names)
        return
    for name in names:
        path = take(name)
        print(f"{path.name:<28}{path.stat().st_size:>8,} bytes")


if __name__ == "__main__":
    main()
