# SPDX-License-Identifier: MIT
"""The tables beside the drawing: pins, buses, memory, money, chance and journal, each on one sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from emulator.inside import operations
from emulator.inside.ear import Ear, Frame
from emulator.inside.pace import Pace
from emulator.panel.machine.inside.ink import (
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    SOFT,
    STRONG,
    WORKS,
    Pen,
    letters,
)
from emulator.panel.machine.inside.look import Look
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.inside.speech import Speech

PINS, BUS, MEMORY, MONEY, CHANCE, JOURNAL = "pins", "bus", "memory", "money", "chance", "journal"
OPERATIONS = "operations"
_SECOND_US = 1_000_000


class Table:
    """One sheet: what its picture depends on, and how it is drawn."""

    def __init__(
        self, title: str, key: Callable[[Look], object], draw: Callable[[Pen, Rect, Look, int], None]
    ) -> None:
        self.title, self.key, self.draw = title, key, draw


def tables(cabinet: Cabinet, kit: Speech, ear: Ear, pace: Pace) -> dict[str, Table]:
    """All of them, in the order of their tabs; operations are walked through on a TEST machine alone."""
    say = kit.say
    chance = Chance(cabinet, kit)
    found = {
        PINS: Table(say("Pins"), lambda look: (tuple(look.asserted.items()), look.fresh), _pins(cabinet)),
        BUS: Table(say("Bus traffic"), lambda look: _upto(ear, look), _bus(ear)),
        MEMORY: Table(
            say("Memory"), lambda look: (_upto(ear, look), look.part("memory.")), _memory(kit, ear)
        ),
        MONEY: Table(
            say("Money"),
            lambda look: (
                look.part("place.", "physical.", "book.", "difference."),
                look.word("firmware.phase"),
            ),
            _money(kit),
        ),
        CHANCE: Table(chance.title, chance.key, chance.draw),
        JOURNAL: Table(say("Journal"), lambda look: _upto(ear, look), _journal(ear)),
    }
    if cabinet.test:
        walked = _operations(kit, cabinet, pace)
        found[OPERATIONS] = Table(say("Operations"), lambda look: (pace.done, pace.operations), walked)
    return found


def _upto(ear: Ear, look: Look) -> object:
    """What has been heard; in the past, up to the time that is shown."""
    return ear.heard, look.now_us if ear.newest_us > look.now_us else 0


def clock(t_us: int) -> str:
    """A time as the tables write it: seconds and milliseconds."""
    return f"{t_us / _SECOND_US:.3f}"


def _pins(cabinet: Cabinet) -> Callable[[Pen, Rect, Look, int], None]:
    lines = [*cabinet.board.lines.values()]
    chip = cabinet.board.chip.pins.lines

    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        radius = max(3, pen.size // 3)
        least = max(pen.width(line.name) for line in lines) + 3 * radius + 5 * pen.size
        columns = max(1, box.width // least)
        tall = max(1, box.height // pen.row)
        width = box.width // columns
        first = min(skip, max(0, -(-len(lines) // columns) - tall)) * columns
        for place, line in enumerate(lines[first : first + columns * tall]):
            column, row = divmod(place, tall)
            x, y = box.x + column * width, box.y + row * pen.row
            on, fresh = look.asserted[line.name], line.name in look.fresh
            pen.dot((x + radius, y + pen.row // 2), radius, MOVES if fresh else WORKS, on or fresh)
            where = str(line.gpio) if line.name in chip else f"x{line.gpio}"
            level = look.number(f"pin.{line.name}")
            right = x + width - pen.size
            pen.text(str(level), (right, y), LIVE if level else SOFT, face=STRONG, align="right")
            pen.text(where, (right - round(1.2 * pen.size), y), SOFT, align="right")
            ink = MOVES if fresh else LINE if on else SOFT
            pen.text(line.name, (x + 3 * radius, y), ink, width=width - 3 * radius - 4 * pen.size)

    return draw


def _bus(ear: Ear) -> Callable[[Pen, Rect, Look, int], None]:
    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        tall = max(1, box.height // pen.row)
        rows = [one for one in ear.frames if one.t_us <= look.now_us]
        end = max(0, len(rows) - skip)
        for number, frame in enumerate(rows[max(0, end - tall) : end]):
            _frame(pen, Rect(box.x, box.y + number * pen.row, box.width, pen.row), frame)

    return draw


def _frame(pen: Pen, box: Rect, frame: Frame) -> None:
    wide = pen.size * 5
    pen.text(clock(frame.t_us), (box.x + wide, box.y), SOFT, align="right")
    way = (">" if frame.out else "<") if frame.sound else "x"
    x = box.x + wide + pen.size // 2
    pen.text(frame.bus, (x, box.y), SOFT)
    x += round(pen.size * 3.2)
    pen.text(way, (x, box.y), LIVE if frame.out else WORKS)
    x += pen.size
    x += max(pen.text(frame.who, (x, box.y), LINE, face=STRONG), 5 * pen.size) + pen.size // 2
    pen.text(frame.text, (x, box.y), LINE if frame.sound else FAULT, width=max(8, box.right - x))


def _memory(kit: Speech, ear: Ear) -> Callable[[Pen, Rect, Look, int], None]:
    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        x, y = box.x, box.y
        for name in ("main_even", "main_odd", "marks_even", "marks_odd"):
            number = look.values.get(f"memory.{name}")
            x += pen.text(name.replace("_", " "), (x, y), SOFT) + pen.size // 2
            words = kit.say("not whole") if number is None else f"#{number}"
            x += pen.text(words, (x, y), FAULT if number is None else LIVE, face=STRONG) + pen.size
        writes = kit.say("{} bytes written").format(kit.number(look.number("memory.writes")))
        if x + pen.size * 10 < box.right:
            pen.text(writes, (box.right, y), SOFT, align="right")
        y += pen.row + 2
        pen.line([(box.x, y - 2), (box.right, y - 2)], HAIR)
        for commit in [one for one in reversed(ear.commits) if one.t_us <= look.now_us][skip:]:
            if y + pen.row > box.bottom + 2:
                break
            number = "" if commit.sequence is None else f" #{commit.sequence}"
            pen.text(clock(commit.t_us), (box.x + pen.size * 5, y), SOFT, align="right")
            left = box.x + pen.size * 6
            head = f"{commit.record} {commit.copy}{number}"
            left += pen.text(head, (left, y), LINE, face=STRONG) + pen.size // 2
            y = _changes(
                pen, Rect(left, y, box.right - left, box.bottom - y), box.x + pen.size * 6, commit.changes
            )

    return draw


def _changes(pen: Pen, box: Rect, indent: int, changes: tuple[tuple[str, str, str], ...]) -> int:
    """What a commit changed, wrapped; return where the next row begins."""
    x, y = box.x, box.y
    for name, before, after in changes:
        words = f"{name} {before} > {after}" if len(before) + len(after) < 44 else f"{name} > {after}"
        wide = letters(words, "text", pen.size, LIVE).get_width()
        if x > indent and x + wide > box.right:
            x, y = indent, y + pen.row
        if y + pen.row > box.bottom + 2:
            return y + pen.row
        x += pen.text(words, (x, y), LIVE, width=box.right - x) + pen.size
    return y + pen.row


def _money(kit: Speech) -> Callable[[Pen, Rect, Look, int], None]:
    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        half = box.width // 2 - pen.size
        left = Rect(box.x, box.y, half, box.height)
        right = Rect(box.x + half + 2 * pen.size, box.y, half, box.height)
        total, sealed = look.number("physical.sum"), look.number("physical.sealed")
        _head(pen, left, kit.say("Where every coin is"), total == sealed)
        y = left.y + pen.row + 4
        pairs: list[tuple[str, object]]
        pairs = [(name.removeprefix("place."), value) for name, value in look.part("place.") if value]
        pairs += [(kit.say("sum"), total), (kit.say("sealed when it began"), sealed)]
        _amounts(pen, Rect(left.x, y, half, left.bottom - y), kit, pairs[-(left.height // pen.row) + 1 :])
        differences = look.part("difference.")
        owed, balance = look.values.get("book.owed"), look.values.get("book.balance")
        _head(pen, right, kit.say("What the books say"), owed == balance and not differences)
        y = right.y + pen.row + 4
        names = {
            "book.in": kit.say("booked in"),
            "book.accepted": kit.say("through the gate"),
            "book.out": kit.say("booked out"),
            "book.paid": kit.say("out of the hoppers"),
            "book.owed": kit.say("credits, prizes and debts"),
            "book.balance": kit.say("in less out, won less staked"),
        }
        # What a play has won stands in the books before the reels show it.
        hidden = not look.tells_odds and look.word("firmware.phase") != "idle"
        pairs = [
            (label, "…" if hidden and name in ("book.owed", "book.balance") else look.values.get(name))
            for name, label in names.items()
        ]
        y = _amounts(pen, Rect(right.x, y, half, right.bottom - y), kit, pairs)
        for name, cents in differences:
            if y + pen.row <= right.bottom + 2:
                said = cents if not isinstance(cents, int) else kit.money(cents)
                pen.pair(name.removeprefix("difference."), str(said), Rect(right.x, y, half, pen.row), FAULT)
                y += pen.row

    return draw


def _head(pen: Pen, box: Rect, words: str, sound: bool) -> None:
    pen.check((box.right - pen.size, box.y + pen.row // 2), sound)
    pen.text(words, box.topleft, LINE, face=STRONG, width=box.width - 2 * pen.size)
    pen.line([(box.x, box.y + pen.row + 1), (box.right, box.y + pen.row + 1)], HAIR)


def _amounts(pen: Pen, box: Rect, kit: Speech, pairs: Sequence[tuple[str, object]]) -> int:
    y = box.y
    for name, value in pairs:
        if pen.full(y, box):
            break
        shown = kit.money(value) if isinstance(value, int) else str(value or "?")
        y = pen.pair(name, shown, Rect(box.x, y, box.width, box.bottom - y))
    return y


class Chance:
    """The place in the cycle and the urn of type B, the play and the pots of type C; where it may be told."""

    def __init__(self, cabinet: Cabinet, kit: Speech) -> None:
        self._kit = kit
        self._model = cabinet.model
        tables = cabinet.model.tables
        self._prizes: tuple[int, ...] = getattr(tables, "prizes_cents", ())
        self._strata: tuple[tuple[int, ...], ...] = getattr(tables, "strata", ())
        self.title = kit.say("Cycle") if self._strata else kit.say("Chance")

    def key(self, look: Look) -> object:
        """What is left, and whether it may be told."""
        return look.tells_odds, look.part("cycle.", "urn.", "chance.", "pot."), look.part("firmware.")

    def draw(self, pen: Pen, box: Rect, look: Look, skip: int) -> None:
        """Place, urn and pots; or why not."""
        say = self._kit.say
        if not look.tells_odds:
            pen.text(
                say("Not told while every door is shut and no key is turned:"),
                box.topleft,
                LINE,
                face=STRONG,
                width=box.width,
            )
            words = say("who knows what is left of a cycle can wait for the plays that pay.")
            pen.text(words, (box.x, box.y + pen.row), SOFT, width=box.width)
        elif self._strata:
            self._place_in(pen, box, look)
        else:
            pairs = [(name.partition(".")[2], str(value)) for name, value in look.part("chance.")]
            pairs += [
                (say("pot {}").format(name.removeprefix("pot.")), self._kit.money(value // 1000))
                for name, value in look.part("pot.")
                if isinstance(value, int)
            ]
            if not pairs:
                pen.text(
                    say("Skill alone decides: there is no chance to read."),
                    box.topleft,
                    SOFT,
                    width=box.width,
                )
            for number, (name, value) in enumerate(pairs):
                pen.pair(
                    name, value, Rect(box.x, box.y + number * pen.row, min(box.width, 30 * pen.size), pen.row)
                )

    def _place_in(self, pen: Pen, box: Rect, look: Look) -> None:
        say, strata = self._kit.say, self._strata
        total = sum(map(sum, strata))
        stratum = min(look.number("cycle.stratum"), len(strata) - 1)
        play = look.number("cycle.play")
        words = say("cycle {}, play {} of {}, stratum {} of {}: {} plays left in it").format(
            look.number("cycle.cycle") + 1,
            self._kit.number(play % total + 1),
            self._kit.number(total),
            stratum + 1,
            len(strata),
            self._kit.number(look.number("cycle.remaining")),
        )
        pen.text(words, box.topleft, LINE, face=STRONG, width=box.width)
        bar = Rect(box.x, box.y + pen.row + 2, box.width, 8)
        pen.bar(bar, play % total / total, LIVE)
        for number in range(1, len(strata)):
            x = bar.x + bar.width * number // len(strata)
            pen.line([(x, bar.y), (x, bar.bottom)], LINE)
        self._urn(
            pen, Rect(box.x, bar.bottom + 6, box.width, box.bottom - bar.bottom - 6), look, strata[stratum]
        )

    def _urn(self, pen: Pen, box: Rect, look: Look, whole: tuple[int, ...]) -> None:
        """Of every class of prize how many are left in the stratum."""
        tall = max(1, box.height // pen.row)
        columns = -(-len(whole) // tall)
        width = box.width // max(1, columns)
        for number, count in enumerate(whole):
            column, row = divmod(number, tall)
            x, y = box.x + column * width, box.y + row * pen.row
            left = look.number(f"urn.{number}")
            cents = self._prizes[number] if number < len(self._prizes) else 0
            name = self._kit.money(cents, whole=True) if cents else self._kit.say("nothing")
            pen.text(name, (x + 6 * pen.size, y), SOFT, align="right")
            shown = f"{left}/{count}"
            wide = 6 * pen.size
            bar = Rect(x + round(6.5 * pen.size), y + 3, max(4, width - wide - 8 * pen.size), pen.row - 6)
            pen.bar(bar, left / count if count else 0.0, LIVE if left else HAIR)
            pen.text(shown, (bar.right + pen.size // 2, y), LINE)


def _operations(kit: Speech, cabinet: Cabinet, pace: Pace) -> Callable[[Pen, Rect, Look, int], None]:
    """The operations of the tick that is walked through, done ones above the line where a cut would fall."""
    colours = {operations.PIN: WORKS, operations.BUS: LIVE, operations.BYTE: SOFT}

    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        if not pace.operations:
            words = kit.say("No tick is walked through. “+ operation” walks through the next one.")
            pen.text(words, box.topleft, SOFT, width=box.width)
            return
        words = kit.say("operation {} of {} of tick {}").format(
            pace.done, len(pace.operations), kit.number(cabinet.board.ticks)
        )
        wide = pen.text(words, box.topleft, LINE, face=STRONG) + pen.size
        said = kit.say("a cut here leaves what stands above the line")
        pen.text(said, (box.x + wide, box.y), SOFT, width=max(8, box.width - wide))
        y = box.y + pen.row + 2
        tall = max(2, (box.bottom - y) // pen.row)
        first = max(0, min(pace.done - tall * 2 // 3, len(pace.operations) - tall))
        for one in pace.operations[first : first + tall]:
            done = one.number <= pace.done
            ink = colours.get(one.kind, SOFT) if done else HAIR
            pen.text(str(one.number), (box.x + 3 * pen.size, y), ink, align="right")
            words = one.text or kit.say("pin mode")
            pen.text(words, (box.x + 4 * pen.size, y), ink, width=box.width - 4 * pen.size)
            y += pen.row
            if one.number == pace.done:
                pen.line([(box.x, y), (box.right, y)], FAULT, 2)

    return draw


def _journal(ear: Ear) -> Callable[[Pen, Rect, Look, int], None]:
    def draw(pen: Pen, box: Rect, look: Look, skip: int) -> None:
        tall = max(1, box.height // pen.row)
        rows = [one for one in ear.told if one.t_us <= look.now_us]
        end = max(0, len(rows) - skip)
        for number, told in enumerate(rows[max(0, end - tall) : end]):
            y = box.y + number * pen.row
            pen.text(clock(told.t_us), (box.x + 5 * pen.size, y), SOFT, align="right")
            pen.text(
                ">" if told.inward else "<",
                (box.x + round(5.5 * pen.size), y),
                LIVE if told.inward else WORKS,
            )
            x = box.x + round(6.5 * pen.size)
            x += pen.text(told.name, (x, y), LINE, face=STRONG) + pen.size // 2
            pen.text(" ".join(_fields(told.fields)), (x, y), LIVE, width=max(8, box.right - x))

    return draw


def _fields(fields: JsonView) -> Iterator[str]:
    for name, value in fields.items():
        if value not in ("", None):
            yield f"{name}={value}"
