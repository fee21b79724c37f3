# SPDX-License-Identifier: MIT
"""
The sealed counter, alone and in its machine: accuracy, reading, retention, temperature, what a fault stops.

Source: RD 2110/1998 arts. 13.1 and 14.1; Orden ICT/155/2020, Anexo XVII.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.visitor import PURSE, Visitor
from emulator.lab.counter_check import MODES, accuracy
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

_PPM = 1_000_000
_YEAR_MS = 366 * 24 * 3600 * 1000
# No machine loses so often in a row.
_MOST_PLAYS = 150
_WHEELS = ("plays", "prizes", "in", "out")
_MODE_WORDS = {
    "random": Words("premios al azar", "random wins"),
    "every": Words("cobrando cada premio", "cashing every win"),
}


class Trial(NamedTuple):
    """One thing done to the counter, and whether the machine stood still, stayed so, and came back."""

    what: str
    calls: bool
    works: tuple[str, ...]
    works_after_restart: tuple[str, ...]
    back: bool

    @property
    def held(self) -> bool:
        """Out of service with an alarm, after a restart too, and in service again once it is mended."""
        return self.calls and not self.works and not self.works_after_restart and self.back


def examine(exam: Examination) -> Findings:
    """Every row of the counter."""
    found = Findings()
    _accuracy(exam, found)
    _in_machine(exam, found)
    _faults(exam, found)
    _temperature(exam, found)
    _retention(exam, found)
    _reading(exam, found)
    return found


def _visitor(exam: Examination) -> Visitor:
    cab = exam.cabinet(purse=dict(PURSE))
    # The cabinet would hold the program's books against its coins: nobody outside can read them.
    cab.board.after_event = None
    visitor = Visitor(Bench(cab))
    visitor.arrive()
    return visitor


def _accuracy(exam: Examination, found: Findings) -> None:
    """K-05, K-06: the unit alone in both automatic modes, with noise, repeats and restarts in its way."""
    limit, frames = exam.law.value("K-06"), exam.pick(10_000, 20_000, 200_000)
    rows: list[Json] = []
    for mode in MODES:
        result = accuracy(frames, exam.stream(mode), mode=mode)
        worst = max(Fraction(one.failed * _PPM, one.given) for one in result.quantities)
        rows.append({"mode": mode, **result.as_dict()})
        figure = Figure(f"failed_{mode}", _MODE_WORDS[mode], worst, "ppm", limit, AT_MOST)
        said = Words(
            f"La unidad sola, {frames} partidas en cada modo automático con ruido, repeticiones y cortes",
            f"The unit alone, {frames} plays in each automatic mode with noise, repeats and restarts",
        )
        for row in ("K-05", "K-06"):
            found[row] = judged(said, Method.OBSERVED, figure, files=("accuracy.json",))
    exam.keep("accuracy.json", rows)


def _in_machine(exam: Examination, found: Findings) -> None:
    """K-01, K-06, K-11: the test plays and a winning one, in both modes, against what was seen."""
    rows = []
    for mode in MODES:
        rows.append(_played(exam, mode))
    exam.keep("in_machine.json", rows)
    wanted = exam.law.rules["K-11"].values["test_plays"]
    said = Words(
        "Las partidas de prueba y al menos una con premio, en los dos modos: el contador suma lo que se vio",
        "The test plays and at least one that wins, in both modes: the counter adds up what was seen",
    )
    for row in rows:
        if row["broken"]:
            said = Words(f"No se pudo jugar: {row['broken']}", f"It could not be played: {row['broken']}")
        words = _MODE_WORDS[row["mode"]]
        off = sum(abs(row["shown"][name] - row["seen"][name]) for name in row["seen"])
        wrong = Figure(f"off_{row['mode']}", words, off + row["fell"], "indications", 0, EXACTLY)
        name = Words(f"partidas de prueba, {words.es}", f"test plays, {words.en}")
        made = Figure(f"plays_{row['mode']}", name, row["seen"]["plays"], "plays", wanted, AT_LEAST)
        won = Words(f"con premio, {words.es}", f"that won, {words.en}")
        winning = Figure(f"won_{row['mode']}", won, row["seen"]["prizes"], "plays", 1, AT_LEAST)
        found["K-01"] = judged(said, Method.OBSERVED, wrong, files=("in_machine.json",))
        found["K-11"] = judged(said, Method.OBSERVED, wrong, made, winning, files=("in_machine.json",))


def _played(exam: Examination, mode: str) -> Json:
    """What was seen of the plays of one mode, what the counter shows, and how often it went back."""
    visitor = _visitor(exam)
    with visitor.cab as cab:
        wanted = exam.law.rules["K-11"].values["test_plays"]
        seen = {"plays": 0, "prizes": 0, "won_cents": 0}
        fell, before = 0, _shown(visitor)
        while seen["plays"] < wanted or not seen["prizes"]:
            if seen["plays"] >= _MOST_PLAYS:
                break
            try:
                made = visitor.play()
            except EmulatorError as error:
                return {"mode": mode, "seen": seen, "shown": _shown(visitor), "fell": 1, "broken": str(error)}
            seen["plays"] += max(1, made.stake_cents // visitor.price_cents if cab.model.type == "B" else 1)
            seen["prizes"] += made.prize_cents > 0
            seen["won_cents"] += made.prize_cents
            now = _shown(visitor)
            fell += sum(now[name] < before[name] for name in now)
            before = now
            if made.prize_cents and mode == "every":
                visitor.collect()
        visitor.bench.power_cycle()
        visitor.bench.wait(6_000)
        after = _shown(visitor)
        fell += sum(after[name] < before[name] for name in after)
        return {"mode": mode, "seen": seen, "shown": after, "fell": fell, "broken": ""}


def _shown(visitor: Visitor) -> dict[str, int]:
    """What the authority's reader shows."""
    at = visitor.cab.counter.read()
    return {"plays": at.plays, "prizes": at.prizes, "won_cents": at.won_cents}


def _faults(exam: Examination, found: Findings) -> None:
    """K-02, K-08, K-12: each fault of the counter and each meter pulled stops the machine until mended."""
    trials = [
        _trial(exam, "counter_unplugged", lambda v: v.cab.damage("counter_unplugged")),
        _trial(exam, "counter_unplugged, reels turning", _pull_in_play, mended="counter_unplugged"),
        _pulled_at_the_press(exam),
        _trial(exam, "counter_memory_dark", lambda v: v.cab.damage("counter_memory_dark")),
        _trial(exam, "counter_foreign", lambda v: v.cab.damage("counter_foreign")),
        _trial(exam, "counter_opened", lambda v: v.cab.damage("counter_opened")),
        *[_meter(exam, name) for name in _WHEELS],
    ]
    noise = _trial(exam, "counter_noise", lambda v: v.cab.damage("counter_noise", number=100), restart=False)
    exam.keep("faults.json", [trial._asdict() for trial in (*trials, noise)])
    said = Words(
        "Desconectado, averiado, ajeno o abierto: ni moneda ni partida, con aviso, también tras un reinicio;"
        " reparado, sigue",
        "Unplugged, faulty, foreign or opened: no coin and no play, with an alarm, after a restart too;"
        " mended, it goes on",
    )
    rows = {"K-02": trials, "K-12": trials, "K-08": [*trials[:4], noise]}
    for row, of_row in rows.items():
        wrong = [trial.what for trial in of_row if not trial.held]
        told = said
        if wrong:
            told = Words(f"La máquina sigue con: {', '.join(wrong)}", f"It goes on with: {', '.join(wrong)}")
        name = Words(f"averías sin efecto de {len(of_row)}", f"faults without effect of {len(of_row)}")
        figure = Figure("faults_passed", name, len(wrong), "faults", 0, EXACTLY)
        found[row] = judged(told, Method.OBSERVED, figure, files=("faults.json",))


def _pull_in_play(visitor: Visitor) -> None:
    visitor.bench.press("start")
    visitor.bench.wait(300)
    visitor.cab.damage("counter_unplugged")
    visitor.bench.wait(7_000)


def _pulled_at_the_press(exam: Examination) -> Trial:
    """Pull the plug in the instant of the press: no play may begin."""
    visitor = _visitor(exam)
    with visitor.cab as cab:
        visitor.pay_in()
        starts = len(visitor.bench.starts)
        cab.damage("counter_unplugged")
        visitor.bench.press("start")
        visitor.bench.wait(2_500)
        works = ("play",) if len(visitor.bench.starts) > starts else ()
        calls = visitor.calls
        cab.mend("counter_unplugged")
        visitor.mend()
        return Trial("counter_unplugged, START pressed at once", calls, works, (), _plays_again(visitor))


def _trial(
    exam: Examination,
    what: str,
    begin: Callable[[Visitor], None],
    *,
    mended: str | None = None,
    restart: bool = True,
) -> Trial:
    """Pay in, let a fault begin, try everything, restart, try again, mend, and play."""
    visitor = _visitor(exam)
    with visitor.cab as cab:
        visitor.pay_in()
        begin(visitor)
        visitor.bench.wait(2_500)
        calls, works = visitor.calls, tuple(visitor.out_of_service())
        again: tuple[str, ...] = ()
        if restart:
            visitor.bench.power_cycle()
            visitor.bench.wait(6_000)
            calls, again = calls and visitor.calls, tuple(visitor.out_of_service())
        fault = mended or what
        if fault in _WHEELS:
            cab.plug(fault)
        else:
            cab.mend(fault)
        visitor.mend()
        return Trial(what, calls, works, again, _plays_again(visitor))


def _meter(exam: Examination, name: str) -> Trial:
    return _trial(exam, name, lambda visitor: visitor.cab.unplug(name))


def _plays_again(visitor: Visitor) -> bool:
    try:
        visitor.rest()
        visitor.play()
    except EmulatorError:
        return False
    return True


def _temperature(exam: Examination, found: Findings) -> None:
    """K-09: in service at both ends of the range, out of service with an alarm one degree beyond."""
    values = exam.law.rules["K-09"].values
    low, high = values["min_celsius"], values["max_celsius"]
    inside = {degrees: _in_service(exam, degrees) for degrees in (low, high)}
    outside = {degrees: _trial_at(exam, degrees) for degrees in (low - 1, high + 1)}
    exam.keep(
        "temperature.json",
        {
            "in_service": {str(at): works for at, works in inside.items()},
            "out_of_service": {str(at): trial.held for at, trial in outside.items()},
        },
    )
    name = Words("temperaturas mal tratadas de 4", "temperatures treated wrongly of 4")
    wrong = [*(at for at, works in inside.items() if not works)]
    wrong += [at for at, trial in outside.items() if not trial.held]
    said = Words(
        f"En servicio a {low} y {high} °C; fuera de servicio y con aviso a {low - 1} y {high + 1} °C",
        f"In service at {low} and {high} °C; out of service with an alarm at {low - 1} and {high + 1} °C",
    )
    if wrong:
        degrees = ", ".join(map(str, wrong))
        said = Words(f"No cumple a {degrees} °C", f"Not met at {degrees} °C")
    figure = Figure("temperatures", name, len(wrong), "temperatures", 0, EXACTLY)
    found["K-09"] = judged(said, Method.OBSERVED, figure, files=("temperature.json",))


def _in_service(exam: Examination, degrees: int) -> bool:
    visitor = _visitor(exam)
    with visitor.cab as cab:
        cab.damage("counter_temperature", number=degrees)
        visitor.bench.wait(2_000)
        return _plays_again(visitor)


def _trial_at(exam: Examination, degrees: int) -> Trial:
    return _trial(
        exam,
        f"counter at {degrees} degrees",
        lambda visitor: visitor.cab.damage("counter_temperature", number=degrees),
        mended="counter_temperature",
    )


def _retention(exam: Examination, found: Findings) -> None:
    """K-07: so many years without current change nothing of it, and the machine goes on."""
    years = exam.law.value("K-07")
    visitor = _visitor(exam)
    with visitor.cab as cab:
        _plays_again(visitor)
        visitor.bench.clicks()
        before = _shown(visitor)
        room = cab.room
        cab.power_off()
        visitor.bench.wait(1_000)
        cab.leave()  # a dead line would be looked at through all of these years
        cab.run(ms=years * _YEAR_MS)
        if room is not None:
            cab.join(room)
        dark = _shown(visitor)
        cab.power_on()
        visitor.bench.wait(6_500)
        lost = sum(dark[name] != before[name] for name in before) + (not _plays_again(visitor))
    exam.keep("retention.json", {"years": years, "before": before, "after": dark, "lost": lost})
    said = Words(
        f"{years} años sin corriente (tiempo simulado): el lector ve lo mismo y la máquina sigue",
        f"{years} years without current (simulated time): the reader shows the same, the machine goes on",
    )
    figure = Figure("lost", Words("totales perdidos", "totals lost"), lost, "totals", 0, EXACTLY)
    found["K-07"] = judged(said, Method.OBSERVED, figure, files=("retention.json",))


def _reading(exam: Examination, found: Findings) -> None:
    """K-02, K-10: it is read at any time, names itself and the machine, and a broken seal stays written."""
    visitor = _visitor(exam)
    with visitor.cab as cab:
        visitor.pay_in()
        read = {"at rest": _names(visitor, exam)}
        visitor.bench.press("start")
        visitor.bench.wait(400)
        read["in a play"] = _names(visitor, exam)
        cab.power_off()
        read["without current"] = _names(visitor, exam)
        cab.power_on()
        visitor.bench.wait(6_000)
        cab.damage("counter_opened")
        visitor.bench.wait(2_000)
        read["locked"] = _names(visitor, exam)
        visitor.mend()
        read["seal still broken"] = bool(cab.counter.read().seal_breaks) and not visitor.out_of_service()
    exam.keep("reading.json", read)
    wrong = [what for what, held in read.items() if not held]
    said = Words(
        "El lector ve el contador, su número y el de la máquina en reposo, jugando, sin corriente o parada;"
        " un precinto roto queda escrito y la máquina parada",
        "The reader shows the counter, its number and the machine's at rest, in a play, without current and"
        " locked; a broken seal stays written and the machine stopped",
    )
    if wrong:
        said = Words(f"No se cumple: {', '.join(wrong)}", f"Not met: {', '.join(wrong)}")
    figure = Figure(
        "readings", Words("lecturas fallidas", "readings failed"), len(wrong), "readings", 0, EXACTLY
    )
    for row in ("K-02", "K-10"):
        found[row] = judged(said, Method.OBSERVED, figure, files=("reading.json",))


def _names(visitor: Visitor, exam: Examination) -> bool:
    """Whether the reader gets the counter's own serial number and that of this machine."""
    try:
        at = visitor.cab.counter.read()
    except EmulatorError:
        return False
    return at.serial > 0 and at.machine == exam.sample.serial
