# SPDX-License-Identifier: MIT
"""The prize plan, and the payout with all that raises it (art. 17.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Table, of_section
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.memoir import accepted
from emulator.lab.dossier.signing import signature
from emulator.par.reels import paytable
from emulator.par.sections import par_sections
from emulator.sheets.section import Section

ALL_PRIZES = "premios.csv"


def prize_document(case: Case, prizes_file: str) -> Document:
    """The prize plan with every prize and the maximum a play; ``prizes_file`` lists them all."""
    say = case.say
    blocks: tuple[Block, ...] = (
        Heading(say("Precio, apuestas y premio máximo", "Price, bets and largest prize")),
        Facts(tuple(_bounds(case))),
        Heading(say("Tabla de premios del frente", "Paytable of the front")),
        _paytable(case),
        *(_plan(case) if case.model.type == "B" else _chances(case)),
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
    if model.type == "B":
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


def _sections(case: Case) -> dict[str, Section]:
    return {section.id: section for section in par_sections(case.sheet, case.write)}


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
    from machines.types.cycle.model import CycleModel

    model = case.model
    assert isinstance(model, CycleModel) and model.draft.cycle is not None
    prizes = [row["prize_cents"] for row in case.sheet["prize_plan"]]
    columns = (
        Column(case.say("Estrato", "Stratum"), share=3),
        Column(case.say("Partidas", "Plays"), True, 3),
        *(Column(_short(case, cents), True, 2) for cents in prizes),
    )
    rows, first = [], 1
    for stratum in model.draft.cycle.strata:
        last = first + stratum.repeat - 1
        name = str(first) if last == first else f"{first}-{last}"
        counts = (str(stratum.prizes.get(str(cents), 0) or "·") for cents in prizes)
        rows.append((name, case.write.whole(stratum.plays), *counts))
        first = last + 1
    return Table(
        columns,
        tuple(rows),
        case.say("Premios en euros; número de premios de cada importe.", "Prizes in euro; number of each."),
    )


def _short(case: Case, cents: int) -> str:
    """An amount without its unit: for the heads of many columns."""
    text = f"{cents // 100}.{cents % 100:02d}" if cents % 100 else f"{cents // 100}"
    return text.replace(".", ",") if case.language == "es" else text


def _chances(case: Case) -> Iterator[Block]:
    """Of type C: where prizes come from, what plays win, and the pots."""
    sections = _sections(case)
    yield from of_section(sections["prizes"], case.write)
    if "jackpots" in sections:
        yield from of_section(sections["jackpots"], case.write)


def payout_document(case: Case) -> Document:
    """The payout, the cycle that it is computed on, what raises it, and every option that is declared."""
    say, sheet = case.say, case.sheet
    sections = _sections(case)
    named = (
        ("windows", "raises", "gamble") if case.model.type == "B" else ("features", "free_plays", "gamble")
    )
    found = [block for name in named if name in sections for block in of_section(sections[name], case.write)]
    blocks: tuple[Block, ...] = (
        Heading(say("Porcentaje de devolución", "Payout")),
        Facts(tuple(_payout(case))),
        Para(
            say(
                "Cifras exactas, no muestreadas. Tablas de juego: SHA-256 ",
                "Exact, nothing sampled. Tables of the game: SHA-256 ",
            )
            + sheet["tables_digest"],
            small=True,
        ),
        Heading(say("Dispositivos que elevan el porcentaje", "Devices that raise the payout")),
        Para(_raising(case)),
        Heading(say("Dispositivos opcionales declarados", "Optional devices declared")),
        Table(
            (
                Column(say("Dispositivo", "Device"), share=6),
                Column(say("Artículo", "Article"), share=3),
                Column(say("Incorpora", "Fitted"), share=2),
                Column(say("Parámetros", "Parameters"), share=8),
            ),
            tuple(_options(case)),
        ),
        *found,
        signature(case),
    )
    return Document(
        say("03_porcentaje_y_dispositivos", "03_payout_and_devices"),
        say("Porcentaje de devolución y dispositivos", "Payout and devices"),
        say("Art. 17.1 RD 2110/1998", "RD 2110/1998 art. 17.1"),
        blocks,
    )


def _payout(case: Case) -> Iterator[tuple[str, str]]:
    say, sheet, write = case.say, case.sheet, case.write
    yield say("Porcentaje de devolución", "Payout"), write.percent(Fraction(sheet["rtp"]))
    if len(sheet["rtp"]) < 60:
        yield say("Fracción exacta", "Exact fraction"), sheet["rtp"]
    if case.model.type == "B":
        yield (
            say("Ciclo sobre el que se calcula", "Cycle that it is computed on"),
            say(
                f"{write.whole(sheet['cycle_plays'])} partidas consecutivas",
                f"{write.whole(sheet['cycle_plays'])} consecutive plays",
            ),
        )
        yield (
            say("Apuestas de un ciclo", "Stakes of a cycle"),
            case.money(sheet["cycle_plays"] * sheet["price_cents"]),
        )
        yield say("Premios de un ciclo", "Prizes of a cycle"), case.money(sheet["cycle_paid_cents"])
        yield (
            say("Mínimo legal del ciclo (art. 6.4)", "Legal least of the cycle (art. 6.4)"),
            f"{case.law.value('B-07')} %",
        )
        yield (
            say("Mínimo legal en 5.000 partidas (art. 6.4)", "Legal least of 5,000 plays (art. 6.4)"),
            f"{case.law.value('B-08')} %",
        )
        return
    yield (
        say("Se calcula sobre", "Computed on"),
        say(
            f"la serie de todas las combinaciones posibles: {write.whole(sheet['combinations'])}",
            f"the series of all possible combinations: {write.whole(sheet['combinations'])}",
        ),
    )
    yield say("Mínimo legal (art. 10.d)", "Legal least (art. 10.d)"), f"{case.law.value('C-06')} %"
    if sheet.get("jackpots"):
        yield (
            say("Botes, además de lo anterior (art. 10.d)", "Jackpots, besides (art. 10.d)"),
            write.percent(Fraction(str(round(sheet["jackpots_rtp_percent"], 10))) / 100),
        )


def _raising(case: Case) -> str:
    say, sheet, write = case.say, case.sheet, case.write
    raises = sheet.get("raises")
    if raises:
        percent = write.percent(Fraction(raises["payout"]))
        return say(
            f"Incorpora dispositivos que elevan premios del plan (art. 7.g). Con ellos el porcentaje medio "
            f"es del {percent}, exactamente {raises['payout']}.",
            f"Devices raise prizes of the plan (art. 7.g). With them the payout is {percent} on average, "
            f"exactly {raises['payout']}.",
        )
    if sheet.get("jackpots"):
        percent = write.percent(Fraction(str(round(sheet["jackpots_rtp_percent"], 10))) / 100)
        return say(
            f"Los botes añaden en promedio un {percent} de las apuestas al porcentaje anterior.",
            f"The jackpots add {percent} of the stakes on average.",
        )
    return say("No incorpora ninguno.", "There are none.")


def _options(case: Case) -> Iterator[tuple[str, str, str, str]]:
    """Every option that the articles name, fitted or not."""
    rows = _options_b(case) if case.model.type == "B" else _options_c(case)
    for name, article, fitted, how in rows:
        yield name, article, case.yes(fitted), how if fitted else "-"


def _options_b(case: Case) -> Iterator[tuple[str, str, object, str]]:
    say, model, sheet = case.say, case.model, case.sheet
    draft: Any = model.draft
    gamble, most = sheet.get("gamble"), getattr(model, "simultaneous_max", 1)
    told = ""
    if gamble:
        told = say(
            f"probabilidad {gamble['odds']}, hasta {gamble['rounds']} veces",
            f"odds {gamble['odds']}, up to {gamble['rounds']} times",
        )
    yield say("Doblar premios", "Gamble"), "7.a (B-22)", gamble, told
    yield (
        say("Retención de la combinación no ganadora", "Hold of a losing combination"),
        "7.b (B-23)",
        draft.hold,
        say("rodillos a elección del usuario", "reels as the user likes"),
    )
    yield (
        say("Partidas simultáneas", "Plays at once"),
        "7.c (B-03)",
        most > 1,
        say(f"hasta {most}", f"up to {most}"),
    )
    yield (
        say("Monedas o billetes de más valor que la partida", "Coins or notes above the price"),
        "7.d (B-17)",
        True,
        accepted(case),
    )
    reserve = draft.money.reserve_max_cents
    yield (
        say("Contador de reserva", "Reserve counter"),
        "7.e (B-13)",
        reserve,
        say(f"máximo {case.money(reserve)}", f"at most {case.money(reserve)}"),
    )
    meter = getattr(model, "prize_meter_max_cents", 0)
    yield (
        say("Contador de premios", "Prize meter"),
        "7.f (B-14)",
        meter,
        say(f"máximo {case.money(meter)}", f"at most {case.money(meter)}"),
    )
    rows = (sheet.get("raises") or {}).get("rows", ())
    raised = "; ".join(
        f"{case.money(row['prize_cents'])} → {case.money(row['to_cents'])} ({row['odds']})" for row in rows
    )
    yield say("Elevación del porcentaje de devolución", "Raising the payout"), "7.g (B-24)", rows, raised
    yield _linked(case, "7.h (B-26)", say("Interconexión («carrusel»)", "Interconnection (carrusel)"))


def _options_c(case: Case) -> Iterator[tuple[str, str, object, str]]:
    say, model, sheet = case.say, case.model, case.sheet
    draft: Any = model.draft
    pots = sheet.get("jackpots") or ()
    told = "; ".join(
        f"{pot['name']}: {case.money(pot['seed_cents'])} – {case.money(pot['limit_cents'])}, "
        f"{pot['contribution']}"
        for pot in pots
    )
    yield say("Botes", "Jackpots"), "10.b (C-05)", pots, told
    yield _linked(case, "12 (C-17)", say("Superjackpot (interconexión)", "Superjackpot (link)"))
    free = draft.free_plays
    yield (
        say("Jugadas gratuitas", "Free plays"),
        "10.d (C-08)",
        free,
        say(f"hasta {free.max}, premios × {free.multiplier}", f"up to {free.max}, prizes × {free.multiplier}")
        if free
        else "",
    )
    yield (
        say("Elecciones del usuario", "Picks"),
        "10.d (C-08)",
        draft.picks,
        say("según la tabla de premios", "as the paytable says"),
    )
    gamble = sheet.get("gamble")
    doubled = (
        say(
            f"probabilidad {gamble['odds']}, hasta {gamble['rounds']} veces y "
            f"{case.money(gamble['max_cents'])}",
            f"odds {gamble['odds']}, up to {gamble['rounds']} times and {case.money(gamble['max_cents'])}",
        )
        if gamble
        else ""
    )
    yield say("Doble o nada", "Gamble"), "10 (C-08)", gamble, doubled
    yield (
        say("Acumulación de premios como créditos", "Prizes kept as credits"),
        "11.3 (C-12)",
        True,
        say("cobrables en cualquier momento", "collectable at any moment"),
    )
    hand = getattr(model, "hoppers", ())
    yield (
        say("Pago manual de lo que exceda la reserva", "Hand pay above the reserve"),
        "11.2 (C-14)",
        hand,
        say("con aviso luminoso y bloqueo", "with light and lock"),
    )
    token, card = model.tokens, model.card_name
    yield say("Fichas de la casa", "Tokens of the house"), "10.f (C-10)", token, accepted(case)
    yield (
        say("Tarjeta de la casa", "Card of the house"),
        "10.f (C-10)",
        card,
        card.said(case.language) if card else "",
    )


def _linked(case: Case, article: str, name: str) -> tuple[str, str, object, str]:
    link = case.model.link
    told = (
        ""
        if link is None
        else case.say(
            f"{link.name.said('es')}, premio máximo {case.money(link.award_max_cents)}",
            f"{link.name.said('en')}, award at most {case.money(link.award_max_cents)}",
        )
    )
    return name, article, link, told


def prizes_csv(case: Case) -> bytes:
    """Every prize with its exact probability."""
    lines = ["prize_cents,probability"]
    lines += [f"{row['prize_cents']},{row['probability']}" for row in case.sheet["prizes"]]
    return ("\n".join(lines) + "\n").encode()
