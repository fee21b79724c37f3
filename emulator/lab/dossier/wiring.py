# SPDX-License-Identifier: MIT
"""The electrical system out of the pin table of the ROM: which line goes to which device."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from emulator.lab.dossier.block import Break, Column, Document, Heading, Para, Picture, Table
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.drawing import ACCENT, PAPER, SHADE, THIN, Drawing
from emulator.lab.dossier.filing import Filing
from emulator.lab.dossier.signing import signature
from emulator.panel.machine.facade import Facade
from machines.support.plain import Json, read_json

_WIDTH_MM = 170
_PITCH_MM = 3.7
_BOX_LETTERS, _BOX_MM = 27, 37.5
_INPUT = 0
BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve")


class Line(NamedTuple):
    """A line of the table."""

    name: str
    pin: int
    way: int
    """0 into the chip, 1 out of it."""
    low: bool
    """Asserted while low."""
    rest: bool
    """Asserted while nobody drives it."""
    device: str
    fitted: bool
    """Whether this machine has the device."""


class Part(NamedTuple):
    """A part on the bus."""

    address: int
    label: str


class Wiring(NamedTuple):
    """The lines of the chip and of its expander, and what is on the bus."""

    chip: tuple[Line, ...]
    expander: tuple[Line, ...]
    bus: tuple[Part, ...]
    bus_number: int
    bus_hz: int


def wiring_of(case: Case, facade: Facade) -> Wiring:
    """The wiring that the ROM's pin table says; the front tells which buttons there are."""
    table: Json = read_json(case.sample.rom.box.parts["pins.json"])
    lines = [
        tuple(
            Line(name, pin, way, bool(low), bool(rest), *_device(case, name, facade.labels))
            for name, pin, way, low, rest in table[part]
        )
        for part in ("pins", "expander")
    ]
    return Wiring(lines[0], lines[1], tuple(_bus(case, table)), table["i2c_bus"], table["i2c_hz"])


def _device(case: Case, name: str, labels: Mapping[str, str]) -> tuple[str, bool]:
    """The device that a line goes to, and whether this machine has it."""
    say, model = case.say, case.model
    first, _, rest = name.partition("_")
    parallel = model.mechanisms == "parallel"
    hoppers = {str(hopper.cents) for hopper in model.hoppers}
    value = rest.partition("_")[0]
    coins = {str(cents) for cents in model.coins_cents}
    if first in ("button", "lamp") and rest in BUTTONS:
        label = labels.get(rest, rest)
        number = (
            f" {rest[-1]}" if rest.startswith("hold") and labels.get(rest) == labels.get("hold_2") else ""
        )
        what = say("Pulsador", "Button") if first == "button" else say("Lámpara", "Lamp")
        return f"{what} «{label}{number}»", rest in labels
    if first in ("coin", "inhibit"):
        return say("Selector de monedas", "Coin acceptor"), parallel and value in coins
    if first == "hopper":
        euros = case.money(int(value))
        return say(f"Pagador de {euros}", f"Hopper of {euros}"), parallel and value in hoppers
    if first == "optic":
        drums = len(model.motor_steps)
        return say(f"Óptica del rodillo {rest}", f"Optic of reel {rest}"), bool(drums and int(rest) <= drums)
    if first == "note":
        return say("Billetero", "Note acceptor"), bool(model.note_cents)
    if first == "ticket":
        return say("Dispensador de tiques", "Ticket dispenser"), model.tickets is not None
    if first == "uart":
        return say("Bus ccTalk", "ccTalk bus"), not parallel
    plain = {
        "diverter": (say("Desviador de monedas", "Coin diverter"), bool(coins)),
        "i2c_sda": (say("Bus I2C", "I2C bus"), True),
        "i2c_scl": (say("Bus I2C", "I2C bus"), True),
        "expander_int": (say("Expansor MCP23017", "MCP23017 expander"), True),
        "lamp_tower": (say("Luz superior", "Tower light"), True),
        "lamp_accept": (say("Luz de moneda aceptada", "Light of accepted coins"), bool(coins)),
        "door_main": (say("Puerta principal", "Main door"), True),
        "door_box": (say("Puerta de la caja", "Cash box door"), True),
        "door_logic": (say("Puerta de la zona de lógica", "Door of the logic area"), True),
        "key_operator": (say("Llave del operador", "Operator key"), True),
        "key_service": (say("Llave de servicio", "Service key"), True),
        "supply": (say("Aviso de la alimentación", "Warning of the supply"), True),
        "battery": (say("Aviso de la batería", "Warning of the battery"), True),
        "buzzer": (say("Zumbador", "Buzzer"), True),
    }
    if first == "meter":
        return say("Contadores electromecánicos", "Electromechanical meters"), True
    return plain.get(name, (name, True))


def _bus(case: Case, table: Json) -> Iterable[Part]:
    say, model, at = case.say, case.model, table["addresses"]
    yield Part(at["expander"], say("Expansor MCP23017: 16 líneas", "MCP23017 expander: 16 lines"))
    if model.motor_steps:
        yield Part(
            at["reels"], say("Controlador de los motores de los rodillos", "Controller of the reel motors")
        )
    elif model.strips:
        yield Part(at["screen"], say("Pantalla de los rodillos", "Reel screen"))
    yield Part(at["message"], say("Línea de mensajes, 32 caracteres", "Message line, 32 characters"))
    yield Part(at["fram"], say("FRAM 32 KiB: memoria no volátil", "FRAM 32 KiB: non-volatile memory"))
    from machines.firmware import pins

    if model.sealed:
        yield Part(
            pins.COUNTER_ADDRESS,
            say("Contador precintado de jugadas y premios", "Sealed counter of plays and prizes"),
        )
    if model.link is not None:
        yield Part(pins.LINK_ADDRESS, say("Tarjeta de interconexión", "Link card"))
    if model.card_name is not None:
        yield Part(pins.CARD_ADDRESS, say("Lector de tarjetas de la casa", "Reader of house cards"))
    yield Part(at["counters"], say("HT16K33: contadores a la vista", "HT16K33: counters of the display"))
    yield Part(at["glass"], say("HT16K33: lámparas del cristal", "HT16K33: lamps behind the glass"))


def board_drawing(case: Filing, wiring: Wiring) -> bytes:
    """The board between its devices: inputs at the left, outputs at the right."""
    height = _height(wiring.chip)
    sheet = Drawing(_WIDTH_MM, height + 2)
    _chip(sheet, case.say("PLACA · RP2350B", "BOARD · RP2350B"), wiring.chip, "GPIO", 1, height)
    return sheet.svg(case.say("Conexiones de la placa", "Wiring of the board"))


def bus_drawing(case: Case, wiring: Wiring) -> bytes:
    """The expander between its devices, and the parts on the bus below."""
    height = _height(wiring.expander)
    sheet = Drawing(_WIDTH_MM, height + 12 + len(wiring.bus) * 5.8)
    _chip(sheet, case.say("EXPANSOR · MCP23017", "EXPANDER · MCP23017"), wiring.expander, "P", 1, height)
    _draw_bus(sheet, case, wiring, height + 4)
    return sheet.svg(case.say("Conexiones del expansor y del bus", "Wiring of expander and bus"))


def _height(lines: tuple[Line, ...]) -> float:
    return 8 + max(_side_mm(lines, 0), _side_mm(lines, 1))


def _side_mm(lines: tuple[Line, ...], way: int) -> float:
    groups = _groups(lines, way)
    return sum(len(group) * _PITCH_MM + 1.8 for _, group in groups)


def _groups(lines: tuple[Line, ...], way: int) -> list[tuple[str, list[Line]]]:
    """The fitted lines of one direction by their device, in the order of the table."""
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if line.way == way and line.fitted:
            groups.setdefault(line.device, []).append(line)
    return list(groups.items())


def _chip(
    sheet: Drawing, title: str, lines: tuple[Line, ...], prefix: str, top: float, height: float
) -> None:
    left, width = 64.0, 42.0
    sheet.box(left, top, width, height, fill=SHADE, weight=0.5)
    sheet.text(left + width / 2, top + 4.4, title, size=2.5, anchor="middle", weight=700)
    for way in (0, 1):
        y = top + 7
        for device, group in _groups(lines, way):
            tall = len(group) * _PITCH_MM
            box = 1.0 if way == _INPUT else _WIDTH_MM - _BOX_MM - 1
            sheet.box(box, y, _BOX_MM, tall, fill=PAPER, weight=0.3)
            for row, words in enumerate(_lines_of(device, len(group))):
                sheet.text(box + 1.5, y + 2.6 + row * 3.1, words, size=2.35, weight=600)
            for at, line in enumerate(group):
                _wire(sheet, line, prefix, way, y + at * _PITCH_MM + _PITCH_MM / 2, left, width)
            y += tall + 1.8


def _lines_of(device: str, rows: int) -> list[str]:
    """The name of a device in lines of its box."""
    if len(device) <= _BOX_LETTERS or rows == 1:
        return [device]
    middle = device.rfind(" ", 0, _BOX_LETTERS)
    return [device[:middle], device[middle + 1 :]]


def _wire(sheet: Drawing, line: Line, prefix: str, way: int, y: float, left: float, width: float) -> None:
    """One line with its name, its pin, and a ring where low means asserted."""
    edge = _BOX_MM + 1
    start, end = (edge, left) if way == _INPUT else (left + width, _WIDTH_MM - edge)
    sheet.line(start, y, end, y, stroke=THIN, weight=0.25)
    ring = left - 0.7 if way == _INPUT else left + width + 0.7
    if line.low:
        sheet.circle(ring, y, 0.7, fill=PAPER, stroke=ACCENT)
    sheet.text((start + end) / 2, y - 0.5, line.name, size=2.15, anchor="middle", mono=True)
    inside, anchor = (left + 1.2, "start") if way == _INPUT else (left + width - 1.2, "end")
    sheet.text(inside, y + 0.7, f"{prefix} {line.pin}", size=2.3, anchor=anchor, mono=True)


def _draw_bus(sheet: Drawing, case: Case, wiring: Wiring, top: float) -> None:
    """The parts on the bus, one under the other."""
    words = case.say(
        "Bus I2C {}, {} kHz: SDA GPIO 2, SCL GPIO 3", "I2C bus {}, {} kHz: SDA GPIO 2, SCL GPIO 3"
    )
    lines = {line.name: line.pin for line in wiring.chip}
    words = words.replace("GPIO 2,", f"GPIO {lines['i2c_sda']},").replace(
        "GPIO 3", f"GPIO {lines['i2c_scl']}"
    )
    sheet.text(1, top + 3, words.format(wiring.bus_number, wiring.bus_hz // 1000), size=2.6, weight=700)
    x, y = 20.0, top + 6
    sheet.line(x, y, x, y + len(wiring.bus) * 5.8 - 1.5, stroke=ACCENT, weight=0.7)
    for part in wiring.bus:
        sheet.line(x, y + 2.4, x + 12, y + 2.4, stroke=ACCENT, weight=0.35)
        sheet.text(x + 6, y + 1.8, f"0x{part.address:02X}", size=2.3, anchor="middle", mono=True)
        sheet.box(x + 12, y, 96, 4.8, fill=PAPER, weight=0.3)
        sheet.text(x + 14, y + 3.3, part.label, size=2.6, weight=600)
        y += 5.8


def wiring_document(case: Case, wiring: Wiring, files: tuple[str, str]) -> Document:
    """The document of the electrical system."""
    say = case.say
    return Document(
        say("05_sistema_electrico", "05_electrical_system"),
        say(
            "Sistema eléctrico",
            "Electrical system",
        ),
        say("Art. 16 RD 2110/1998", "RD 2110/1998 art. 16"),
        (
            Para(
                say(
                    "El esquema y las tablas proceden de la tabla de pines que la memoria de juego contiene "
                    "(pins.json). Un anillo indica una línea activa a nivel bajo. Las entradas están a la "
                    "izquierda "
                    "y las salidas a la derecha; no se dibujan las líneas libres de este modelo.",
                    "Drawing and tables come from the pin table in the game memory (pins.json). A ring "
                    "marks a "
                    "line that is asserted low. Inputs are at the left, outputs at the right; lines that "
                    "this "
                    "model leaves free are not drawn.",
                )
            ),
            Picture(files[0], say("Conexiones de la placa.", "Wiring of the board."), _WIDTH_MM),
            Break(),
            Heading(say("Expansor y bus I2C", "Expander and I2C bus")),
            Picture(
                files[1], say("Conexiones del expansor y del bus.", "Wiring of expander and bus."), _WIDTH_MM
            ),
            Break(),
            Heading(say("Líneas del microcontrolador", "Lines of the chip")),
            line_table(case, "GPIO", wiring.chip),
            Heading(say("Líneas del expansor (bus I2C)", "Lines of the expander (I2C bus)")),
            line_table(case, "Pin", wiring.expander),
            Heading(say("Aparatos del bus I2C", "Parts on the I2C bus")),
            Table(
                (
                    Column(say("Dirección", "Address"), share=1, mono=True),
                    Column(say("Aparato", "Part"), share=5),
                ),
                tuple((f"0x{part.address:02X}", part.label) for part in wiring.bus),
                say(
                    f"Bus {wiring.bus_number}, {wiring.bus_hz // 1000} kHz.",
                    f"Bus {wiring.bus_number}, {wiring.bus_hz // 1000} kHz.",
                ),
            ),
            signature(case),
        ),
    )


def line_table(case: Filing, title: str, lines: tuple[Line, ...]) -> Table:
    """Lines with their direction, level and device."""
    say = case.say
    columns = (
        Column(title, True, 2),
        Column(say("Línea", "Line"), share=5, mono=True),
        Column(say("Sentido", "Way"), share=3),
        Column(say("Activa", "Asserted"), share=3),
        Column(say("En reposo", "At rest"), share=3),
        Column(say("Aparato", "Device"), share=9),
    )
    rows = tuple(
        (
            str(line.pin),
            line.name,
            say("entrada", "in") if line.way == _INPUT else say("salida", "out"),
            say("nivel bajo", "low") if line.low else say("nivel alto", "high"),
            say("activa", "asserted") if line.rest else say("inactiva", "idle"),
            line.device if line.fitted else say(f"{line.device}: libre", f"{line.device}: free"),
        )
        for line in lines
    )
    return Table(columns, rows)
