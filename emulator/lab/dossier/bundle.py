# SPDX-License-Identifier: MIT
"""
The whole dossier: documents as docx and PDF, drawings, originals, the game memory, and the digests of all.

    make_dossier(Case(Sample.of("cierzo"), Entity.read(None), DEFAULT_LANGUAGE, "00"), Path("expediente"))
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from emulator.lab.dossier import (
    counters,
    elevation,
    front,
    memoir,
    memory,
    payout,
    prizes,
    simulation,
    wiring,
)
from emulator.lab.dossier.block import BLANK, Document
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.pdf import Frame, pdf_of
from emulator.lab.dossier.word import docx_of
from emulator.support.errors import HintedError

SUMS = "SHA256SUMS"
# Until the machine shows its front as it stands ready.
_READY_MS = 4_000

Told = Callable[[str, int, int], None]


class DossierError(HintedError):
    """A dossier cannot be written there."""


@dataclass
class Bundle:
    """What has been made so far, of whatever is filed."""

    folder: Path
    told: Told
    frame: Frame
    files: dict[str, bytes] = field(default_factory=dict)
    documents: list[Document] = field(default_factory=list)

    def put(self, name: str, data: bytes) -> str:
        """Write a file of the dossier; returns its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.files[name] = data
        return name

    def write(self, index: Callable[[], Document]) -> None:
        """Write every document in both forms, then the index of all files, then their digests."""
        for at, document in enumerate(self.documents):
            self.told("writing", at, len(self.documents) + 1)
            self._print(document)
        self._print(index())
        sums = "".join(
            f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(self.files.items())
        )
        self.put(SUMS, sums.encode())

    def _print(self, document: Document) -> None:
        self.put(f"{document.slug}.docx", docx_of(document, self.frame, self.folder))
        self.put(f"{document.slug}.pdf", pdf_of(document, self.frame, self.folder))


class Dossier(Bundle):
    """That of a machine."""

    def __init__(self, case: Case, folder: Path, told: Told) -> None:
        super().__init__(folder, told, frame_of(case))
        self.case = case


def require_empty(folder: Path, force: bool) -> None:
    """Raise DossierError unless a dossier may be written there."""
    if folder.exists() and any(folder.iterdir()) and not force:
        raise DossierError(f"the folder must be empty (got {folder})", "name another folder, or add --force")


def make_dossier(case: Case, folder: Path, *, force: bool = False, told: Told | None = None) -> Dossier:
    """
    Write the dossier of a machine.

    Args:
        folder: made where it is missing.
        force: write into one that is not empty.
        told: called with what is being done, how much of it is done, and of how much.

    Raises:
        DossierError: the folder is not empty, or the model breaks the law.
        WriterError: what writes documents is not installed.
    """
    require_empty(folder, force)
    if case.sample.problems:
        broken = "; ".join(f"{problem}" for problem in case.sample.problems)
        raise DossierError(
            f"the machine must keep the law to be filed (got {broken})", "azar lab examines it"
        )
    folder.mkdir(parents=True, exist_ok=True)
    made = Dossier(case, folder, told or (lambda what, done, total: None))
    rom = made.put(f"{case.say('memoria', 'memory')}/{case.model.name}.rom", case.sample.data)
    _papers_of_every_type(made, rom)
    if case.drawn:
        _papers_of_prizes(made, rom)
    made.write(lambda: memory.index_document(case, made.files, made.documents))
    return made


def _papers_of_every_type(made: Dossier, rom: str) -> None:
    """Those of art. 16: sheet, drawings of the machine and of its electrical system."""
    from emulator.panel.interface import Cabinet
    from emulator.panel.machine.facade import facade_picture, facade_places

    case, say = made.case, made.case.say
    room = say("planos", "drawings")
    made.told("drawing", 0, 1)
    cabinet = Cabinet(made.folder / rom, seed=case.seed)
    cabinet.run(ms=_READY_MS)
    photo = f"{room}/{say('frente', 'front')}.png"
    (made.folder / room).mkdir(exist_ok=True)
    facade_picture(cabinet, made.folder / photo)
    made.put(photo, (made.folder / photo).read_bytes())
    places = facade_places(case.model)
    body = front.body_of(case, places)
    drawn = (
        made.put(f"{room}/{say('alzado', 'elevation')}.svg", elevation.elevation(case, body)),
        made.put(f"{room}/{say('frente_acotado', 'front_measured')}.svg", elevation.face(case, body)),
    )
    wired = wiring.wiring_of(case, places)
    schemes = (
        made.put(f"{room}/{say('placa', 'board')}.svg", wiring.board_drawing(case, wired)),
        made.put(f"{room}/{say('expansor_y_bus', 'expander_and_bus')}.svg", wiring.bus_drawing(case, wired)),
    )
    made.documents += [
        memoir.memoir(case, body, places, photo),
        front.front_document(case, body, drawn),
        wiring.wiring_document(case, wired, schemes),
    ]


def _papers_of_prizes(made: Dossier, rom: str) -> None:
    """Those of art. 17: prizes, payout, counters, simulation, game memory."""
    case, say = made.case, made.case.say
    room = say("originales", "originals")
    listed = made.put(f"{room}/{say('premios', 'prizes')}.csv", prizes.prizes_csv(case))
    made.put(f"{room}/par.json", _json(case.sheet))
    simulated = simulation.simulate(case, lambda done, total: made.told("playing", done, total))
    originals = [
        made.put(
            f"{room}/{say('simulacion', 'simulation')}.json", _json(simulation.tallies(case, simulated))
        ),
        made.put(f"{room}/{say('recuento', 'tallies')}.csv", simulation.tallies_csv(simulated)),
    ]
    if simulated.prizes:
        originals.append(made.put(f"{room}/{say('partidas', 'plays')}.csv", simulation.plays_csv(simulated)))
    runs = counters.run_modes(
        case, str(made.folder / rom), lambda done, total: made.told("counting", done, total)
    )
    counted = made.put(f"{room}/{say('contador', 'counter')}.json", _json(counters.modes_json(runs)))
    made.put(f"{Path(rom).parent}/manifest.json", _json(case.sample.rom.box.manifest))
    made.documents += [
        prizes.prize_document(case, listed),
        payout.payout_document(case),
        counters.counters_document(case),
        simulation.simulation_document(case, simulated, tuple(originals)),
        counters.modes_document(case, runs, counted),
        memory.memory_document(case, rom),
    ]
    made.documents.sort(key=lambda document: document.slug)


def frame_of(case: Case) -> Frame:
    """What stands on every page."""
    say, day = case.say, case.entity.day
    maker = case.said("maker", "name")
    return Frame(
        language=case.language,
        machine=f"{case.model.title} · {say('tipo', 'type')} {case.model.type} · {case.model.profile.id}",
        running=say("Expediente de homologación", "Homologation dossier"),
        foot=f"{say('Memoria de juego', 'Game memory')} {case.sample.rom.digest[:16]} · {case.date}",
        page=say("página", "page"),
        sign_here=say("Firma del técnico competente", "Signature of the engineer"),
        author="" if maker == BLANK else maker,
        day=None if day is None else (day.year, day.month, day.day),
    )


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()
