# SPDX-License-Identifier: MIT
"""
A long series of throws: when the device draws, whether evenly, what it commits, shows and recalls.

Uniformity is tested twice by chi-square, on what was seen and on as many draws of the core as take no time;
every draw that was seen is compared with the core's. The seed is that of the examination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np

from emulator.lab.bench.device_watch import Watch, throw_in_time
from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.lab.exam.statistics import rounded
from emulator.lab.rng_stats import chi_square
from emulator.tables.hands import Hand, Shown, turn_key
from machines.firmware.chance_device.device_record import RING_ROWS
from machines.support.plain import Json
from machines.tables.wheel import Wheel

_FILE, _TIMELINE = "throws.json", "timeline.json"
_EACH = 20
"""Throws for each pocket; dice, of which three come at once, need fewer for each of their combinations."""
_CUP_THROWS, _CORE_EACH = 1_440, 400
_FRESH = 8


def examine(exam: DeviceExamination) -> Findings:
    """Throw, look, recall; then throw with entropy."""
    found, hand = Findings(), exam.hand()
    hand.device.run(ms=100)
    many = exam.pick(1, 5, 25) * (_CUP_THROWS if _wheel(exam) is None else _EACH * _cells(exam))
    watch, seen = Watch(hand), []
    for number in range(many):
        seen.append(hand.throw())
        if hand.device.record["tilt"]:
            turn_key(hand)
        exam.told(number, many)
    recalled, shown = hand.recalled, [one for one in seen if one is not None]
    hand.device.power_off()
    hand.device.run(ms=500)
    hand.device.power_on()
    hand.device.run(ms=100)
    exam.keep(
        _FILE,
        {
            "seed": exam.seed,
            "throws": many,
            "alpha": float(rounded(exam.alpha)),
            "counts": {" ".join(map(str, one)): count for one, count in sorted(Counter(shown).items())},
            **_cases(exam),
            "last": [list(one) for one in shown[-RING_ROWS:]],
            "recalled": [[number, *one] for number, one in recalled],
        },
    )
    exam.keep(_TIMELINE, {"events": throw_in_time(exam.hand())})
    if _wheel(exam) is not None:
        _bets(watch, len(shown), found)
    _draws(hand, watch, shown, found)
    _lights(_wheel(exam), watch, len(shown), found)
    _evenness(exam, hand, shown, found)
    _recall(shown, recalled, recalled == hand.recalled, found)
    _entropy(exam, found)
    return found


def _wheel(exam: DeviceExamination) -> Wheel | None:
    made = exam.sample.sealed.description
    return made if isinstance(made, Wheel) else None


def _cases(exam: DeviceExamination) -> Json:
    """Everything that can be seen, in order, and the names that stand below it."""
    wheel = _wheel(exam)
    if wheel is None:
        cells = [[*faces] for faces in product(range(1, 7), repeat=3)]
        return {"cells": cells, "names": [f"{face} · ·" for face in range(1, 7)]}
    return {"cells": [[at] for at in range(len(wheel.pockets))], "names": [str(one) for one in wheel.pockets]}


def _cells(exam: DeviceExamination) -> int:
    wheel = _wheel(exam)
    return 216 if wheel is None else len(wheel.pockets)


def _none(id: str, es: str, en: str, wrong: int, unit: str = "rolls") -> Figure:
    return Figure(id, Words(es, en), wrong, unit, 0, EXACTLY)


def _bets(watch: Watch, many: int, found: Findings) -> None:
    """Whether bets were closed, and the ball off the rim, before each draw."""
    early = sum(not step.closed or step.running for step in watch.steps)
    said = Words(
        f"En {many} tiradas «no va más» y su luz llegan antes de todo sorteo, con la bola ya caída",
        f"In {many} throws no more bets and its lamp come before every draw, the ball off the rim",
    )
    called = watch.said.count("NO VA MÁS")
    found["D-03"] = judged(
        said,
        Method.OBSERVED,
        _none("early", "sorteos con apuestas abiertas", "draws while bets were open", early),
        Figure("called", Words("veces que se dijo", "times it was said"), called, "times", many, AT_LEAST),
        files=[_FILE],
    )


def _draws(hand: Hand, watch: Watch, shown: Sequence[Shown], found: Findings) -> None:
    """Each result beside the core's, and how often the core was asked."""
    many = len(shown)
    wanted = [hand.wanted(number) for number in range(1, many + 1)]
    other = sum(ours != theirs for ours, theirs in zip(shown, wanted, strict=True))
    flags = len(hand.device.board.flags)
    found["D-05"] = judged(
        Words(
            f"{many} resultados vistos y {len(watch.steps)} sorteos del núcleo, comparados uno a uno",
            f"{many} results seen and {len(watch.steps)} draws of the core, compared one by one",
        ),
        Method.SAMPLED,
        _none("extra", "sorteos de más", "draws too many", len(watch.steps) - many),
        _none("other", "resultados que no dio el núcleo", "results that the core did not give", other),
        _none("dropped", "avisos de sorteo desechado", "flags of a dropped draw", flags),
        files=[_FILE],
    )


def _lights(wheel: Wheel | None, watch: Watch, many: int, found: Findings) -> None:
    """What the memory held as a result was lit, and whether it was lit in time."""
    behind, lit = sum(not lit.committed for lit in watch.lit), len(watch.lit)
    found["D-06"] = judged(
        Words(
            f"{lit} veces se iluminó un resultado; en ese instante ya estaba en la memoria",
            f"A result was lit {lit} times; the memory held it at that instant",
        ),
        Method.OBSERVED,
        _none("behind", "resultados vistos antes de grabarse", "results seen before they were kept", behind),
        Figure("lit", Words("resultados iluminados", "results lit"), lit, "results", many, AT_LEAST),
        files=[_TIMELINE],
    )
    soon = sum(not lit.in_time for lit in watch.lit)
    figures = [_none("soon", "resultados vistos antes de tiempo", "results seen too soon", soon)]
    if wheel is not None:
        name = Words("reposo más corto de la bola", "shortest rest of the ball")
        least_us = min((lit.rested_us for lit in watch.lit), default=0)
        figures.append(Figure("rest", name, least_us, "us", wheel.rest_ms * 1_000, AT_LEAST))
    said = Words("Nada se ilumina antes de tiempo", "Nothing is lit before its time")
    found["D-07"] = judged(said, Method.OBSERVED, *figures)


def _evenness(exam: DeviceExamination, hand: Hand, shown: Sequence[Shown], found: Findings) -> None:
    cells, core = _cells(exam), exam.pick(1, 5, 25) * _CORE_EACH * _cells(exam)
    places = _places(hand, shown), _places(hand, [hand.wanted(number) for number in range(1, core + 1)])
    names = (
        Words("valor p de lo que se vio", "p-value of what was seen"),
        Words("valor p de los sorteos del núcleo", "p-value of the core's draws"),
    )
    found["D-04"] = judged(
        Words(
            f"Ji cuadrado sobre {len(shown)} tiradas y {core} sorteos del núcleo, {cells} casos iguales; un "
            f"aparato justo falla con probabilidad {float(rounded(exam.alpha)):g} en cada prueba",
            f"Chi-square on {len(shown)} throws and {core} draws of the core, {cells} equal cases; a fair "
            f"device fails each test with probability {float(rounded(exam.alpha)):g}",
        ),
        Method.SAMPLED,
        *(
            Figure(id, name, rounded(_p(values, cells)), "p", rounded(exam.alpha), AT_LEAST)
            for id, name, values in zip(("seen", "core"), names, places, strict=True)
        ),
        files=[_FILE],
    )


def _places(hand: Hand, shown: Sequence[Shown]) -> list[int]:
    """Each result as one number: its pocket, or its dice as digits of base six."""
    if not hasattr(hand.device, "cup"):
        return [one[0] for one in shown]
    return [sum((face - 1) * 6**die for die, face in enumerate(one)) for one in shown]


def _p(values: Sequence[int], cells: int) -> float:
    counts = np.bincount(values, minlength=cells)
    return chi_square(counts, np.full(cells, len(values) / cells)) if len(counts) == cells else 0.0


def _recall(
    shown: Sequence[Shown], recalled: Sequence[tuple[int, Shown]], kept: bool, found: Findings
) -> None:
    wanted = [(len(shown) - back, one) for back, one in enumerate(reversed(shown[-RING_ROWS:]))]
    got = dict(recalled)
    wrong = sum(got.get(number) != one for number, one in wanted)
    found["D-08"] = judged(
        Words(
            f"Los {RING_ROWS} últimos de {len(shown)} resultados, por su número, tal como se vieron y "
            "también tras un corte",
            f"The last {RING_ROWS} of {len(shown)} results, by number, as they were seen and after a cut",
        ),
        Method.OBSERVED,
        _none("wrong", "resultados que no se recuerdan", "results not recalled", wrong, "results"),
        _none("lost", "recuerdos perdidos en el corte", "recalls lost in the cut", int(not kept), "times"),
        Figure(
            "rows",
            Words("resultados recordados", "results recalled"),
            len(recalled),
            "results",
            RING_ROWS,
            EXACTLY,
        ),
        files=[_FILE],
    )


def _entropy(exam: DeviceExamination, found: Findings) -> None:
    """Throws of a device that has entropy: one portion after each result that was seen."""
    given = iter(range(1, 1_000))
    hand = exam.hand(entropy=lambda: next(given).to_bytes(32, "big"))
    hand.device.run(ms=100)
    watch = Watch(hand)
    shown = [hand.throw() for _ in range(_FRESH)]
    hand.begin()
    hand.device.run(ms=500)
    seen = len(watch.lit)
    wrong = sum(number not in watch.absorbed for number in range(1, seen + 1))
    same = [hand.wanted(number) for number in range(1, _FRESH + 1)] == shown
    found["D-20"] = judged(
        Words(
            f"{seen} resultados con entropía: una porción tras cada uno, antes del sorteo siguiente",
            f"{seen} results with entropy: one portion after each, before the next draw",
        ),
        Method.OBSERVED,
        _none(
            "missing", "resultados sin entropía detrás", "results with no entropy behind", wrong, "results"
        ),
        _none("more", "porciones de más", "portions too many", len(watch.absorbed) - seen, "times"),
        _none("same", "series que no cambió", "series that did not change", int(same), "series"),
    )
