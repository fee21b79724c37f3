# SPDX-License-Identifier: MIT
"""A record tested for bias, as sections for a terminal and as a page with pictures that can be signed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from emulator.sheets.charts import HALF, Chart
from emulator.sheets.html import Head, Tile, page
from emulator.sheets.section import NONE, Section, Value, columns, count, exact, facts, number, text
from emulator.sheets.writer import Writer
from emulator.tables.inspection.audit_words import bias_name, cell_name, measure, trial_name
from emulator.tables.inspection.pictures import Bar, banded, deck, rose
from emulator.tables.inspection.verify_page import Maker, Say, sayer, signed
from machines.tables.chance import RANKS, SUITS, card_name
from machines.tables.inspection.audit import Audit, Judged
from machines.tables.inspection.power import POWERS, band
from machines.tables.inspection.shoe_trials import DECK, ShoeDraws
from machines.tables.inspection.trial import Trial
from machines.tables.inspection.wheel_trials import WheelDraws

SHOWN = 4
"""Counts that are told of one test; --json has all."""
UNITS = {"wheel": "balls", "dice": "throws", "shoe": "cards"}


def audit_page(found: Audit, maker: Maker, write: Writer) -> str:
    """The page, as HTML text in UTF-8."""
    say = sayer(write)
    line = say("{title}: {source}").format(title=found.record.title, source=found.record.source)
    foot = say("Made by azar {version} table audit; the same file gives the same page.").format(
        version=maker.version
    )
    head = Head(
        say("Chance looked through"), line, _tiles(found, write), foot, kind=say("audit"),
        maker="azar table audit", signed=signed(say),
    )  # fmt: skip
    sections, charts = audit_sections(found, write), {}
    for at, (title, drawn) in enumerate(_pictures(found, write)):
        note = "" if at else _picture_note(found, say)
        sections.insert(1 + at, Section(f"picture-{at}", title, (), (), note))
        charts[f"picture-{at}"] = drawn
    sections.append(_versions(maker, write))
    return page(head, sections, charts, write)


def audit_sections(found: Audit, write: Writer) -> list[Section]:
    """The record, what is odd in it, every test, and what would have been found."""
    made = [_record(found, write)]
    if found.wrong:
        made.append(_wrong(found, write))
    if any(one.odd for one in found.trials):
        made.append(_named(found, write))
    return [*made, _trials(found, write), _power(found, write)]


def _level(found: Audit, write: Writer) -> str:
    return write.short(100 * found.level)


def _tiles(found: Audit, write: Writer) -> list[Tile]:
    say = sayer(write)
    verdict = say("bias found") if found.odd else say("nothing found")
    odd = ", ".join(trial_name(one.trial.name, say) for one in found.trials if one.odd)
    if found.wrong:
        odd = ", ".join(dict.fromkeys(card_name(one.card) for one in found.wrong))
    smallest = min((one.adjusted for one in found.trials if one.adjusted is not None), default=1.0)
    below = say("odd below {} %").format(_level(found, write))
    first = next((bias for one in found.trials for bias in one.biases), None)
    tiles = [
        Tile(say("verdict"), text(verdict), odd or say("fair records are odd once in {}").format(
            write.short(round(1 / found.level, 2)))),
        Tile(say("smallest p-value for all tests"), number(smallest), below),
    ]  # fmt: skip
    if first is not None:
        shown = measure(first, first.sizes[0], write, say)
        below = say("{what}, instead of {fair}, is found with 80 %").format(
            what=bias_name(first, say), fair=measure(first, first.fair, write, say)
        )
        tiles.append(Tile(say("what this can find"), text(shown), below))
    return tiles


def _record(found: Audit, write: Writer) -> Section:
    say, record = sayer(write), found.record
    names = {
        "place": say("place"), "table": say("table"), "date": say("date"), "inspector": say("inspector"),
        "remarks": say("remarks"),
    }  # fmt: skip
    rows: list[tuple[str, Value]] = [(say("file"), text(record.file))]
    rows += [(names[name], text(value)) for name, value in record.facts.items()]
    rows += [(say("game"), text(record.title)), (say("text"), text(record.source))]
    rows.append((say(UNITS[record.kind]), count(record.size)))
    if isinstance(record.draws, ShoeDraws):
        rows += [(say("shoes"), count(len(record.draws.shoes))), (say("decks"), count(record.draws.decks))]
    if record.sorted:
        rows.append((say("dice"), text(say("the smaller face first: which die it was is not known"))))
    rows.append((say("false alarms"), text(say("of fair records, all tests together (Holm): {} %").format(
        _level(found, write)))))  # fmt: skip
    rows.append((say("verdict"), text(say("bias found") if found.odd else say("nothing found"))))
    rows.append((say("SHA-256 of the file"), exact(record.sha256)))
    return facts("record", say("Record"), rows)


def _wrong(found: Audit, write: Writer) -> Section:
    say = sayer(write)
    heads = columns(say, ">shoe", "card", ">seen", ">decks")
    rows = tuple(
        (count(one.shoe), text(card_name(one.card)), count(one.seen), count(one.decks)) for one in found.wrong
    )
    return Section("wrong", say("Cards too many or missing"), rows, heads, say("This is certain, no chance."))


def _named(found: Audit, write: Writer) -> Section:
    """Whatever is odd by itself; of a test that is odd without such a count, the one furthest from fair."""
    say = sayer(write)
    heads = columns(say, "test", "which", ">seen", ">expected", ">p-value")
    rows = []
    for one in found.trials:
        cells = (one.named or (one.trial.most,)) if one.odd else ()
        name = text(trial_name(one.trial.name, say))
        for cell in cells[:SHOWN]:
            which = text(cell_name(one.trial.name, cell, say))
            seen = NONE if cell.seen is None else count(cell.seen)
            expected = NONE if cell.expected is None else number(cell.expected)
            rows.append((name, which, seen, expected, number(cell.p)))
        if more := cells[SHOWN:]:
            rows.append((name, text(say("and {} more").format(len(more))), NONE, NONE, NONE))
    return Section("odd", say("What is odd"), tuple(rows), heads)


def _trials(found: Audit, write: Writer) -> Section:
    say = sayer(write)
    heads = columns(say, "test", ">looked at", "furthest from fair", ">p-value", ">for all tests", "verdict")
    note = say(
        "A p-value is the chance that fair ones look at least as odd; for all tests it counts by Holm."
    )
    return Section("tests", say("Tests"), tuple(_row(one, write) for one in found.trials), heads, note)


def _row(one: Judged, write: Writer) -> tuple[Value, ...]:
    say, trial = sayer(write), one.trial
    name = text(trial_name(trial.name, say))
    if one.adjusted is None:
        return (name, count(0), text("-"), NONE, NONE, text(say("too few data")))
    cell, most = trial.most, cell_name(trial.name, trial.most, say)
    if cell.seen is not None and cell.expected is not None:
        told = say("{what}: {seen} for {expected}") if cell.label else say("{seen} for {expected}")
        shown = write.short(round(cell.expected, 1))
        most = told.format(what=most, seen=write.whole(cell.seen), expected=shown)
    verdict = say("ODD") if one.odd else say("fair")
    p_values = (number(trial.p), number(one.adjusted))
    return (name, count(len(trial.cells)), text(most), *p_values, text(verdict))


def _power(found: Audit, write: Writer) -> Section:
    say = sayer(write)
    shown = [say("found with {} %").format(write.short(100 * power)) for power in POWERS]
    heads = (*columns(say, "bias", ">fair"), *columns(lambda words: words, *(f">{one}" for one in shown)))
    rows = []
    for one in found.trials:
        for bias in one.biases:
            fair = "0" if bias.whole else measure(bias, bias.fair, write, say)
            sizes = [text(measure(bias, size, write, say)) for size in bias.sizes]
            rows.append((text(bias_name(bias, say)), text(fair), *sizes))
    note = say('What "nothing found" is worth: how large a bias had to be in as many data to be found.')
    return Section("power", say("What would have been found"), tuple(rows), heads, note)


def _versions(maker: Maker, write: Writer) -> Section:
    say = sayer(write)
    rows = [
        (say("version of azar"), text(maker.version)),
        (say("SHA-256 of the rules"), exact(maker.rules_sha256)),
    ]
    return facts("versions", say("Made with"), rows)


def _picture_note(found: Audit, say: Say) -> str:
    if found.record.kind == "shoe":
        return say("How often each card came, all shoes together; red: certainly or probably wrong.")
    return say(
        "All counts of fair ones stay within the yellow band, but for the false alarms stated; red: outside."
    )


def _pictures(found: Audit, write: Writer) -> list[tuple[str, list[Chart]]]:
    """Pictures under a heading each; those of several dice side by side."""
    draws = found.record.draws
    if isinstance(draws, ShoeDraws):
        return [_deck(found, draws, write)]
    if isinstance(draws, WheelDraws):
        return _wheel(found, draws, write)
    say, faces = sayer(write), []
    face = _trial(found, "face")
    for die in dict.fromkeys(cell.label[0] for cell in face.cells):
        title = say("Die {}").format(die) if die else say("Both dice")
        size = found.record.size * (1 if die else len(draws.throws[0]))
        faces.append(Chart(title, banded(title, _bars(found, face, size, die), HALF)))
    title = say("How often each sum was thrown")
    sums = banded(title, _bars(found, _trial(found, "sum"), found.record.size))
    return [(say("Faces"), faces), (say("Sums"), [Chart(title, sums)])]


def _trial(found: Audit, name: str) -> Trial:
    return next(one.trial for one in found.trials if one.trial.name == name)


def _bars(found: Audit, trial: Trial, size: int, die: str | None = None) -> list[Bar]:
    """Binomial counts as bars, with the band of the whole audit's level."""
    tests = sum(1 for one in found.trials if one.adjusted is not None)
    alpha = found.level / tests / len(trial.cells)
    bars = []
    for cell in trial.cells:
        if die is not None and cell.label[0] != die:
            continue
        mean = cell.expected or 0.0
        low, high = band(size, mean / size, alpha)
        bars.append(Bar(cell.label[-1], cell.seen or 0, mean, low, high, cell.p <= alpha))
    return bars


def _wheel(found: Audit, draws: WheelDraws, write: Writer) -> list[tuple[str, list[Chart]]]:
    say = sayer(write)
    pocket = _bars(found, _trial(found, "pocket"), found.record.size)
    if not draws.distinct:
        title = say("How often each number fell")
        return [(say("What fell"), [Chart(title, banded(title, pocket))])]
    red: Sequence[int] = next((ours for name, ours, _, _ in draws.pairs if name == "rojo"), ())
    colours = ["#b3261e" if n in red else "#23262e" if n else "#1c7a45" for n in draws.order]
    title = say("How often each pocket fell, in the order of the wheel")
    hub = say("{} balls").format(write.whole(found.record.size))
    made = [(say("What fell"), [Chart(title, rose(title, pocket, colours, hub))])]
    step = _trial(found, "step")
    if step.cells:
        once = step._replace(cells=tuple(cell for cell in step.cells if cell.label[1] == "1"))
        bars = _steps(found, step, once)
        title = say("How many pockets clockwise of the last ball the next one fell")
        made.append((say("From ball to ball"), [Chart(title, banded(title, bars))]))
    return made


def _steps(found: Audit, step: Trial, once: Trial) -> list[Bar]:
    """The ways from ball to ball, under the level of all ways that were looked at."""
    tests = sum(1 for one in found.trials if one.adjusted is not None)
    alpha, size = found.level / tests / len(step.cells), found.record.size - 1
    bars = []
    for cell in once.cells:
        mean = cell.expected or 0.0
        low, high = band(size, mean / size, alpha)
        bars.append(Bar(cell.label[0], cell.seen or 0, mean, low, high, cell.p <= alpha))
    return bars


def _deck(found: Audit, draws: ShoeDraws, write: Writer) -> tuple[str, list[Chart]]:
    say = sayer(write)
    seen = np.bincount(np.array([card for shoe in draws.shoes for card in shoe]), minlength=DECK)
    wrong = {one.card for one in found.wrong}
    named = {cell.label[0] for one in found.trials if one.trial.name == "card" for cell in one.named}
    wrong |= {card for card in range(DECK) if card_name(card) in named}
    counts = [[int(seen[4 * rank + suit]) for rank in range(len(RANKS))] for suit in range(len(SUITS))]
    odd = [[4 * rank + suit in wrong for rank in range(len(RANKS))] for suit in range(len(SUITS))]
    title = say("How often each card came")
    return say("What fell"), [Chart(title, deck(title, counts, odd, "♣♦♥♠", RANKS))]
