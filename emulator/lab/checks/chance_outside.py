# SPDX-License-Identifier: MIT
"""
Machines of one key: what peripherals, time and communication change of their outcomes, and what entropy does.

The same key must give the same outcomes whatever coins, doors, lost current and pauses come between the
plays (G-13), and others once the machine absorbs entropy after each play (G-09). Every implementation of the
generator on this computer must draw the same (G-14).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress

from emulator.cabinet import CabinetError
from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_pieces import PLAIN, Recipe
from emulator.lab.campaign_work import open_work
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged

_FILE = "chance.json"
_ENTROPY_BYTES = 32
Outcome = list[int]
Act = Callable[[Visitor], None]


def examine(exam: Examination) -> Findings:
    """Play the same series quietly, disturbed and with entropy; then draw with each implementation."""
    found, plays = Findings(), exam.pick(8, 16, 40)
    quiet = _series(visitor_of(exam), plays)
    disturbed = _series(visitor_of(exam), plays, _ACTS)
    told: list[int] = []
    absorbing = _series(visitor_of(exam, entropy=lambda: _given(exam, told)), plays)
    digests = _digests(exam, exam.pick(20_000, 100_000, 1_000_000))
    exam.keep(
        _FILE,
        {"quiet": quiet, "disturbed": disturbed, "with_entropy": absorbing, "absorbed": len(told),
         "digest": digests[0]},
    )  # fmt: skip
    _apart(found, quiet, disturbed)
    _cycling(found, quiet, absorbing, len(told))
    _implementations(found, digests)
    return found


def _given(exam: Examination, told: list[int]) -> bytes:
    """Entropy that the check chose, so that its evidence repeats."""
    told.append(len(told))
    return hashlib.sha256(f"{exam.seed}/{len(told)}".encode()).digest()[:_ENTROPY_BYTES]


def _series(visitor: Visitor, plays: int, acts: Sequence[Act] = ()) -> list[Outcome]:
    """Stake, prize and stops of each play, with one act before each."""
    with visitor.cab:
        outcomes = []
        for number in range(plays):
            if acts:
                acts[number % len(acts)](visitor)
                visitor.rest()
            made = visitor.play()
            outcomes.append([made.stake_cents, made.prize_cents, *visitor.bench.stops])
    return outcomes


def _coin(visitor: Visitor) -> None:
    with suppress(CabinetError):
        visitor.cab.insert(min(visitor.cab.model.coins_cents, default=0))
    visitor.bench.wait(1_000)


def _door(visitor: Visitor) -> None:
    visitor.mend()


def _current(visitor: Visitor) -> None:
    visitor.bench.power_cycle()
    visitor.bench.wait(6_000)


def _pause(visitor: Visitor) -> None:
    visitor.bench.wait(12_347)


def _link(visitor: Visitor) -> None:
    """The controller goes and comes back, where there is one."""
    room = visitor.cab.room
    if room is None:
        return
    room.stop()
    visitor.bench.wait(3_000)
    room.start()
    visitor.bench.wait(6_500)


def _box(visitor: Visitor) -> None:
    visitor.cab.open_door("box")
    visitor.bench.wait(777)
    visitor.cab.close_door("box")
    visitor.bench.wait(1_000)


_ACTS: tuple[Act, ...] = (_coin, _door, _current, _pause, _link, _box)


def _digests(exam: Examination, plays: int) -> list[str]:
    """Digest of the same plays by each implementation that works here, the plain one first."""
    recipe = Recipe(exam.model.tables.blob, bytes.fromhex(exam.seed).ljust(32, b"\0"), 1, plays, 0, PLAIN)
    names = [PLAIN, *(one for one in open_work(recipe).kernels if one != PLAIN)]
    return [run_campaign(exam.model, plays, seed=exam.seed, kernel=one, jobs=1).digest for one in names]


def _apart(found: Findings, quiet: Sequence[Outcome], disturbed: Sequence[Outcome]) -> None:
    changed = sum(one != other for one, other in zip(quiet, disturbed, strict=True))
    said = Words(
        "Monedas, puertas, cortes, pausas y enlace entre partidas no cambian ningún resultado",
        "Coins, doors, power cuts, pauses and link between plays change no outcome",
    )
    if changed:
        said = Words(
            f"{changed} resultados cambian por lo que ocurre entre partidas",
            f"{changed} outcomes change with what happens between plays",
        )
    name = Words("resultados cambiados", "outcomes changed")
    figure = Figure("changed", name, changed, "plays", 0, EXACTLY)
    found["G-13"] = judged(said, Method.PLAYED, figure, files=(_FILE,))


def _cycling(found: Findings, quiet: Sequence[Outcome], absorbing: Sequence[Outcome], absorbed: int) -> None:
    changed = sum(one != other for one, other in zip(quiet, absorbing, strict=True))
    said = Words(
        f"Tras cada partida el generador absorbe {_ENTROPY_BYTES} bytes nuevos, que cambian los resultados"
        " siguientes; el instante de pulsar no decide nada",
        f"After each play the generator absorbs {_ENTROPY_BYTES} new bytes, which change the outcomes that"
        " follow; the moment of a press decides nothing",
    )
    plays = len(quiet)
    found["G-09"] = judged(
        said,
        Method.PLAYED,
        Figure("absorbed", Words("veces que absorbe", "times absorbed"), absorbed, "", plays, AT_LEAST),
        Figure("changed", Words("resultados que cambian", "outcomes changed"), changed, "plays", 1, AT_LEAST),
        files=(_FILE,),
    )


def _implementations(found: Findings, digests: Sequence[str]) -> None:
    """How many there are depends on the processor, so that the evidence tells only those that differ."""
    differ = sum(one != digests[0] for one in digests)
    said = Words(
        "Cada realización del generador en este ordenador se ha ejecutado por separado y da lo mismo",
        "Each implementation of the generator on this computer was run on its own and gives the same",
    )
    name = Words("realizaciones que difieren", "implementations that differ")
    figure = Figure("differ", name, differ, "", 0, EXACTLY)
    found["G-14"] = judged(said, Method.PLAYED, figure, files=(_FILE,))
