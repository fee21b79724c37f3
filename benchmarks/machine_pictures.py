# SPDX-License-Identifier: MIT
"""
Takes the pictures of README, docs/machines.md, docs/inside.md and docs/pai_gow.md: machines as they play.

    python benchmarks/machine_pictures.py             # all of them, into docs/machines/, and those beside it
    python benchmarks/machine_pictures.py aneto       # one
    python benchmarks/machine_pictures.py panel       # Cierzo pays, in its room
    python benchmarks/machine_pictures.py pai_gow     # a visitor at place 4 has a hand to set
    python benchmarks/machine_pictures.py inside inside_door    # Cierzo from within
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame

from emulator import Cabinet
from emulator.link.room import Room
from emulator.panel.frame.window import WINDOW, save_picture
from emulator.panel.machine.inside.pane import BESIDE
from emulator.panel.machine.inside.tables import MEMORY
from emulator.panel.machine.picture import draw_picture, pane_of, stage_of
from emulator.panel.tables.pai_gow.window import draw_table
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.pai_gow_session import wait_for
from machines.model import load_model, model_names

FOLDER = Path(__file__).parent.parent / "docs" / "machines"
READY_MS = 5_500
SHOWN = (768, 480)
PANEL, TABLE, INSIDE, DOOR = "panel", "pai_gow", "inside", "inside_door"
# Where the money and the plays end; a picture that is not reached by then is a mistake in its scene.
PLAYS_MAX = 400


def cabinet(model: str, seed: str = "00", **options: object) -> Cabinet:
    """A TEST machine with plenty in the purse, its reels at home."""
    cab = Cabinet(model, seed=seed, purse={200: 90, 100: 90, 50: 10, 20: 10, 10: 10}, **options)  # type: ignore[arg-type]
    cab.run(ms=READY_MS)
    return cab


def pay(cab: Cabinet) -> None:
    """Insert until START is lit."""
    while round(100 * float(cab.display.credits or 0)) < cab.model.price_cents:
        cab.insert(200 if cab.model.price_cents > 100 else 100)
        cab.run(ms=900)
    until(cab, lambda: cab.lamps["start"])


def until(cab: Cabinet, holds: Callable[[], bool], limit_ms: int = 60_000) -> None:
    """Let time pass until something is seen."""
    for _ in range(limit_ms // 20):
        if holds():
            return
        cab.run(ms=20)
    raise SystemExit(f"{cab.model.name}: not seen within {limit_ms} ms: {cab.display}")


def still(cab: Cabinet) -> bool:
    """No reel turns."""
    return not any(reel.moving for reel in cab.reels)


def play(cab: Cabinet) -> None:
    """One play, until its reels stand."""
    pay(cab)
    cab.press("start")
    cab.run(ms=400)
    until(cab, lambda: still(cab) and not cab.coins)
    cab.run(ms=600)


def winning(model: str, least: float, seed: str = "00") -> Cabinet:
    """The first play whose prize is so many euros, with its row lit."""
    cab = cabinet(model, seed)
    return _winning(cab, least)


def _winning(cab: Cabinet, least: float) -> Cabinet:
    before = 0.0
    for _ in range(PLAYS_MAX):
        play(cab)
        now = float(cab.display.prizes or 0)
        if now - before >= least:
            return cab
        before = now
    raise SystemExit(f"{cab.model.name}: no prize of {least} EUR in {PLAYS_MAX} plays")


def first_play(model: str, seed: str) -> Cabinet:
    """The first play of this seed, settled."""
    cab = cabinet(model, seed)
    play(cab)
    return cab


def free_play() -> Cabinet:
    """Mudéjar in a free play that wins."""
    cab = cabinet("mudejar", "61")
    pay(cab)
    cab.press("start")
    until(cab, lambda: {32, 41} <= cab.glass and still(cab) and float(cab.display.prizes) > 30)
    cab.run(ms=200)
    return cab


def picking() -> Cabinet:
    """Aneto asks which of three stars, both pots above it."""
    cab = cabinet("aneto", "e5")
    pay(cab)
    cab.press("start")
    until(cab, lambda: cab.lamps["hold_3"])
    return cab


def gambling() -> Cabinet:
    """Galacho offers a prize of a euro and more for double or nothing."""
    cab = cabinet("galacho")
    for _ in range(PLAYS_MAX):
        play(cab)
        if cab.lamps["double"] and float(cab.display.prizes or 0) >= 1:
            return cab
    raise SystemExit("galacho: no gamble was offered")


def carded() -> Cabinet:
    """Moncayo Club with a card in it, three bars won."""
    cab = cabinet("moncayo_tarjeta", "d8")
    cab.insert_card(3_000)
    until(cab, lambda: cab.lamps["hold_1"])
    cab.press("hold_1")
    until(cab, lambda: cab.lamps["start"])
    cab.press("start")
    cab.run(ms=600)
    until(cab, lambda: still(cab))
    cab.run(ms=800)
    return cab


def linked(model: str, link: str, least: float) -> Cabinet:
    """A machine of a room whose pot has grown, with a prize."""
    room = Room.open(link)
    cabs = [cabinet(model, serial=number) for number in (1, 2, 3)]
    for cab in cabs:
        cab.join(room)
    for _ in range(3):
        for cab in cabs:
            cab.run(ms=1_000)
    return _winning(cabs[0], least)


def light() -> Cabinet:
    """Cometa in its third round: two presses close to the mark, the light on its way."""
    cab = cabinet("cometa")
    pay(cab)
    cab.press("start")
    for late_ms, number in ((792, 1), (640, 2)):
        until(cab, lambda number=number: f"{number} DE 5" in cab.display.message)  # type: ignore[misc]
        cab.run(ms=late_ms)
        cab.press("start")
    until(cab, lambda: "3 DE 5" in cab.display.message)
    cab.run(ms=330)
    return cab


def started(model: str, ms: int) -> Cabinet:
    """A game of skill so long after its start."""
    cab = cabinet(model)
    pay(cab)
    cab.press("start")
    cab.run(ms=ms)
    return cab


def tokens() -> Cabinet:
    """Moncayo for tokens: a prize that was collected lies in the tray."""
    cab = cabinet("moncayo_fichas", "d8")
    play(cab)
    cab.press("collect")
    until(cab, lambda: cab.tray_cents >= 6_000)
    cab.run(ms=1_500)
    return cab


def usual(name: str) -> Cabinet:
    """A scene for whoever has none of his own: a win of some stakes, or a game on its way."""
    model = load_model(name)
    return started(name, 2_000) if model.type == "A" else winning(name, model.price_cents / 20)


# Machines that show more than the usual scene.
SCENES: Mapping[str, Callable[[], Cabinet]] = {
    "cierzo": lambda: winning("cierzo", 3),
    "galacho": gambling,
    "bochorno": lambda: linked("bochorno", "carrusel", 2),
    "monegros": lambda: winning("monegros", 3),
    "moncayo": lambda: first_play("moncayo", "d8"),
    "moncayo_tarjeta": carded,
    "moncayo_fichas": tokens,
    "moncayo_nacional": lambda: winning("moncayo_nacional", 5),
    "mudejar": free_play,
    "aneto": picking,
    "veruela": lambda: linked("veruela", "superjackpot", 12),
    "cometa": light,
    "cometa_nacional": lambda: started("cometa_nacional", 2_150),
    "verbena": lambda: started("verbena", 2_300),
}


def paying() -> Cabinet:
    """Cierzo, no TEST machine, pays what it won: coins lie in the tray. Chance is its own."""
    cab = Cabinet("cierzo", purse={200: 30, 100: 90, 50: 4, 20: 6, 10: 5})
    cab.run(ms=READY_MS)
    _winning(cab, 4)
    cab.press("collect")
    until(cab, lambda: cab.tray_cents >= 900)
    cab.run(ms=60)
    return cab


def table() -> pygame.Surface:
    """Six at the Pai Gow table; the visitor at place 4 has staked 45 EUR and has cards to set."""
    place, game = 4, PaiGowGame(seed="07", people=[4])
    wait_for(game, "bank")
    game.take_bank(place, take=False)
    wait_for(game, "bets")
    game.bet(place, 4_500)
    game.ready(place)
    wait_for(game, "throw")
    game.shake(1_700)
    game.run(ms=3_200)
    game.lift()
    wait_for(game, "set")
    return draw_table(game, (960, 600), place=place)


def inside() -> pygame.Surface:
    """Cierzo pays a prize in coins of 10 cents, because a coin has stuck in the hopper of its euros."""
    cab = cabinet("cierzo")
    cab.remember()
    pane = pane_of(cab, "en", public=False, marks=True)
    pane.show(BESIDE, WINDOW)
    _winning(cab, 2)
    cab.damage("hopper_jam", cents=100)
    cab.press("collect")
    until(cab, lambda: cab.tray_cents >= 110, 120_000)
    assert pane.view is not None
    pane.view.desk.shown = [MEMORY]
    shown = draw_picture(cab, language="en", pane=pane)
    front = pane.machine(shown)
    front.blit(_lighter(front), (0, 0))  # paper would turn pink
    return shown


def door() -> pygame.Surface:
    """The same machine with its main door open, upright."""
    cab = cabinet("cierzo")
    cab.insert(200)
    cab.run(ms=1_500)
    cab.insert(100)
    cab.run(ms=1_500)
    cab.open_door("main")
    cab.run(ms=500)
    size = (540, 960)
    shown = stage_of(cab, size, "en").layout.zones["display"].bottom
    return draw_picture(cab, size, "en").subsurface((0, 0, size[0], shown))


PICTURES: Mapping[str, Callable[[], pygame.Surface]] = {
    PANEL: lambda: _lighter(draw_picture(paying())),
    TABLE: lambda: _lighter(table()),
    INSIDE: inside,
    DOOR: lambda: _lighter(door()),
}


def picture(cab: Cabinet) -> pygame.Surface:
    """
    The whole front, smaller than it is on a screen.

    Five bits a colour: the grain of wood and metal hides the steps, and a file is half as large.
    """
    return _lighter(pygame.transform.smoothscale(draw_picture(cab), SHOWN))


def _lighter(shown: pygame.Surface) -> pygame.Surface:
    pixels = pygame.surfarray.array3d(shown)
    return pygame.surfarray.make_surface(pixels & 0xF8 | pixels >> 5)


def main() -> None:
    """Take the pictures of the machines that are named, of all if none is."""
    known = [*model_names(), *PICTURES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
    names = parser.parse_args().names
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"NAME must be one of {', '.join(known)} (got {', '.join(unknown)})")
    FOLDER.mkdir(exist_ok=True)
    for name in names or known:
        path = (FOLDER.parent if name in PICTURES else FOLDER) / f"{name}.png"
        if name in PICTURES:
            shown = PICTURES[name]()
        else:
            shown = picture(SCENES[name]() if name in SCENES else usual(name))
        save_picture(shown, path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
