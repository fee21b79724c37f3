# SPDX-License-Identifier: MIT
"""The simulation of at least two cycles, with its originals (art. 17.2)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from cext.play import GAMBLE_TAKE
from emulator.lab.campaign import Campaign, run_campaign
from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Table
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.signing import signature
from emulator.support.errors import EmulatorError
from emulator.support.seed import seed_key
from machines.rom.cores import CORES
from machines.support.plain import Json

CYCLES = 2
BLOCK_PLAYS = 5_000
# Least plays of type C; never fewer than two series of all its combinations.
PLAYS_C = 10_000_000
# Two-sided 99 % point of the normal distribution, and half the interval as a share of the stakes.
Z_99, HALF = Fraction("2.5758293035489004"), Fraction(1, 1000)
_ROWS_SHOWN = 28
# A play of type B as its outcome has it: the prize of its first entry, and whether a gamble is offered.
_PRIZE_AT, _OFFERED_AT = 20, 2


class SimulationError(EmulatorError):
    """Two ways of making the same plays came to different prizes."""


@dataclass(frozen=True)
class Simulated:
    """
    What was simulated.

    Attributes:
        prizes: of type B, the prize of every play in order; empty for C.
        needed: plays that bring the return within ±0.1 % at 99 %; None for B, where nothing is sampled.
    """

    campaign: Campaign
    prizes: tuple[int, ...]
    needed: int | None


def needed_plays(variance_stake2: Fraction) -> int:
    """Plays after which half the 99 % interval of the return is 0.1 % of the stakes."""
    return ceil((Z_99 / HALF) ** 2 * variance_stake2)


def simulate(case: Case, told: Callable[[int, int], None]) -> Simulated:
    """
    Make the plays, through the core that the firmware calls.

    Args:
        told: called with (done, total).
    """
    model: Any = case.model
    needed = None if case.cyclic else needed_plays(Fraction(case.sheet["variance_stake2"]))
    plays = CYCLES * case.sheet["cycle_plays" if needed is None else "combinations"]
    if needed is not None:
        plays = max(plays, PLAYS_C, needed if case.full else 0)
    campaign = run_campaign(model, plays, seed=case.seed, progress=lambda now: told(now.done, now.total))
    prizes = _every_play(model, case.seed, plays) if case.cyclic else ()
    if prizes and _counted(prizes) != campaign.prizes:
        raise SimulationError("the plays one by one must win what the campaign won (got other prizes)")
    return Simulated(campaign, prizes, needed)


def _every_play(model: Any, seed: str, plays: int) -> tuple[int, ...]:
    """The prize of each play, step by step; a gamble that is offered is refused."""
    core = CORES[type(model.tables)]
    state, found = model.first_state(seed_key(seed), 1), list[int]()
    for _ in range(plays):
        state, outcome = core.step(model.tables, state, 1, 0)
        found.append(int.from_bytes(outcome[_PRIZE_AT : _PRIZE_AT + 4], "little"))
        if outcome[_OFFERED_AT]:
            state, _ = core.step(model.tables, state, 0, GAMBLE_TAKE)
    return tuple(found)


def _counted(prizes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for cents in prizes:
        counts[cents] = counts.get(cents, 0) + 1
    return tuple(sorted(counts.items()))


def tallies(case: Case, made: Simulated) -> Json:
    """The originals: what was counted, from which seed, by which core."""
    from machines.rom.build import core_digest

    told = made.campaign.as_dict()
    for key in ("plays_per_second", "kernels"):  # of the computer, not of the machine
        del told[key]
    return {
        **told,
        "tables_sha256": case.model.tables.digest,
        "core_sha256": core_digest(),
        "rom_sha256": case.sample.rom.digest,
        "plays_for_a_tenth_percent_at_99": made.needed,
        "repeat": f"azar simulate {case.model.name} --plays {made.campaign.plays} --seed {case.seed}",
    }


def plays_csv(made: Simulated) -> bytes:
    """Every play of type B: its number and its prize."""
    out = io.StringIO("play,prize_cents\n")
    out.seek(0, io.SEEK_END)
    for number, cents in enumerate(made.prizes, 1):
        out.write(f"{number},{cents}\n")
    return out.getvalue().encode()


def tallies_csv(made: Simulated) -> bytes:
    """How many plays won each prize."""
    return "".join(
        ["prize_cents,plays\n", *(f"{cents},{count}\n" for cents, count in made.campaign.prizes)]
    ).encode()


def simulation_document(case: Case, made: Simulated, originals: tuple[str, ...]) -> Document:
    """The statistical summary; ``originals`` are the files that stand behind it."""
    say = case.say
    of_type = _cycles(case, made) if made.prizes else _interval(case, made)
    blocks: tuple[Block, ...] = (
        Heading(say("Lo que se ha simulado", "What was simulated")),
        Facts(tuple(_summary(case, made))),
        *of_type,
        Heading(say("Premios", "Prizes")),
        _prizes(case, made),
        *_pots(case, made),
        Heading(say("Originales", "Originals")),
        Para(
            say(
                "Los originales de la simulación quedan a disposición del órgano competente y acompañan a "
                "este resumen: ",
                "The originals are at the disposal of the authority and go with this summary: ",
            )
            + ", ".join(originals)
            + "."
        ),
        Facts(_repeat(case, made)),
        signature(case),
    )
    return Document(
        say("07_resumen_estadistico", "07_statistical_summary"),
        say("Resumen estadístico de la simulación", "Statistical summary of the simulation"),
        say("Art. 17.2 RD 2110/1998", "RD 2110/1998 art. 17.2"),
        blocks,
    )


def _summary(case: Case, made: Simulated) -> Iterator[tuple[str, str]]:
    say, write, campaign = case.say, case.write, made.campaign
    yield say("Partidas", "Plays"), write.whole(campaign.plays)
    if made.prizes:
        yield (
            say("Ciclos", "Cycles"),
            say(
                f"{CYCLES} de {write.whole(case.sheet['cycle_plays'])} partidas",
                f"{CYCLES} of {write.whole(case.sheet['cycle_plays'])} plays",
            ),
        )
    else:
        combinations = case.sheet["combinations"]
        yield say("Combinaciones posibles", "Possible combinations"), write.whole(combinations)
        yield (
            say("Partidas por combinación", "Plays a combination"),
            write.number(Fraction(campaign.plays, combinations)),
        )
    yield say("Apostado", "Staked"), case.money(campaign.staked_cents)
    yield say("Premios", "Won"), case.money(campaign.won_cents)
    yield (
        say("Devolución obtenida", "Return"),
        write.percent(Fraction(campaign.won_cents, campaign.staked_cents)),
    )
    yield say("Devolución exacta", "Exact return"), write.percent(Fraction(case.sheet["rtp"]))
    yield say("Partidas con premio", "Plays with a prize"), write.whole(campaign.hits)
    yield (
        say("Frecuencia de premio exacta", "Exact hit frequency"),
        write.percent(Fraction(case.sheet["hit_frequency"])),
    )


def _cycles(case: Case, made: Simulated) -> Iterator[Block]:
    """Of type B: each cycle and each 5,000 plays beside the legal least."""
    say, write = case.say, case.write
    cycle, price = case.sheet["cycle_plays"], case.sheet["price_cents"]
    columns = (
        Column(say("Bloque", "Block"), share=4),
        Column(say("Partidas", "Plays"), share=4),
        Column(say("Premios", "Won"), True, 3),
        Column(say("Devolución", "Return"), True, 3),
        Column(say("Mínimo", "Least"), True, 2),
        Column(say("Regla", "Rule"), share=2),
    )
    rows = []
    for size, rule, name in (
        (cycle, "B-07", say("Ciclo", "Cycle")),
        (BLOCK_PLAYS, "B-08", say("Subciclo", "Block")),
    ):
        for at in range(0, len(made.prizes), size):
            won = sum(made.prizes[at : at + size])
            span = f"{write.whole(at + 1)} – {write.whole(at + size)}"
            rows.append(
                (
                    f"{name} {at // size + 1}",
                    span,
                    case.money(won),
                    write.percent(Fraction(won, size * price)),
                    f"{case.law.value(rule)} %",
                    rule,
                )
            )
    yield Heading(say("Ciclos y subciclos", "Cycles and blocks"))
    yield Table(columns, tuple(rows))


def _interval(case: Case, made: Simulated) -> Iterator[Block]:
    """Of type C: the interval of the return, and how many plays it takes."""
    say, write, campaign = case.say, case.write, made.campaign
    assert made.needed is not None
    rows = []
    if campaign.ci99_percent is not None:
        low, high = (write.percent(Fraction(str(round(value, 6))) / 100) for value in campaign.ci99_percent)
        rows.append((say("Intervalo de confianza del 99 %", "99 % interval"), f"{low} – {high}"))
    if campaign.sigma_from_exact is not None:
        sigma = Fraction(str(round(campaign.sigma_from_exact, 4)))
        rows.append((say("Distancia al valor exacto", "From the exact figure"), f"{write.number(sigma)} σ"))
    rows.append((say("Partidas para ±0,1 % al 99 %", "Plays for ±0.1 % at 99 %"), write.whole(made.needed)))
    rows.append((say("Las simuladas bastan", "Those made suffice"), case.yes(campaign.plays >= made.needed)))
    yield Heading(say("Precisión", "Precision"))
    yield Facts(tuple(rows))
    if campaign.plays < made.needed:
        yield Para(
            say(
                "El número para ±0,1 % se ha calculado de antemano con la varianza exacta; azar dossier "
                "--full lo simula entero.",
                "The number for ±0.1 % follows from the exact variance; azar dossier --full makes them all.",
            ),
            small=True,
        )


def _prizes(case: Case, made: Simulated) -> Table:
    """Every prize beside what was expected, or of very many those that came most often."""
    say, write, campaign = case.say, case.write, made.campaign
    share = {row["prize_cents"]: Fraction(row["probability"]) for row in case.sheet["prizes"]}
    share[0] = 1 - sum(share.values(), Fraction(0))
    most = sorted(campaign.prizes, key=lambda row: (-row[1], row[0]))[:_ROWS_SHOWN]
    columns = (
        Column(say("Premio", "Prize"), True),
        Column(say("Partidas", "Plays"), True),
        Column(say("Esperadas", "Expected"), True),
        Column(say("Diferencia", "Difference"), True),
        Column(say("Importe", "Amount"), True),
    )
    rows = []
    for cents, count in sorted(most):
        expected = share.get(cents, Fraction(0)) * campaign.plays
        gap = Fraction(count) - expected
        sign = "+" if gap > 0 else ""
        rows.append(
            (
                case.money(cents),
                write.whole(count),
                write.whole(round(expected)),
                f"{sign}{write.whole(round(gap))}",
                case.money(cents * count),
            )
        )
    few, all_ = str(len(most)), write.whole(len(campaign.prizes))
    note = say(
        f"Los {few} importes más frecuentes de {all_}; todos, en los originales.",
        f"The {few} most frequent of {all_}; all are in the originals.",
    )
    if len(most) == len(campaign.prizes):
        note = ""
    return Table(columns, tuple(rows), note)


def _pots(case: Case, made: Simulated) -> Iterator[Block]:
    say, write = case.say, case.write
    if not made.campaign.pots:
        return
    yield Heading(say("Botes", "Jackpots"))
    rows = tuple(
        (pot.name, write.whole(pot.totals[0]), case.money(pot.totals[1])) for pot in made.campaign.pots
    )
    yield Table(
        (
            Column(say("Bote", "Jackpot")),
            Column(say("Veces", "Hits"), True),
            Column(say("Importe", "Awarded"), True),
        ),
        rows,
    )


def _repeat(case: Case, made: Simulated) -> tuple[tuple[str, str], ...]:
    say, told = case.say, tallies(case, made)
    return (
        (say("Semilla", "Seed"), case.seed),
        (say("Huella de las partidas", "Digest of the plays"), made.campaign.digest),
        (say("Tablas, SHA-256", "Tables, SHA-256"), told["tables_sha256"]),
        (say("Núcleo, SHA-256", "Core, SHA-256"), told["core_sha256"]),
        (say("Se repite con", "Repeat it with"), told["repeat"]),
    )
