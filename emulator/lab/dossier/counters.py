# SPDX-License-Identifier: MIT
"""The description of the counters, and the checks of the sealed one in both automatic modes (art. 17.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from emulator.cabinet import Cabinet
from emulator.chapters.link import QUIET, join
from emulator.devices.counter_memory import MAKER, TYPE
from emulator.lab.counter_check import LIMITS, MODES, CounterCheck, accuracy, in_machine
from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Points, Table
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.signing import signature
from emulator.support.seed import seed_key
from machines.support.plain import Json

ALONE_PLAYS, MACHINE_PLAYS = 20_000, 200
# What the visitor brings for the plays in the machine: he must not run out of money.
_PURSE = {200: 2_000, 100: 2_000, 10: 100}

Told = Callable[[int, int], None]


class ModeRun(NamedTuple):
    """One automatic mode: the counter alone, and in its machine."""

    mode: str
    alone: CounterCheck
    machine: CounterCheck


def run_modes(case: Case, rom: str, told: Told) -> tuple[ModeRun, ...]:
    """
    Play both automatic modes.

    Args:
        rom: path of the ROM file that the machine boots.
        told: called with (done, total).
    """
    found = []
    for at, mode in enumerate(MODES):
        told(2 * at, 2 * len(MODES))
        alone = accuracy(ALONE_PLAYS, case.seed, mode=mode)
        told(2 * at + 1, 2 * len(MODES))
        coins = {cents: count for cents, count in _PURSE.items() if cents in case.model.coins_cents}
        cabinet = Cabinet(rom, seed=case.seed, purse=coins)
        if case.model.link is not None:  # a linked machine plays with its controller alone
            join(cabinet, QUIET, seed_key(case.seed))
        found.append(ModeRun(mode, alone, in_machine(cabinet, MACHINE_PLAYS, mode)))
    return tuple(found)


def modes_json(runs: tuple[ModeRun, ...]) -> list[Json]:
    """The originals of the checks."""
    return [
        {"mode": run.mode, "alone": run.alone.as_dict(), "machine": run.machine.as_dict()} for run in runs
    ]


def counters_document(case: Case) -> Document:
    """What counts, how many digits it has, what seals it."""
    say, model = case.say, case.model
    assert model.draft.counters is not None
    blocks: tuple[Block, ...] = (
        Heading(say("Contador precintado de jugadas y premios", "Sealed counter of plays and prizes")),
        Para(
            say(
                "Unidad compacta y ensayable por separado, con memoria propia y precinto, independiente de "
                "la placa de juego. "
                "Cuenta desde la primera instalación y nada la pone a cero.",
                "A compact unit that can be tested alone, with a memory and a seal of its own, apart from "
                "the board. It "
                "counts since the first installation, and nothing sets it back.",
            )
        ),
        Facts(tuple(_sealed(case))),
        Heading(say("Qué cuenta", "What it counts")),
        Table(
            (
                Column(say("Magnitud", "Quantity"), share=3),
                Column(say("Unidad", "Unit"), share=2),
                Column(say("Dígitos", "Digits"), True),
                Column(say("Cuándo avanza", "When it counts"), share=6),
            ),
            tuple(_quantities(case)),
        ),
        Heading(say("Comportamiento ante fallos", "What a fault does")),
        Points(tuple(_faults(case))),
        Heading(say("Contadores electromecánicos", "Electromechanical meters")),
        Para(
            say(
                "Cuatro contadores de solo avance al lado del precintado, con lazo de presencia por sus "
                "conectores: la máquina "
                "se detiene si se desconecta uno.",
                "Four meters beside the sealed counter that only rise, with a loop through their plugs: "
                "the machine stops if "
                "one is pulled.",
            )
        ),
        Table(
            (
                Column(say("Contador", "Meter"), share=3),
                Column(say("Línea", "Line"), share=3, mono=True),
                Column(say("Un impulso vale", "A pulse is worth"), True, 3),
                Column(say("Dígitos", "Digits"), True, 2),
            ),
            tuple(_meters(case)),
        ),
        signature(case),
    )
    return Document(
        say("06_contadores", "06_counters"),
        say("Descripción de los contadores", "Description of the counters"),
        say(
            "Art. 17.2 RD 2110/1998 · Orden ICT/155/2020, anexo XVII",
            "RD 2110/1998 art. 17.2 · Orden ICT/155/2020, annex XVII",
        ),
        blocks,
    )


def _sealed(case: Case) -> Iterator[tuple[str, str]]:
    say = case.say
    yield say("Fabricante y tipo", "Maker and type"), f"{MAKER} {TYPE}"
    yield (
        say("Certificado del contador", "Certificate of the counter"),
        case.said("counter", "certificate"),
    )
    yield (
        say("Identifica a la máquina por", "Knows the machine by"),
        say(
            "número de serie y modelo, escritos al precintarlo",
            "its serial number and model, written when it is sealed",
        ),
    )
    yield (
        say("Enlace con la máquina", "Link to the machine"),
        say(
            "bus I2C, dirección 0x58, en ambos sentidos, con CRC-32 y tramas numeradas",
            "I2C bus, address 0x58, both ways, with CRC-32 and numbered frames",
        ),
    )
    yield (
        say("Lectura", "Reading"),
        say(
            "puerto directo a la memoria, con o sin corriente",
            "a direct port to its memory, with or without current",
        ),
    )
    yield (
        say("Retención sin corriente", "Kept without current"),
        say(f"al menos {case.law.value('K-07')} años", f"{case.law.value('K-07')} years at least"),
    )
    yield (
        say("Temperatura de funcionamiento", "Temperature"),
        say(
            "de −10 °C a +40 °C; fuera de ella, fuera de servicio y alarma",
            "−10 °C to +40 °C; beyond it out of service, with an alarm",
        ),
    )
    yield (
        say("Precinto", "Seal"),
        say(
            "su rotura queda escrita en la memoria y detiene la máquina",
            "breaking it stays written in its memory and stops the machine",
        ),
    )


def _quantities(case: Case) -> Iterator[tuple[str, str, str, str]]:
    say = case.say
    yield (
        say("Jugadas realizadas", "Plays made"),
        say("1 jugada", "1 play"),
        "10",
        say(
            "al comprometerse la jugada; una doble cuenta dos",
            "when the play is committed; a double one counts two",
        ),
    )
    yield (
        say("Premios obtenidos", "Prizes obtained"),
        say("1 premio", "1 prize"),
        "10",
        say("cuando los rodillos lo han mostrado", "once the reels have shown it"),
    )
    yield (
        say("Importe de los premios", "Money of the prizes"),
        say("1 céntimo", "1 cent"),
        "10",
        say("con su premio", "with its prize"),
    )


def _faults(case: Case) -> Iterator[str]:
    say = case.say
    yield say(
        "Desconexión, avería o totales que no coinciden con los libros: la máquina se detiene y devuelve "
        "las monedas.",
        "Disconnected, faulty, or other totals than the books: the machine stops and returns coins.",
    )
    yield say(
        "Contador de otra máquina: la máquina no juega.", "The counter of another machine: no play starts."
    )
    yield say(
        "Corte de corriente en cualquier instante: la jugada comprometida se muestra y se cuenta una sola "
        "vez.",
        "A power cut at any moment: the committed play is shown and counted exactly once.",
    )
    yield say(
        "Las jugadas de prueba del menú de servicio no se cuentan nunca.",
        "Test plays of the service menu are never counted.",
    )


def _meters(case: Case) -> Iterator[tuple[str, str, str, str]]:
    say, draft = case.say, case.model.draft.counters
    assert draft is not None
    units = case.model.meter_units
    money, prizes = case.money(draft.unit_cents), case.money(draft.of_prizes_cents)
    del units
    digits = str(draft.digits)
    yield say("Jugadas", "Plays"), "meter_plays", say("1 jugada", "1 play"), digits
    yield say("Premios", "Prizes"), "meter_prizes", prizes, digits
    yield say("Entradas", "Money in"), "meter_in", money, digits
    yield say("Salidas", "Money out"), "meter_out", money, digits


def modes_document(case: Case, runs: tuple[ModeRun, ...], original: str) -> Document:
    """The results of both automatic modes; ``original`` is the file of the originals."""
    say = case.say
    blocks: list[Block] = [
        Para(
            say(
                "La máquina se hace jugar de forma automática en dos modos y las indicaciones del contador "
                "se comparan con "
                f"lo realmente jugado y ganado. Error admitido: ±0,01 % (una indicación de cada "
                f"{case.write.whole(LIMITS['conformity'])}).",
                "The machine plays by itself in two modes, and the counter is compared with what was "
                "really played and won. "
                f"Error allowed: ±0.01 % (one indication of {case.write.whole(LIMITS['conformity'])}).",
            )
        )
    ]
    for run in runs:
        blocks += _mode(case, run)
    held = all(run.alone.held and run.machine.held for run in runs)
    result = (
        say("Resultado: dentro del límite en ambos modos.", "Result: within the limit in both modes.")
        if held
        else say("Resultado: FUERA DEL LÍMITE.", "Result: BEYOND THE LIMIT.")
    )
    blocks += [
        Heading(say("Resultado", "Result")),
        Para(result),
        Para(
            say(
                f"Originales: {original}. Semilla: {case.seed}.", f"Originals: {original}. Seed: {case.seed}."
            ),
            small=True,
        ),
    ]
    return Document(
        say("08_modos_del_contador", "08_counter_modes"),
        say("Contador: modos automáticos de juego", "Counter: automatic modes of play"),
        say(
            "Art. 17.2 RD 2110/1998 · Orden ICT/155/2020, anexo XVII",
            "RD 2110/1998 art. 17.2 · Orden ICT/155/2020, annex XVII",
        ),
        (*blocks, signature(case)),
    )


def _mode(case: Case, run: ModeRun) -> Iterator[Block]:
    say, write = case.say, case.write
    title = (
        say("Modo 1: se cobra cada premio", "Mode 1: every win is cashed")
        if run.mode == MODES[0]
        else say("Modo 2: premios aleatorios", "Mode 2: random wins")
    )
    yield Heading(title)
    names = {
        "plays": say("jugadas", "plays"),
        "prizes": say("premios", "prizes"),
        "won_cents": say("importe de premios, céntimos", "prize money, cents"),
    }
    columns = (
        Column(say("Ensayo", "Test"), share=4),
        Column(say("Magnitud", "Quantity"), share=5),
        Column(say("Dado", "Given"), True, 3),
        Column(say("Indicado", "Shown"), True, 3),
        Column(say("Error", "Error"), True, 2),
        Column(say("Límite", "Limit"), True, 2),
    )
    rows = []
    for what, check in (
        (say("contador solo", "counter alone"), run.alone),
        (say("en la máquina", "in the machine"), run.machine),
    ):
        for row in check.quantities:
            most = row.given // check.one_in if check.one_in else 0
            rows.append(
                (
                    what,
                    names[row.name],
                    write.whole(row.given),
                    write.whole(row.shown),
                    write.whole(row.failed),
                    write.whole(most),
                )
            )
    yield Table(columns, tuple(rows), _troubles(case, run))


def _troubles(case: Case, run: ModeRun) -> str:
    events, write = run.alone.events, case.write
    cashed = run.machine.events["cashed"]
    return case.say(
        f"Contador solo: {write.whole(events['frames'])} tramas, {write.whole(events['repeated'])} "
        f"repetidas, {write.whole(events['garbled'])} con ruido, "
        f"{write.whole(events['restarts'])} reinicios. En la máquina: "
        f"{run.machine.events['winning_plays']} premios, {cashed} cobros con COBRAR.",
        f"Counter alone: {write.whole(events['frames'])} frames, {write.whole(events['repeated'])} "
        f"repeated, {write.whole(events['garbled'])} garbled, "
        f"{write.whole(events['restarts'])} restarts. In the machine: "
        f"{run.machine.events['winning_plays']} prizes, COLLECT paid {cashed} times.",
    )
