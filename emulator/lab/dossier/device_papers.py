# SPDX-License-Identifier: MIT
"""The documents of a device's dossier: sheet, electrical system, examination, program, index."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from emulator.lab.dossier.block import (
    Block,
    Break,
    Column,
    Document,
    Facts,
    Heading,
    Para,
    Picture,
    Points,
    Table,
)
from emulator.lab.dossier.device_case import DeviceCase
from emulator.lab.dossier.signing import signature
from emulator.lab.dossier.wiring import Line, Wiring, line_table
from machines.firmware.chance_device import device_pins
from machines.firmware.cup import cup_pins
from machines.firmware.wheel import wheel_pins
from machines.support.plain import Json, JsonView, read_json
from machines.tables.devices import PINS
from machines.tables.wheel import Wheel

_PICTURE_MM, _CHART_MM = 82, 165
_UNITS = ("_ms", "_mm", "_permille")
Drawn = tuple[str, str]
"""A file of the dossier, and its caption."""


def sheet_document(case: DeviceCase, pictures: Sequence[Drawn]) -> Document:
    """What it is, what it counts as a throw, and what it shows in every state."""
    say, sample = case.say, case.sample
    made = sample.sealed.description
    blocks: list[Block] = [
        Heading(say("Identificación", "What it is")),
        Facts(
            (
                (say("Aparato", "Device"), f"{sample.title} ({made.name})"),
                (say("Clase", "Kind"), case.kind),
                (say("Norma", "Text"), sample.law.title),
                (say("Fabricante", "Maker"), case.said("maker", "name")),
                (say("Registro", "Registry"), case.said("maker", "registry")),
                (say("Modelo y serie", "Model and series"),
                 f"{case.said('machine', 'model_number')}, {case.said('machine', 'series')}"),
                (say("Huella que se precinta", "Digest that is sealed"), sample.sealed.box.digest),
            )
        ),
        *_cells(case),
        Heading(say("Qué es una tirada", "What a throw is")),
        Table(
            (Column(say("Dato", "Datum"), share=3, mono=True), Column(say("Valor", "Value"), True, 2)),
            tuple(_numbers(case)),
            say("Nombres de su descripción, device.toml.", "Names of its description, device.toml."),
        ),
        Heading(say("Lo que muestra", "What it shows")),
        *(Picture(file, caption, _PICTURE_MM) for file, caption in pictures),
        signature(case),
    ]  # fmt: skip
    return Document(
        say("01_ficha_y_memoria", "01_sheet_and_memoir"), say("Ficha y memoria", "Sheet and memoir"),
        sample.law.title, tuple(blocks),
    )  # fmt: skip


def _cells(case: DeviceCase) -> tuple[Block, ...]:
    made, say = case.sample.sealed.description, case.say
    if not isinstance(made, Wheel):
        return ()
    around = ", ".join(map(str, made.pockets))
    return Heading(say("Casillas, en su orden", "Pockets, in their order")), Para(
        f"{len(made.pockets)}: {around}"
    )


def _numbers(case: DeviceCase) -> list[tuple[str, str]]:
    """Whole numbers of its description with their unit."""
    found = []
    for name, value in sorted(vars(case.sample.sealed.description).items()):
        if type(value) is int:
            unit = next((end[1:] for end in _UNITS if name.endswith(end)), "")
            found.append((name, f"{case.write.whole(value)} {unit}".strip()))
    return found


def wiring_of_device(case: DeviceCase) -> Wiring:
    """Its lines, each with the part that it goes to, and what is on the bus."""
    rows: list[list[int | str]] = read_json(case.sample.sealed.box.parts[PINS])
    lines = tuple(
        Line(str(name), int(pin), int(way), bool(low), bool(rest), _part(case, str(name)), True)
        for name, pin, way, low, rest in rows
    )
    return Wiring(lines, (), (), device_pins.I2C_BUS, device_pins.I2C_FREQ)


def _part(case: DeviceCase, name: str) -> str:
    say = case.say
    known = {
        "motion": say("Contacto de movimiento", "Contact of motion"),
        "ball_pass": say("Barrera de luz del borde", "Light barrier of the rim"),
        "ball_rest": say("Barrera de luz de las casillas", "Light barrier of the pockets"),
        "tilted": say("Contacto de inclinación", "Contact of a push"),
        "launcher": say("Chorro de aire", "Jet of air"),
        "shaker": say("Motor que agita", "Motor that shakes"),
        "buzzer": say("Zumbador", "Buzzer"),
        "supply": say("Aviso de la alimentación", "Warning of the supply"),
        "door_lid": say("Tapa o cúpula", "Lid or dome"),
        "door_body": say("Cuerpo precintado", "Sealed body"),
        "key_operator": say("Llave del croupier", "Croupier's key"),
        "lamp_ready": say("Luz de listo", "Lamp of ready"),
        "lamp_closed": say("Luz de no va más", "Lamp of no more bets"),
    }
    kind = name.partition("_")[0]
    plain = {"button": say("Pulsador", "Button"), "i2c": say("Bus I2C", "I2C bus")}
    return known.get(name) or plain.get(kind, name)


def wiring_paper(case: DeviceCase, wiring: Wiring, drawing: str) -> Document:
    """The board between its parts, its lines and its bus."""
    say = case.say
    shows = (
        (cup_pins.DICE_ADDRESS, say("tres dados", "three dice"))
        if case.sample.type == "cup"
        else (wheel_pins.POCKET_ADDRESS, say("luces de las casillas", "lamps of the pockets"))
    )
    bus = (
        (device_pins.FRAM_ADDRESS, say("memoria FRAM", "FRAM memory")),
        (device_pins.MESSAGE_ADDRESS, say("rótulo", "message line")),
        shows,
    )
    blocks: tuple[Block, ...] = (
        Picture(drawing, say("La placa entre sus partes", "The board between its parts"), _CHART_MM),
        Heading(say("Líneas", "Lines")),
        line_table(case, "GPIO", wiring.chip),
        Heading(f"I2C {wiring.bus_number}, {wiring.bus_hz // 1000} kHz"),
        Facts(tuple((f"0x{address:02X}", what) for address, what in bus)),
        signature(case),
    )
    return Document(
        say("02_sistema_electrico", "02_electrical_system"),
        say("Sistema eléctrico", "Electrical system"),
        say("Tabla de líneas sellada", "Sealed table of lines"), blocks,
    )  # fmt: skip


def examination_document(case: DeviceCase, shown: JsonView, charts: Sequence[Drawn], folder: str) -> Document:
    """
    The rows D-01 to D-20, each with its article, grade, figures and evidence.

    Args:
        shown: the view of the report (``report/view.py``).
        charts: drawn of the evidence.
        folder: of the whole examination.
    """
    say = case.say
    rows: list[Json] = sorted(
        (row for area in shown["areas"] for row in area["rows"]), key=lambda row: str(row["id"])
    )
    blocks: list[Block] = [
        Heading(say("Dictamen", "Verdict")),
        Para(f"{shown['verdict']['word']}. {shown['verdict']['sentence']}"),
        Facts(
            (
                (say("Código del informe", "Code of the report"), shown["code"]),
                (say("Huella de la evidencia", "Digest of the evidence"), shown["evidence_sha256"]),
                (say("Se repite con", "Done again by"), f"azar lab verify {folder}"),
            )
        ),
        Para(shown["statistics"], small=True),
        Heading(say("Las veinte filas", "The twenty rows")),
        Table(
            (
                Column(say("Fila", "Row"), share=2),
                Column(say("Materia", "Topic"), share=6),
                Column(say("Artículo", "Article"), share=6),
                Column(say("Resultado", "Grade"), share=4),
            ),
            tuple((row["id"], row["topic"], row["article"], row["word"]) for row in rows),
        ),
        Break(),
    ]
    for row in rows:
        blocks += _row(case, row, folder)
    if charts:
        blocks.append(Heading(say("Gráficos", "Charts")))
        blocks += [Picture(file, caption, _CHART_MM) for file, caption in charts]
    blocks.append(signature(case))
    return Document(
        say("03_examen", "03_examination"), say("Examen, fila por fila", "Examination, row by row"),
        case.sample.law.title, tuple(blocks),
    )  # fmt: skip


def _row(case: DeviceCase, row: JsonView, folder: str) -> list[Block]:
    say = case.say
    blocks: list[Block] = [
        Heading(f"{row['id']} · {row['topic']} · {row['word']}"),
        Para(f"{row['article']}: {row['text']}"),
    ]
    if row["reason"]:
        blocks.append(Para(row["reason"]))
    for finding in row["findings"]:
        blocks.append(Para(finding["said"]))
        if finding["figures"]:
            blocks.append(
                Table(
                    (
                        Column(say("Cifra", "Figure"), share=8),
                        Column(say("Hallado", "Found"), True, 4),
                        Column(say("Límite", "Limit"), True, 4),
                    ),
                    tuple((one["name"], one["found"], one["limit"]) for one in finding["figures"]),
                )
            )
        files = [f"{folder}/{name}" for name in finding["files"]]
        if files:
            blocks.append(Points(tuple(files)))
    return blocks


def program_document(case: DeviceCase, rom: str) -> Document:
    """The sealed program and the digest of every part."""
    say, sample = case.say, case.sample
    made = sample.sealed.rom()
    columns = (
        Column(say("Parte", "Part"), share=5, mono=True),
        Column("Bytes", True, 2),
        Column("SHA-256", share=12, mono=True),
    )
    blocks: tuple[Block, ...] = (
        Heading(say("Identificación", "What it is")),
        Facts(
            (
                (say("Archivo", "File"), rom),
                (say("SHA-256 del archivo", "SHA-256 of the file"), hashlib.sha256(sample.data).hexdigest()),
                (say("Huella que se precinta", "Digest that is sealed"), sample.sealed.box.digest),
                (say("Programa", "Program"), made.firmware_digest),
                (say("Tabla de juego", "Packed tables"), made.tables_digest),
                (say("Líneas", "Lines"), made.pins_digest),
                (say("Autor del programa", "Whose program"), _author(case)),
            )
        ),
        Heading(say("Comprobación", "How to check it")),
        Points((f"sha256sum {rom}", f"azar lab diff {case.sample.sealed.description.name} {rom}")),
        Heading(say("Partes", "Parts")),
        Table(columns, tuple(
            (name, case.write.whole(len(part)), hashlib.sha256(part).hexdigest())
            for name, part in sorted(sample.sealed.box.parts.items())
        )),
        signature(case),
    )  # fmt: skip
    return Document(
        say("04_programa", "04_program"), say("Programa y tablas", "Program and tables"),
        say("Memoria que se precinta", "Memory that is sealed"), blocks,
    )  # fmt: skip


def _author(case: DeviceCase) -> str:
    """Whose firmware it is."""
    if case.sample.ours:
        return case.say("el que se entrega con azar", "the one that comes with azar")
    return case.say("de otro", "another's")


def device_index(case: DeviceCase, files: Mapping[str, bytes], documents: Sequence[Document]) -> Document:
    """What the dossier holds, each file with its digest, and what a person has to add."""
    say = case.say
    columns = (
        Column(say("Archivo", "File"), share=5),
        Column("Bytes", True, 2),
        Column("SHA-256", share=12, mono=True),
    )
    blocks: tuple[Block, ...] = (
        Heading(say("Documentos", "Documents")),
        Table(
            (Column(say("Documento", "Document"), share=3), Column(say("Conforme a", "By"), share=3)),
            tuple((document.title, document.basis) for document in documents),
        ),
        Heading(say("Lo que debe añadirse", "What is to be added")),
        Points(
            (
                say("Fotografía en color del aparato real: las del expediente son dibujos de su caja.",
                    "Colour photograph of the real device: those of the dossier are drawings of its case."),
                say("Clima, campos electromagnéticos, precinto y anclaje, que ningún programa puede mostrar.",
                    "Climate, electromagnetic fields, seal and anchoring, which no software can show."),
                say("Firma; datos que aparecen como ________.", "Signature; what is left as ________."),
            )
        ),
        Heading(say("Archivos", "Files")),
        Table(columns, tuple(
            (name, case.write.whole(len(data)), hashlib.sha256(data).hexdigest())
            for name, data in sorted(files.items())
        ), say("El índice no puede contener su propia huella: la lleva SHA256SUMS.",
               "The index cannot hold its own digest: SHA256SUMS has it.")),
        signature(case),
    )  # fmt: skip
    return Document(
        say("00_indice", "00_index"),
        say("Índice del expediente del aparato", "Index of the device's dossier"),
        case.sample.law.title, blocks,
    )  # fmt: skip
