# SPDX-License-Identifier: MIT
"""The document of the drawings: every part of the front numbered and measured."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.lab.dossier.block import Break, Column, Document, Facts, Heading, Para, Picture, Table
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.elevation import SHEET_MM, Body, Part, elevation_scale, face_scale
from emulator.lab.dossier.signing import signature
from emulator.panel.machine.facade import THOUSAND, Box, Facade


def body_of(case: Case, facade: Facade) -> Body:
    """The cabinet with its parts where the panel draws them."""
    side = case.entity.side
    width, height, base = side("width_mm"), side("height_mm"), side("base_mm")
    front = min(width * facade.height // THOUSAND, height - base)
    parts = []
    for name, box in facade.parts.items():
        left, top, across, down = _mm(box, width, front, facade)
        label = _label(case, name, facade)
        if label:
            parts.append(Part(name, label, left, base + front - top - down, across, down))
    return Body(width, height, side("depth_mm"), base, front, tuple(parts))


def _mm(box: Box, width: int, front: int, facade: Facade) -> Box:
    """A part on the front in mm from its upper left corner; a front that is too low for it is pressed."""
    x, y, across, down = box
    return (
        x * width // THOUSAND,
        y * front // facade.height,
        max(1, across * width // THOUSAND),
        max(1, down * front // facade.height),
    )


def _label(case: Case, name: str, facade: Facade) -> str:
    """What a part is called; empty for one that is drawn only."""
    say, number = case.say, name.rpartition("_")[2]
    if name.startswith("button_"):
        word = facade.labels.get(name.removeprefix("button_"), "")
        return say(f"Pulsador «{word}» con lámpara", f"Button «{word}» with lamp")
    if name.startswith("reel_"):
        return say(f"Ventana del rodillo {number}", f"Window of reel {number}")
    if name == "window" and case.model.strips:
        return ""
    labels = {
        "crown": say("Cabecera con el nombre comercial y luz", "Crown with the name and its light"),
        "glass": say("Cristal: premios, reglas y advertencias", "Glass: prizes, rules and warnings"),
        "window": say("Zona de juego", "Playing area"),
        "display": say("Visor: mensajes y contadores a la vista", "Display: messages and counters"),
        "slot_plate": say("Placa de la ranura de monedas", "Plate of the coin slot"),
        "coin_slot": say("Ranura de monedas", "Coin slot"),
        "accept": say("Luz de moneda aceptada (art. 13.5)", "Light of an accepted coin (art. 13.5)"),
        "note_mouth": say("Boca de billetes", "Note mouth"),
        "card_slot": say("Ranura de tarjetas de la casa", "Slot of house cards"),
        "chute": say("Salida de monedas", "Coin outlet"),
        "tray": say("Bandeja de recogida", "Tray"),
    }
    return labels.get(name, "")


def front_document(case: Case, body: Body, files: tuple[str, str]) -> Document:
    """The document of the drawings; ``files`` are elevation and front."""
    say, scale = case.say, face_scale(body)
    columns = (
        Column(say("N.º", "No."), True, 2),
        Column(say("Elemento", "Part"), share=13),
        Column(say("Ancho", "Width"), True, 3),
        Column(say("Alto", "Height"), True, 3),
        Column(say("Desde la izquierda", "From the left"), True, 4),
        Column(say("Centro sobre el suelo", "Centre above the floor"), True, 4),
    )
    whose = (
        say("Cotas declaradas por el fabricante.", "Measures as the maker declares them.")
        if case.entity.measured
        else say(
            "El fabricante no ha dado todas las cotas del mueble: las que faltan son las del mueble de "
            "diseño "
            "de azar y deben confirmarse o sustituirse (tabla [cabinet] del archivo de la entidad).",
            "The maker has not given every measure of the cabinet: those that are missing are of azar's own "
            "design and must be confirmed or replaced (table [cabinet] of the entity's file).",
        )
    )
    return Document(
        say("04_plano_del_frente", "04_front_drawing"),
        say("Planos de la máquina", "Drawings of the machine"),
        say("Art. 16 RD 2110/1998", "RD 2110/1998 art. 16"),
        (
            Para(whose),
            Picture(
                files[0],
                say(
                    f"Alzado y perfil. Escala 1:{elevation_scale(body)} en A4; cotas en mm.",
                    f"Front and side. 1:{elevation_scale(body)} on A4; in mm.",
                ),
                SHEET_MM,
            ),
            Break(),
            Heading(say("Frente de la máquina", "Front of the machine")),
            Picture(
                files[1],
                say(
                    f"Frente con sus elementos numerados. Escala 1:{scale} en A4; cotas en mm.",
                    f"Front with numbered parts. 1:{scale} on A4; in mm.",
                ),
                round(body.width / scale + 12),
            ),
            Break(),
            Heading(say("Elementos del frente", "Parts of the front")),
            Table(columns, tuple(_rows(body)), say("Medidas en mm, ± 5 mm.", "In mm, ± 5 mm.")),
            Heading(say("Mueble", "Cabinet")),
            Facts(_cabinet(case, body)),
            signature(case),
        ),
    )


def _rows(body: Body) -> Iterator[tuple[str, ...]]:
    for number, part in enumerate(body.parts, 1):
        figures = (part.width, part.height, part.left, part.bottom + part.height // 2)
        yield str(number), part.label, *map(str, figures)


def _cabinet(case: Case, body: Body) -> tuple[tuple[str, str], ...]:
    say, said = case.say, case.said
    weight, power = said("cabinet", "weight_kg"), said("cabinet", "power_w")
    return (
        (
            say("Ancho × alto × fondo", "Width × height × depth"),
            f"{body.width} × {body.height} × {body.depth} mm",
        ),
        (say("Masa", "Mass"), f"{weight} kg"),
        (say("Material", "Material"), said("cabinet", "material")),
        (say("Alimentación", "Supply"), said("cabinet", "supply")),
        (say("Potencia", "Power"), f"{power} W"),
        (
            say("Anclaje (art. 14.1.e)", "Anchoring (art. 14.1.e)"),
            say(
                "A la pared o al suelo, por dos puntos del dorso",
                "To wall or floor, at two points of its back",
            ),
        ),
    )
