# SPDX-License-Identifier: MIT
"""The copy of the game memory with the digest of every part (art. 17.2), and the index of the dossier."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Points, Table
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.signing import signature


def memory_document(case: Case, rom: str) -> Document:
    """The document of the game memory; ``rom`` is its file."""
    say, sealed = case.say, case.sample.rom
    blocks: tuple[Block, ...] = (
        Para(
            say(
                "Este expediente incluye una copia de la memoria de juego. Cualquier modificación "
                "posterior de la memoria exige "
                "nueva homologación (art. 17.2).",
                "This dossier has a copy of the game memory. Any later change of it needs a new "
                "homologation (art. 17.2).",
            )
        ),
        Heading(say("Identificación", "What it is")),
        Facts(_identity(case, rom)),
        Heading(say("Comprobación", "How to check it")),
        Points((f"azar rom verify {rom}", f"sha256sum {rom}")),
        Heading(say("Etiqueta de la memoria (art. 22.3)", "Label of the memory (art. 22.3)")),
        Para(
            say(
                f"Cubierta opaca a los rayos ultravioleta que se destruye al manipularla, con: fabricante "
                f"{case.said('maker', 'registry')}, modelo "
                f"{case.said('machine', 'model_number')}.",
                f"A cover that stops ultraviolet light and is destroyed when tampered with, with: maker "
                f"{case.said('maker', 'registry')}, model "
                f"{case.said('machine', 'model_number')}.",
            )
        ),
        Heading(say("Partes de la memoria", "Parts of the memory")),
        Table(
            (
                Column(say("Parte", "Part"), share=5, mono=True),
                Column("Bytes", True, 2),
                Column("SHA-256", share=12, mono=True),
            ),
            tuple(
                (name, case.write.whole(len(part)), hashlib.sha256(part).hexdigest())
                for name, part in sorted(sealed.box.parts.items())
            ),
        ),
        signature(case),
    )
    return Document(
        say("09_memoria_de_juego", "09_game_memory"),
        say("Memoria de juego", "Game memory"),
        say("Art. 17.2 RD 2110/1998", "RD 2110/1998 art. 17.2"),
        blocks,
    )


def _identity(case: Case, rom: str) -> tuple[tuple[str, str], ...]:
    """What says which game memory it is."""
    say, sealed = case.say, case.sample.rom
    manifest = sealed.box.manifest
    answer = manifest["known_answer"]
    under = say("partidas con la clave cero", "plays under the zero key")
    return (
        (say("Archivo", "File"), rom),
        (say("Tamaño", "Size"), f"{case.write.whole(len(case.sample.data))} bytes"),
        (
            say("SHA-256 del archivo", "SHA-256 of the file"),
            hashlib.sha256(case.sample.data).hexdigest(),
        ),
        (say("Huella que se precinta", "Digest that is sealed"), sealed.digest),
        (say("Firma", "Signature"), sealed.signer or say("sin firma", "unsigned")),
        (say("Modelo y perfil", "Model and profile"), f"{manifest['model']} · {manifest['profile']}"),
        (say("Núcleo de azar, SHA-256", "Core of chance, SHA-256"), manifest["core_sha256"]),
        (say("Compilado con", "Compiled with"), f"mpy-cross {manifest['mpy_cross']}"),
        (
            say("Respuesta conocida", "Known answer"),
            f"{case.write.whole(answer['plays'])} {under}: {answer['digest']}",
        ),
    )


def index_document(case: Case, files: Mapping[str, bytes], documents: list[Document]) -> Document:
    """What the dossier holds, each file with its digest, and what a person has to add."""
    say = case.say
    basis = {document.slug: document for document in documents}
    rows = [(document.title, document.basis) for document in basis.values()]
    blocks: tuple[Block, ...] = (
        Heading(say("Expediente", "Dossier")),
        Facts(
            (
                (say("Máquina", "Machine"), f"{case.model.title} ({case.model.name}), {case.kind}"),
                (say("Solicitante", "Applicant"), case.said("maker", "name")),
                (say("Huella de la memoria de juego", "Digest of the game memory"), case.sample.rom.digest),
                (say("Fecha", "Date"), case.date),
            )
        ),
        Heading(say("Documentos", "Documents")),
        Table(
            (Column(say("Documento", "Document"), share=3), Column(say("Lo pide", "Asked for by"), share=3)),
            tuple(rows),
        ),
        Heading(say("Lo que debe añadirse", "What is to be added")),
        Points(tuple(_missing(case))),
        Heading(say("Archivos", "Files")),
        Table(
            (
                Column(say("Archivo", "File"), share=5),
                Column("Bytes", True, 2),
                Column("SHA-256", share=12, mono=True),
            ),
            tuple(
                (name, case.write.whole(len(data)), hashlib.sha256(data).hexdigest())
                for name, data in sorted(files.items())
            ),
            say(
                "El índice no puede contener su propia huella: la lleva SHA256SUMS.",
                "The index cannot hold its own digest: SHA256SUMS has it.",
            ),
        ),
        signature(case),
    )
    return Document(
        say("00_indice", "00_index"),
        say("Índice del expediente de homologación", "Index of the homologation dossier"),
        say("Arts. 16 y 17 RD 2110/1998", "RD 2110/1998 arts. 16 and 17"),
        blocks,
    )


def _missing(case: Case) -> list[str]:
    """What no program can supply."""
    say = case.say
    told = [
        say("Solicitud y ficha por triplicado, selladas.", "Application and sheet, three times, stamped."),
        say(
            "Fotografía en color del prototipo real: la del expediente es del frente dibujado.",
            "Colour photograph of the real prototype: that of the dossier is of the drawn front.",
        ),
        say(
            "Declaración CE de conformidad, firmada por técnico competente.",
            "CE declaration, signed by a competent engineer.",
        ),
        say(
            "Firma del técnico en planos y memorias; datos que aparecen como ________.",
            "The engineer's signature on drawings and memories; what is left as ________.",
        ),
    ]
    if case.drawn:
        told.append(
            say(
                "Certificado de ensayos previos de la entidad autorizada (art. 18.1).",
                "Certificate of prior tests by the authorised entity (art. 18.1).",
            )
        )
    else:
        told.append(
            say(
                "Tipo A: el art. 17 no pide memoria de juego, plan de premios ni simulación.",
                "Type A: art. 17 asks for no game memory, prize plan or simulation.",
            )
        )
    return told
