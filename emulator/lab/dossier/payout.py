# SPDX-License-Identifier: MIT
"""The payout, what raises it, and every optional device that is declared (art. 17.1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from emulator.lab.dossier.block import Block, Column, Document, Facts, Heading, Para, Table, of_section
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.memoir import accepted
from emulator.lab.dossier.signing import signature


def payout_document(case: Case) -> Document:
    """The payout, the cycle that it is computed on, what raises it, and every option that is declared."""
    say, sheet = case.say, case.sheet
    sections = case.sections
    named = ("windows", "raises", "gamble") if case.cyclic else ("features", "free_plays", "gamble")
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
    if case.cyclic:
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
    rows = _options_b(case) if case.cyclic else _options_c(case)
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
            f"{link.name.said(case.language)}, premio máximo {case.money(link.award_max_cents)}",
            f"{link.name.said(case.language)}, award at most {case.money(link.award_max_cents)}",
        )
    )
    return name, article, link, told
