# SPDX-License-Identifier: MIT
"""
A visit with the plug pulled at drawn moments: afterwards everybody must own what an undisturbed visit gave.

The visit is made once without a cut, which tells what the visitor owns after so many plays: a TEST machine
with the same key makes the same plays. Then the same inputs are made again up to a moment near something
that was seen (a coin at a sensor, a reel, a button) and the plug is pulled. When all is at rest again, the
mechanical meter says how many plays there were, and so what must be owned. A coin at each sensor may be open,
and a pulse of that meter which the cut ended may have moved the wheel without the program's knowing, which
then repeats it (docs/power.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from emulator.cabinet import Cabinet
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.reading import total
from emulator.lab.bench.visitor import PURSE, Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json, JsonView

_FILES = ("power_outside.json",)
_ROWS = ("B-31", "K-13", "K-16", "G-31", "G-32")
# What the cuts are made near, one kind after the other, and how far behind it at most.
_NEAR = ("coin_slot", "coin_accepted", "hopper_coin", "reel_start", "reel_stop", "button", "note_stacked")
_NEAR_MS = 400
# Rows that are about some of these alone: money that comes in; reels that turn, and the payment after them.
_ABOUT = {
    "G-32": ("coin_slot", "coin_accepted", "note_stacked"),
    "K-16": ("hopper_coin", "reel_start", "reel_stop", "button"),
}
# A coin at a sensor may be open that passed it so long before the cut.
_OPEN_US = 400_000
# Without a prize after so many plays the visit goes on without one.
_MOST_PLAYS = 24
_SKILL_PLAYS = 2
_SPARE_PLAYS = 6
_BACK_MS = 6_500
# Plug out so long: back at once, while things still fall, and much later.
_OFF_MS = (40, 1_000)


@dataclass
class Visit:
    """An undisturbed visit: its inputs, what was seen, and what the visitor owned after so many plays."""

    inputs: list[tuple[int, str, JsonView]] = field(default_factory=list)
    seen: list[tuple[int, str]] = field(default_factory=list)
    owned: dict[int, int] = field(default_factory=dict)
    end_us: int = 0


@dataclass(frozen=True)
class Cut:
    """One cut: when, near what, for how long, and what was owned and should be."""

    at_us: int
    near: str
    off_ms: int
    plays: int
    owns_cents: int
    must_cents: int | None
    less_cents: int
    more_cents: int
    repeated_cents: int | None = None
    """What must be owned if the last pulse of the meter was made twice; None if it cannot have been."""
    broken: str = ""

    @property
    def wrong(self) -> Words | None:
        """What is wrong after it; None if nothing is."""
        if self.broken:
            return Words(f"no hay vuelta: {self.broken}", f"no way back: {self.broken}")
        if self.must_cents is None:
            return Words(
                f"el contador marca {self.plays} partidas, que nadie hizo",
                f"the meter shows {self.plays} plays, which nobody made",
            )
        if self.repeated_cents is not None and self._within(self.repeated_cents):
            return None
        over = self.owns_cents - self.must_cents
        if over > self.more_cents:
            return Words(f"sobran {over} céntimos", f"{over} cents too many are owned")
        if -over > self.less_cents:
            return Words(f"faltan {-over} céntimos", f"{-over} cents are lost")
        return None

    def _within(self, must_cents: int) -> bool:
        return -self.less_cents <= self.owns_cents - must_cents <= self.more_cents


def examine(exam: Examination) -> Findings:
    """Make the visit, cut it at drawn moments; each row hears of the cuts near what it is about."""
    found = Findings()
    try:
        visit = _undisturbed(exam)
    except (EmulatorError, AssertionError) as error:
        said = Words(f"La visita sin cortes no se pudo hacer: {error}", f"No visit without cuts: {error}")
        for row in _ROWS:
            found[row] = Finding(Grade.NO_EXAMINADO, said)
        return found
    cuts = [_cut(exam, visit, at_us, near, number) for number, (at_us, near) in _moments(exam, visit)]
    exam.keep("power_outside.json", {"visit_us": visit.end_us, "cuts": [_row(cut) for cut in cuts]})
    for row in _ROWS:
        # A machine of cards alone has no coins to cut near: money comes in by its buttons.
        about = [cut for cut in cuts if cut.near in _ABOUT.get(row, _NEAR)] or cuts
        found[row] = _judged(about, visit)
    return found


def _judged(cuts: list[Cut], visit: Visit) -> Finding:
    """What these cuts left."""
    wrong = [(cut, cut.wrong) for cut in cuts if cut.wrong]
    said = Words(
        f"{len(cuts)} cortes en una visita de {visit.end_us // 1_000_000} s: persona y máquina tienen después"
        " lo que les toca, salvo una moneda por sensor",
        f"{len(cuts)} cuts in a visit of {visit.end_us // 1_000_000} s: visitor and machine own afterwards"
        " what is theirs, but for one coin at each sensor",
    )
    if wrong:
        first, what = wrong[0]
        said = Words(
            f"{len(wrong)} cortes dejan algo mal; a los {first.at_us} us ({first.near}): {what.es}",
            f"{len(wrong)} cuts leave something wrong; at {first.at_us} us ({first.near}): {what.en}",
        )
    left = Words("cortes con algo mal", "cuts that left something wrong")
    return judged(
        said,
        Method.OBSERVED,
        Figure("wrong", left, len(wrong), "cuts", 0, EXACTLY),
        Figure("cuts", Words("cortes hechos", "cuts made"), len(cuts), "cuts"),
        files=_FILES,
    )


def _machine(exam: Examination) -> Cabinet:
    cabinet = exam.cabinet(purse=dict(PURSE))
    # The cabinet would hold the program's books against its coins: nobody outside can read them.
    cabinet.board.after_event = None
    return cabinet


def _undisturbed(exam: Examination) -> Visit:
    """Pay in, play until something is won, take it; then a few plays more, to know what they bring."""
    visit = Visit()
    cab = _machine(exam)
    with cab:
        bench = Bench(cab, boot=False)
        cab.listen_inputs(lambda name, t_us, given: visit.inputs.append((t_us, name, dict(given))))
        bench.wait(5_500)
        visitor = Visitor(bench)
        visitor.arrive()
        began_us = cab.now_us
        visit.owned[bench.wheels["plays"]] = visitor.owns_cents
        if cab.model.note_cents and cab.note_open:
            cab.insert_note(cab.model.note_cents)
            bench.wait(4_000)
        visitor.pay_in(visitor.price_cents + (100 if cab.model.type == "B" else visitor.price_cents))
        won = 0
        for _ in range(_SKILL_PLAYS if cab.model.type == "A" else _MOST_PLAYS):
            won += visitor.play().prize_cents
            visit.owned[bench.clicks()["plays"]] = visitor.owns_cents
            if won:
                break
        visitor.collect()
        bench.wait(2_000)
        visit.end_us = cab.now_us
        visit.seen = [(one.t_us, one.kind) for one in bench.seen if one.kind in _NEAR and one.t_us > began_us]
        for _ in range(_SPARE_PLAYS):
            visitor.play()
            visit.owned[bench.clicks()["plays"]] = visitor.owns_cents
    visit.inputs = [row for row in visit.inputs if row[0] < visit.end_us and row[1] != "link_given"]
    return visit


def _moments(exam: Examination, visit: Visit) -> Iterator[tuple[int, tuple[int, str]]]:
    """Moments of the visit, one kind of thing after the other, each near one that was drawn."""
    kinds = [kind for kind in _NEAR if any(one[1] == kind for one in visit.seen)]
    for number in range(exam.pick(42, 200, 1_200)):
        kind = kinds[number % len(kinds)]
        times = [t_us for t_us, one in visit.seen if one == kind]
        drawn = int(exam.stream(f"cut {number}"), 16)
        at_us = times[drawn % len(times)] + (drawn >> 64) % (_NEAR_MS * 1000)
        yield number, (min(at_us, visit.end_us), kind)


def _cut(exam: Examination, visit: Visit, at_us: int, near: str, number: int) -> Cut:
    """The same inputs up to this moment, the plug, and everything that comes of it."""
    with _machine(exam) as cab:
        bench = Bench(cab, boot=False)
        for t_us, name, given in visit.inputs:
            if t_us >= at_us:
                break
            cab.run_us(t_us - cab.now_us)
            getattr(cab, name)(**given)
        cab.run_us(at_us - cab.now_us)
        less, more = _open(bench, at_us)
        off_ms = _OFF_MS[number % len(_OFF_MS)]
        bench.power_cycle(off_ms)
        visitor = Visitor(bench)
        try:
            bench.wait(_BACK_MS)
            visitor.rest(120_000)
            visitor.collect()
            plays = bench.clicks()["plays"]
        except (EmulatorError, AssertionError) as error:
            return Cut(at_us, near, off_ms, bench.wheels["plays"], 0, 0, 0, 0, broken=str(error))
        pulses = [one for one in bench.of("meter", name="plays") if one.t_us == at_us]
        repeated = visit.owned.get(plays - 1) if pulses else None
        return Cut(
            at_us, near, off_ms, plays, visitor.owns_cents, visit.owned.get(plays), less, more, repeated
        )


def _open(bench: Bench, at_us: int) -> tuple[int, int]:
    """What may be missing and what may be too much: a coin at each sensor at the moment of the cut."""
    accepted = [one.fields["cents"] for one in bench.of("coin_accepted") if one.t_us > at_us - _OPEN_US]
    falling = [coin.cents for coin in bench.cab.coins if coin.path in ("slot", "accepted")]
    paid: dict[int, int] = {}
    for one in bench.of("hopper_coin"):
        if one.t_us > at_us - _OPEN_US:
            paid[one.fields["cents"]] = one.fields["cents"]
    for coin in bench.cab.coins:
        if coin.path == "paying":
            paid[coin.cents] = coin.cents
    return max([*accepted, *falling], default=0), total(dict.fromkeys(paid, 1))


def _row(cut: Cut) -> Json:
    return {
        "at_us": cut.at_us,
        "near": cut.near,
        "off_ms": cut.off_ms,
        "plays": cut.plays,
        "owns_cents": cut.owns_cents,
        "must_cents": cut.must_cents,
        "open_in_cents": cut.less_cents,
        "open_out_cents": cut.more_cents,
        "repeated_pulse_cents": cut.repeated_cents,
        "wrong": cut.wrong.en if cut.wrong else "",
    }
