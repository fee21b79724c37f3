# SPDX-License-Identifier: MIT
"""The prize plan, and the payout with all that raises it (art. 17.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Table, of_section
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.signing import signature
from emulator.par.reels import paytable
from machines.rom.build import MODEL
from machines.support.plain import read_toml

ALL_PRIZES = "premios.csv"


def prize_document(case: Case, prizes_file: str) -> Document:
    """The prize plan with every prize and the maximum a play; ``prizes_file`` lists them all."""
    say = case.say
    blocks: tuple[Block, ...] = (
        Heading(say("Precio, apuestas y premio máximo", "Price, bets and largest prize")),
        Facts(tuple(_bounds(case))),
        Heading(say("Tabla de premios del frente", "Paytable of the front")),
        _paytable(case),
        *(_plan(case) if case.cyclic else _chances(case)),
        Para(
            say(
                f"Todos los premios posibles, con su probabilidad exacta: {prizes_file}.",
                f"All prizes with their exact probability: {prizes_file}.",
            ),
            small=True,
        ),
        signature(case),
    )
    return Document(
        say("02_plan_de_premios", "02_prize_plan"),
        say("Plan de premios", "Prize plan"),
        say("Art. 17.1 RD 2110/1998", "RD 2110/1998 art. 17.1"),
        blocks,
    )


def _bounds(case: Case) -> Iterator[tuple[str, str]]:
    """Price, bets and the most that a play wins, each beside its limit."""
    say, model, law, sheet = case.say, case.model, case.law, case.sheet
    yield say("Precio de la partida", "Price of a play"), case.money(model.price_cents)
    stakes = getattr(model, "stakes_cents", (model.price_cents,))
    yield say("Apuestas posibles", "Possible bets"), case.moneys(stakes)
    if case.cyclic:
        limit = law.value("S-02" if model.special else "B-04")
        yield _largest(
            case,
            say("Premio máximo de una partida", "Largest prize of a play"),
            sheet["largest_prize_cents"],
            limit,
        )
        if len(stakes) > 1:
            yield _largest(
                case,
                say("Premio máximo de dos partidas simultáneas", "Largest win of two plays at once"),
                sheet["largest_double_cents"],
                law.value("B-05"),
            )
        return
    yield _largest(
        case,
        say("Premio máximo de una partida, botes aparte", "Largest prize of a play, jackpots apart"),
        sheet["largest_prize_cents"],
        sheet["cap_cents"],
    )
    for pot in sheet.get("jackpots") or ():
        yield (
            say(f"Bote «{pot['name']}», máximo", f"Jackpot «{pot['name']}», at most"),
            case.money(pot["limit_cents"]),
        )


def _largest(case: Case, name: str, cents: int, limit: int) -> tuple[str, str]:
    return name, case.say(
        f"{case.money(cents)} (límite: {case.money(limit)})",
        f"{case.money(cents)} (limit: {case.money(limit)})",
    )


def _paytable(case: Case) -> Table:
    made = paytable(case.model, case.write)
    kept = [
        at
        for at, _ in enumerate(made.columns)
        if any(_shown(case, row, at) not in ("", "-") for row in made.rows)
    ]
    columns = tuple(
        Column(_capital(made.columns[at].title), made.columns[at].figures, 3 if at == 0 else 2) for at in kept
    )
    rows = tuple(
        (_named(case, _shown(case, row, kept[0])), *(_shown(case, row, at) for at in kept[1:]))
        for row in made.rows
    )
    return Table(columns, rows, made.note)


def _named(case: Case, combination: str) -> str:
    """A combination with the names of its symbols."""
    names = {name: symbol.name.said(case.language) for name, symbol in case.model.symbols.items()}
    return re.sub(r"[a-z][a-z0-9_]*", lambda found: names.get(found[0], found[0]), combination)


def _shown(case: Case, row: Any, at: int) -> str:
    if at >= len(row):
        return "-"
    return case.write.show(row[at])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _plan(case: Case) -> Iterator[Block]:
    """Of type B: so many of each prize in a cycle, and stratum by stratum."""
    say, sheet = case.say, case.sheet
    yield Heading(say("Premios de un ciclo", "Prizes of a cycle"))
    columns = (
        Column(say("Premio", "Prize"), True),
        Column(say("Por ciclo", "A cycle"), True),
        Column(say("Importe", "Amount"), True),
        Column(say("Probabilidad exacta", "Exact probability"), True),
        Column(say("Parte de las apuestas", "Share of the stakes"), True),
    )
    staked = sheet["cycle_plays"] * sheet["price_cents"]
    rows = [
        (
            case.money(row["prize_cents"]),
            case.write.whole(row["count"]),
            case.money(row["prize_cents"] * row["count"]),
            str(Fraction(row["count"], sheet["cycle_plays"])),
            case.write.percent(Fraction(row["prize_cents"] * row["count"], staked)),
        )
        for row in sheet["prize_plan"]
    ]
    rows.append(
        (
            say("Sin premio", "None"),
            case.write.whole(sheet["losses"]),
            case.money(0),
            str(Fraction(sheet["losses"], sheet["cycle_plays"])),
            "-",
        )
    )
    rows.append(
        (
            say("Ciclo", "Cycle"),
            case.write.whole(sheet["cycle_plays"]),
            case.money(sheet["cycle_paid_cents"]),
            "1",
            case.write.percent(Fraction(sheet["rtp"])),
        )
    )
    yield Table(columns, tuple(rows))
    yield Heading(say("Composición del ciclo, estrato por estrato", "The cycle, stratum by stratum"))
    yield Para(
        say(
            "Cada estrato contiene exactamente estos premios; dentro de él salen en un orden que decide el "
            "azar.",
            "Each stratum holds exactly these prizes; inside it they come in an order that chance decides.",
        )
    )
    yield _strata(case)


def _strata(case: Case) -> Table:
    """A column a prize; strata of one composition that follow each other in one row."""
    filed = read_toml(case.sample.rom.box.parts[MODEL].decode("utf-8"))
    prizes = [row["prize_cents"] for row in case.sheet["prize_plan"]]
    columns = (
        Column(case.say("Estrato", "Stratum"), share=3),
        Column(case.say("Partidas", "Plays"), True, 3),
        *(Column(_short(case, cents), True, 2) for cents in prizes),
    )
    rows, first = [], 1
    for stratum in filed["cycle"]["strata"]:
        last = first + stratum.get("repeat", 1) - 1
        name = str(first) if last == first else f"{first}-{last}"
        counts = (str(stratum["prizes"].get(str(cents), 0) or "·") for cents in prizes)
        rows.append((name, case.write.whole(stratum["plays"]), *counts))
        first = last + 1
    return Table(
        columns,
        tuple(rows),
        case.say("Premios en euros; número de premios de cada importe.", "Prizes in euro; number of each."),
    )


def _short(case: Case, cents: int) -> str:
    """An amount without its unit: for the heads of many columns."""
    text = f"{cents // 100}.{cents % 100:02d}" if cents % 100 else f"{cents // 100}"
    return case.number(text)


def _chances(case: Case) -> Iterator[Block]:
    """Of type C: where prizes come from, what plays win, and the pots."""
    sections = case.sections
    yield from of_section(sections["prizes"], case.write)
    if "jackpots" in sections:
        yield from of_section(sections["jackpots"], case.write)


def prizes_csv(case: Case) -> bytes:
    """Every prize with its exact probability."""
    lines = ["prize_cents,probability"]
    lines += [f"{row['prize_cents']},{row['probability']}" for row in case.sheet["prizes"]]
    return ("\n".join(lines) + "\n").encode()
