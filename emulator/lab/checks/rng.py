# SPDX-License-Identifier: MIT
"""
The battery on raw bits, scaled draws and what the machine shows; and its draws made once more elsewhere.

All p-values count together: each is adjusted by Holm among all tests, so that a fair generator fails this
check as a whole no more often than the examination allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from emulator.lab import rng_power
from emulator.lab.checks.rng_again import Again, again, bounds_of, outcomes_of
from emulator.lab.checks.rng_names import (
    DISTRIBUTION,
    INDEPENDENCE,
    OLDER,
    REPEATS,
    RESULTS,
    SCALING,
    words_of,
)
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Findings,
    Method,
    Words,
    judged,
)
from emulator.lab.exam.statistics import holm, rounded
from emulator.lab.rng_battery import SEQUENCE_BYTES, Finding, examine_plays
from emulator.lab.rng_battery import examine as battery
from emulator.lab.rng_chance import walk_chance
from emulator.lab.rng_plays import walk
from emulator.lab.rng_source import CoreSource, Source
from emulator.support.seed import seed_key
from machines.support.plain import Json

POWER = 0.999
EFFORTS = ((4, 2, 1, 5_000), (20, 10, 4, 20_000), (100, 20, 10, 50_000))
"""Of each mode: sequences of a million bits, scale of the draws, cycles and paid plays that are looked at."""
_P_VALUES = ("p-values.json",)
_ALL = (*_P_VALUES, "power.json")


def source_of(exam: Examination) -> Source:
    """The generator under the key of this check."""
    return CoreSource(seed_key(exam.seed))


def examine(exam: Examination) -> Findings:
    """The battery on this machine's generator, and every draw against a second implementation."""
    sequences, scale, cycles, plays = exam.pick(*EFFORTS)
    tests = _tests(exam, sequences, scale, (cycles, plays))
    adjusted = dict(zip((test.name for test in tests), holm([test.p or 0.0 for test in tests]), strict=True))
    _keep(exam, tests, adjusted, sequences, scale)
    made = again(source_of(exam), exam.model, seed_key(exam.seed), exam.pick(2_000, 10_000, 40_000))
    found = Findings()
    _together(exam, adjusted, sequences, found)
    _rows(exam, adjusted, found)
    _range(exam, adjusted, found)
    _scaling(exam, adjusted, made, found)
    _repeated(made, found)
    return found


def _tests(exam: Examination, sequences: int, scale: int, walked: tuple[int, int]) -> list[Finding]:
    """Every test that these data allow."""
    model, key = exam.model, seed_key(exam.seed)
    cycles, plays = walked
    made: list[Finding] = []
    for step, finding in enumerate(battery(source_of(exam), sequences, scale, bounds_of(model)), start=1):
        exam.told(step, sequences + 50)
        if finding is not None:
            made.append(finding)
    made += _SHOWN[model.type](model, key, exam.sample.serial, cycles, plays)
    return [test for test in made if test.p is not None]


def _shown(model: Any, key: bytes, machine: int, cycles: int, plays: int) -> Iterator[Finding]:
    return examine_plays([walk(model, key, machine, cycles)], [])


def _chance_shown(model: Any, key: bytes, machine: int, cycles: int, plays: int) -> Iterator[Finding]:
    return examine_plays([], [walk_chance(model, key, machine, plays)])


_SHOWN: Mapping[str, Callable[[Any, bytes, int, int, int], Iterator[Finding]]] = {
    "B": _shown,
    "C": _chance_shown,
}
"""Tests of what a machine shows, by its type."""


def _keep(
    exam: Examination,
    tests: Sequence[Finding],
    adjusted: dict[str, float],
    sequences: int,
    scale: int,
) -> None:
    """The data of the plot of p-values, and what the tests would have found."""
    rows = [
        {
            "name": test.name,
            "group": test.group,
            "about": test.about,
            "p_values": [_p(p) for p in test.p_values],
            "p": _p(test.p or 0.0),
            "p_adjusted": _p(adjusted[test.name]),
        }
        for test in tests
    ]
    bits = 8 * sequences * SEQUENCE_BYTES
    head: Json = {
        "seed": exam.seed,
        "level": exam.mode,
        "bits": bits,
        "sequences": sequences,
        "scale": scale,
        "alpha": exam.alpha,
    }
    exam.keep("p-values.json", head | {"tests": rows})
    exam.keep(
        "power.json", head | {"power": POWER, "finds": power(sequences, scale, exam.alpha / len(tests))}
    )


def power(sequences: int, scale: int, alpha: float) -> list[Json]:
    """The least bias of some kinds that is found with probability ``POWER``, as shares."""
    # Of several sequences the smallest p-value counts, and from some number on their evenness as well.
    of_one = alpha / sequences / 2
    bits = 8 * SEQUENCE_BYTES

    def found(share: float) -> float:
        return 1 - (1 - rng_power.found_forced(share, bits, of_one)) ** sequences

    rows: list[Json] = [
        {"bias": "forced bits", "of": bits * sequences, "least_share": _p(rng_power.least(found, POWER))}
    ]
    for what, below in (("pairs of draws below 24", 576), ("throws of three dice", 216)):
        many = 50_000 * scale
        share = rng_power.least_favoured(many, below, alpha, POWER)
        rows.append({"bias": f"{what} turned into one", "of": many, "least_share": _p(share)})
    return [*rows, {"bias": "1 % of all bits forced", "of": bits * sequences, "found_with": _p(found(0.01))}]


def _p(value: float) -> float:
    return float(rounded(value))


def _figures(exam: Examination, adjusted: dict[str, float], names: Iterable[str]) -> list[Figure]:
    return [
        Figure(
            name.replace(" ", "_"),
            words_of(name),
            rounded(adjusted[name]),
            "p",
            rounded(exam.alpha),
            AT_LEAST,
        )
        for name in names
        if name in adjusted
    ]


def _together(exam: Examination, adjusted: dict[str, float], sequences: int, found: Findings) -> None:
    worst = min(adjusted, key=lambda name: adjusted[name])
    bits = 8 * sequences * SEQUENCE_BYTES
    forced = rounded(100 * power(sequences, 1, exam.alpha / len(adjusted))[0]["least_share"], 4)
    found["G-02"] = judged(
        Words(
            f"{len(adjusted)} pruebas sobre {bits} bits y los sorteos de la máquina, con un error conjunto; "
            f"la más extrema: {words_of(worst).es}",
            f"{len(adjusted)} tests on {bits} bits and the machine's draws, with one error together; the "
            f"oddest: {worst}",
        ),
        Method.SAMPLED,
        Figure(
            "smallest_p",
            Words("menor valor p ajustado", "smallest adjusted p-value"),
            rounded(adjusted[worst]),
            "p",
            rounded(exam.alpha),
            AT_LEAST,
        ),
        Figure("tests", Words("pruebas hechas", "tests made"), len(adjusted), "tests", 7, AT_LEAST),
        Figure(
            "power",
            Words(
                "bits forzados que se hallarían con un 99,9 % de probabilidad",
                "forced bits that would be found with 99.9 % probability",
            ),
            forced,
            "percent",
        ),
        files=_ALL,
    )


def _rows(exam: Examination, adjusted: dict[str, float], found: Findings) -> None:
    said = {
        "G-03": (
            OLDER,
            Words(
                "La lista clásica de pruebas, cada una con su valor p",
                "The older list of tests, a p-value each",
            ),
        ),
        "G-04": (
            DISTRIBUTION,
            Words(
                "Cada valor sale con la frecuencia que dice el diseño, en bits, en sorteos y en lo mostrado",
                "Each value comes as often as the design says, in bits, in draws and in what is shown",
            ),
        ),
        "G-05": (
            INDEPENDENCE,
            Words(
                "Ningún sorteo dice nada de otro, ni dentro de una partida ni entre partidas",
                "No draw tells anything about another, within a play or between plays",
            ),
        ),
        "G-10": (
            ("between streams",),
            Words(
                "Los flujos de máquinas y usos vecinos no guardan relación",
                "Streams of neighbouring machines and purposes have nothing in common",
            ),
        ),
    }
    if "C-01" in exam.law.rules and adjusted.keys() & set(RESULTS):
        said["C-01"] = (
            RESULTS,
            Words(
                "El resultado de cada partida no depende de las anteriores ni de las posteriores",
                "The result of each play depends neither on earlier nor on later ones",
            ),
        )
    for row, (names, words) in said.items():
        found[row] = judged(words, Method.SAMPLED, *_figures(exam, adjusted, names), files=_P_VALUES)


def _range(exam: Examination, adjusted: dict[str, float], found: Findings) -> None:
    """Whether a draw can tell all combinations apart, and whether anything comes back too soon."""
    many = outcomes_of(exam.model)
    bits = 32 if many < 1 << 32 else 64
    found["G-06"] = judged(
        Words(
            f"Un sorteo toma {bits} bits, y un flujo tiene 2^68 palabras antes de repetirse",
            f"A draw takes {bits} bits, and a stream has 2^68 words before it repeats itself",
        ),
        Method.SAMPLED,
        Figure(
            "combinations",
            Words("resultados que un sorteo distingue", "results that one draw tells apart"),
            many,
            "results",
            1 << bits,
            AT_MOST,
        ),
        *_figures(exam, adjusted, REPEATS),
        files=_P_VALUES,
    )


def _scaling(exam: Examination, adjusted: dict[str, float], made: Again, found: Findings) -> None:
    found["G-11"] = judged(
        Words(
            f"{made.draws} sorteos se repitieron con otra implementación, que rechaza lo sobrante y no tiene "
            "sesgo",
            f"{made.draws} draws were made once more by another implementation, which rejects what is too "
            "much and has no bias",
        ),
        Method.SAMPLED,
        _differing("draws", Words("sorteos que difieren", "draws that differ"), made.draws_differ),
        *_figures(exam, adjusted, SCALING),
        files=_P_VALUES,
    )


def _repeated(made: Again, found: Findings) -> None:
    found["G-07"] = judged(
        Words(
            f"{made.blocks} bloques son los de ChaCha20 (RFC 8439), calculados aparte",
            f"{made.blocks} blocks are those of ChaCha20 (RFC 8439), computed apart",
        ),
        Method.SAMPLED,
        _differing("blocks", Words("bloques que difieren", "blocks that differ"), made.blocks_differ),
    )
    found["G-12"] = judged(
        Words(
            f"{made.plays} partidas muestran lo que sus sorteos, tomados en orden, deciden: nada se descarta "
            "ni se cambia después",
            f"{made.plays} plays show what their draws, taken in order, decide: nothing is dropped or "
            "changed afterwards",
        ),
        Method.SAMPLED,
        _differing("plays", Words("partidas que difieren", "plays that differ"), made.plays_differ),
    )


def _differing(id: str, name: Words, many: int) -> Figure:
    return Figure(f"{id}_differ", name, many, id, 0, EXACTLY)
