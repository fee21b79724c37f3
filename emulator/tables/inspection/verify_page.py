# SPDX-License-Identifier: MIT
"""A recorded table settled again, as sections for a terminal and as a page that can be signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from emulator.sheets.html import Head, Tile, page
from emulator.sheets.section import NONE, Section, Value, columns, count, exact, facts, money, text
from emulator.sheets.writer import Writer
from machines.support.languages import translator
from machines.tables.inspection.owed import Row
from machines.tables.inspection.verified import Finding, Settled, Verified

Say = Callable[[str], str]


class Maker(NamedTuple):
    """What made a report: the version of azar, and the digest of the game's rules."""

    version: str
    rules_sha256: str


def sayer(write: Writer) -> Say:
    """The words of inspections in the writer's language."""
    return translator(write.language, "inspection")


def verify_page(found: Verified, maker: Maker, write: Writer) -> str:
    """The page, as HTML text in UTF-8."""
    say = sayer(write)
    line = say("{title}: {source}").format(title=found.title, source=found.source)
    foot = say("Made by azar {version} table verify; the same file gives the same page.").format(
        version=maker.version
    )
    head = Head(
        say("Rounds settled again"), line, _tiles(found, write), foot, kind=say("inspection"),
        maker="azar table verify", signed=signed(say),
    )  # fmt: skip
    sections = [*verify_sections(found, write), _rules(found, maker, write), _readings(found, write)]
    return page(head, sections, {}, write)


def signed(say: Say) -> tuple[str, ...]:
    """What is signed under a report."""
    return (say("Place and date"), say("Inspector"), say("For the house"))


def verify_sections(found: Verified, write: Writer) -> list[Section]:
    """The record, what is wrong with it, each stake of each round, and what each seat was owed."""
    made = [_record(found, write)]
    made += [_findings(found, write)] if found.findings else []
    return [*made, _rounds(found, write), _seats(found, write)]


def _tiles(found: Verified, write: Writer) -> list[Tile]:
    say = sayer(write)
    verdict = say("differs") if found.findings or found.stopped else say("as the text has it")
    wrong = sum(abs((one.owed_cents or 0) - (one.paid_cents or 0)) for one in found.findings)
    stakes = sum(len(one.rows) for one in found.rounds)
    return [
        Tile(say("verdict"), text(verdict), say("findings: {}").format(len(found.findings))),
        Tile(say("rounds"), count(len(found.rounds)), say("stakes: {}").format(stakes)),
        Tile(say("paid wrongly"), money(wrong), say("too much and too little together")),
    ]


def _record(found: Verified, write: Writer) -> Section:
    say, record = sayer(write), found.record
    names = {
        "place": say("place"), "table": say("table"), "date": say("date"), "inspector": say("inspector"),
        "remarks": say("remarks"),
    }  # fmt: skip
    rows: list[tuple[str, Value]] = [(say("file"), text(record.file))]
    rows += [(names[name], text(value)) for name, value in record.facts.items()]
    rows += [(say("game"), text(found.title)), (say("text"), text(found.source))]
    rows += [(say("seats"), count(record.seats)), (say("rounds"), count(len(record.rounds)))]
    declared = ", ".join(f"{name}={value}" for name, value in record.declared.items())
    readings = ", ".join(f"{name}={value}" for name, value in record.readings.items())
    rows += [(say("declared"), text(declared or say("as the text has it")))]
    rows += [(say("readings"), text(readings or say("as azar takes them")))]
    rows += [(say("SHA-256 of the file"), exact(record.sha256))]
    if found.stopped:
        rows.append((say("not settled after"), text(found.stopped)))
    return facts("record", say("Record"), rows)


def _findings(found: Verified, write: Writer) -> Section:
    say = sayer(write)
    heads = columns(say, "round", "seat", "spot", "what is wrong", "article")
    rows = tuple(
        (
            text(one.round),
            text(str(one.seat or "-")),
            text(one.spot or "-"),
            text(sentence(one, write)),
            text(one.article or "-"),
        )
        for one in found.findings
    )
    return Section("findings", say("Findings"), rows, heads)


def sentence(one: Finding, write: Writer) -> str:
    """What is wrong, in a sentence of the writer's language."""
    say = sayer(write)
    said = {
        "difference": _difference(one, say), "taken": _taken(one, say),
        "refused": say("{} was refused, and may lie"),
        "decided": say("this cannot be chosen with {} there"),
        "procedure": say("the text does not let the round go on so"),
        "cards": say("{times} of them came, more than the shoe has"),
    }[one.kind]  # fmt: skip
    if one.kind == "taken" and one.owed_cents is not None:
        said = f"{said}. {_as_laid(one, say)}"
    amounts = (one.cents, one.least_cents, one.most_cents)
    owed = one.owed_cents or 0
    return said.format(
        *(write.money(cents) for cents in amounts if cents is not None),
        paid=write.money(abs(one.paid_cents or 0)), owed=write.money(abs(owed)), times=one.times,
    )  # fmt: skip


def _difference(one: Finding, say: Say) -> str:
    paid, owed = one.paid_cents, one.owed_cents or 0
    if one.rule == "no_stake":
        return say("{paid} paid or taken where no stake lay that could win or lose")
    if paid is None:
        return say("nothing recorded as paid, {owed} owed")
    if paid >= 0 and owed >= 0:
        return say("{paid} paid, {owed} owed")
    if paid <= 0 and owed <= 0:
        return say("{paid} taken, {owed} to be taken")
    return say("{paid} paid, {owed} to be taken") if paid > 0 else say("{paid} taken, {owed} owed")


def _as_laid(one: Finding, say: Say) -> str:
    """What a stake that may not lie would have come to."""
    if not one.owed_cents:
        return say("As it lay nothing would be owed or taken")
    if one.owed_cents > 0:
        return say("As it lay {owed} would be owed")
    return say("As it lay {owed} would have to be taken")


def _taken(one: Finding, say: Say) -> str:
    """Why a bet could not lie, by its rule."""
    bounded = one.least_cents is not None
    if one.rule == "minimum":
        return say("{} is below the minimum: {} to {}") if bounded else say("{} is below the minimum")
    if one.rule == "maximum":
        return say("{} is above the maximum: {} to {}") if bounded else say("{} is above the maximum")
    return {
        "multiple": say("{} is no multiple of the smallest chip"),
        "spot": say("{} lay on no spot of this cloth"),
        "contract": say("a stake was taken back that has to stay"),
        "first_throw": say("{} was laid after the first throw"),
        "odds": say("{} was laid without a bet whose point is known"),
    }.get(one.rule, say("{} could not be laid or taken back then"))


def _rounds(found: Verified, write: Writer) -> Section:
    say = sayer(write)
    heads = columns(say, "round", "fell", "seat", "spot", ">stake", "fate", ">owed", "article")
    rows = [row for one in found.rounds for row in _round(one, write)]
    note = say(
        "Owed is what the house pays beyond the stake, less its commission; below nothing, what it takes."
    )
    return Section("rounds", say("Rounds"), tuple(rows), heads, note)


def _round(one: Settled, write: Writer) -> list[tuple[Value, ...]]:
    made: list[tuple[Value, ...]] = [
        (
            text(one.name if first else ""), text(one.given if first else ""), text(str(row.seat)),
            text(row.spot), money(row.cents), text(fate(row, sayer(write))), money(row.owed_cents),
            text(row.article),
        )
        for first, row in ((row is one.rows[0], row) for row in one.rows)
    ]  # fmt: skip
    return made or [(text(one.name), text(one.given), *[NONE] * 6)]


def fate(row: Row, say: Say) -> str:
    """What became of a stake, in words."""
    return {
        "won": say("won"), "lost": say("lost"), "half": say("half back"), "prison": say("to prison"),
        "released": say("released"), "travels": say("travels"), "back": say("back"), "lies": say("lies on"),
        "bank": say("the bank"),
    }[row.fate]  # fmt: skip


def _seats(found: Verified, write: Writer) -> Section:
    say = sayer(write)
    heads = columns(say, "seat", ">owed in all", ">lies on the cloth")
    last = found.rounds[-1].lies if found.rounds else ()
    rows = []
    for seat in range(1, found.record.seats + 1):
        owed = sum(one.owed.get(seat, 0) for one in found.rounds)
        lies = sum(stake.cents for stake in last if stake.seat == seat)
        rows.append((text(str(seat)), money(owed), money(lies)))
    commission = sum(one.commission_cents for one in found.rounds)
    note = say("The house kept {} as commission.").format(write.money(commission)) if commission else ""
    return Section("seats", say("Seats"), tuple(rows), heads, note)


def _rules(found: Verified, maker: Maker, write: Writer) -> Section:
    say = sayer(write)
    rows = [(name, text(str(value))) for name, value in found.declared.items()]
    articles = [(name, text(article)) for name, article in found.articles.items()]
    version: list[tuple[str, Value]] = [
        (say("version of azar"), text(maker.version)),
        (say("version of the game"), count(found.version)),
        (say("SHA-256 of the rules"), exact(maker.rules_sha256)),
    ]
    return facts("rules", say("What was declared, and the articles"), [*rows, *articles, *version])


def _readings(found: Verified, write: Writer) -> Section:
    say = sayer(write)
    rows = tuple((text(name), text(value)) for name, value in found.readings.items())
    note = say(
        "Where the text leaves room it was read so; azar table rules says why, and what else could be."
    )
    return Section("readings", say("Readings"), rows, columns(say, "reading", "value"), note)
