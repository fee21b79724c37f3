# SPDX-License-Identifier: MIT
"""Pictures of all that is no machine, for ``benchmarks/contact_sheets.py``: hall, kiosk, wall, tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import felts
import pygame

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from pai_gow_panel import PHASES, PLACE, at_phase
from table_scenes import MOMENTS, SCENES, SEAT
from wall_rig import POTS, seen

from emulator.cabinet import Cabinet
from emulator.hall.hall import Hall
from emulator.hall.stand import MACHINE
from emulator.kiosk.pin import Gate, hide
from emulator.panel.access.plate import AccessPlate
from emulator.panel.access.wishes import Wishes
from emulator.panel.art import paint
from emulator.panel.hall.about import About
from emulator.panel.hall.counter import Counter
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.lobby import Lobby
from emulator.panel.hall.window import draw_hall
from emulator.panel.kiosk.keypad import Keypad
from emulator.panel.kiosk.plates import Plates
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.picture import draw_picture, front_of, stage_of
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.stage import Visitor
from emulator.panel.tables.kit.window import draw_table
from emulator.panel.tables.pai_gow.window import draw_table as draw_pai_gow
from emulator.panel.wall.app import draw_wall
from machines.support.languages import languages, translator

Size = tuple[int, int]
Pictures = Iterator[pygame.Surface]
LANGUAGE = "es"
_MODEL = "cierzo"
_SHEETS = ("galacho", "aneto", "cometa", "bochorno", "mudejar")


def hall(size: Size) -> Pictures:
    """The room, page after page."""
    with Hall.open(seed="00") as opened:
        for page in range(4):
            yield draw_hall(opened, size, LANGUAGE, page=page)


def sheets(size: Size) -> Pictures:
    """What lies over the room: the desk, help, what a machine is, the wall's picture."""
    with Hall.open(seed="00") as opened:
        lobby, screen = Lobby(opened, size, LANGUAGE, TOUCH_PX, wait=True), paint.plain(size)
        kit, machines = lobby.kit, [stand for stand in opened.stands if stand.kind == MACHINE]
        named = [stand for stand in machines if stand.name in _SHEETS]
        front = front_of(Cabinet(_MODEL, seed="00"))
        over = [Counter(kit, opened), Helper(kit, None, "desk"), Helper(kit, front, named[0].letter)]
        named += [stand for stand in opened.stands if stand.kind != MACHINE]
        over += [About(kit, one, lobby._standing(one), lobby._front(one)) for one in named]
        for one in over:
            lobby.lay(one)
            lobby.draw(screen, 0)
            yield screen
        lobby.close()


def kiosk(size: Size) -> Pictures:
    """What stands over a machine in public: toy money, a pause that is due, attendant, keypad, help."""
    say = translator(LANGUAGE, "kiosk")
    cab = Cabinet(_MODEL, seed="00")
    cab.run(ms=5_500)
    machine, plates, gate = draw_picture(cab, size, LANGUAGE), Plates(size, say), Gate(hide("4711"), 3, 30)
    for number in range(4):
        screen = machine.copy()
        plates.toy_money(screen)
        if number == 0:
            plates.pause(screen, 60)
        elif number == 1:
            plates.attendant(screen, say("It cannot write down what it does."))
        elif number == 2:
            pad = Keypad(size, 52, gate, say)
            pad.open(0.0)
            pad.draw(screen, 0.0)
        else:
            plate = AccessPlate(stage_of(cab, size, LANGUAGE), languages())
            plate.draw(screen, Wishes(), LANGUAGE)
        yield screen


def wall(size: Size) -> Pictures:
    """Every link's wall, one of them with a lost line."""
    for kind in POTS:
        yield draw_wall(seen(kind), size, LANGUAGE)
    lost = seen("superjackpot")
    lost.status = "down"
    yield draw_wall(lost, size, LANGUAGE)


def tables(size: Size) -> Pictures:
    """Each game at betting, at chance and at settlement; those that a house alone plays are paid."""
    for game in SCENES:
        for number, moment in enumerate(MOMENTS):
            visitor = Visitor(SEAT, 500, at=(560, 250) if moment == "betting" else None)
            yield draw_table(SCENES[game]()[number], size, seat=SEAT, language=LANGUAGE, visitor=visitor)
    for name in sorted(felts.PAID.keys() - SCENES.keys()):
        yield draw_table(Seen(felts.table_at(felts.PAID[name]), LANGUAGE), size, seat=SEAT, language=LANGUAGE)


def pai_gow(size: Size) -> Pictures:
    """The phases of the Pai Gow table."""
    for phase in PHASES:
        yield draw_pai_gow(at_phase(phase), size, place=PLACE, language=LANGUAGE)


ROOMS: dict[str, Callable[[Size], Pictures]] = {
    "hall": hall,
    "sheets": sheets,
    "kiosk": kiosk,
    "wall": wall,
    "tables": tables,
    "pai_gow": pai_gow,
}
