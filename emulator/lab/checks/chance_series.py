# SPDX-License-Identifier: MIT
"""
A long series of plays by money and button: what one wins has nothing to do with those before it (C-01).

Nothing but inputs and outputs is used, so that another's firmware is examined alike. The tests are exact:
given how many plays won, every order of them is equally likely. Of the share of wins itself they say nothing;
other checks hold it against the prize plan. What discards or holds back outcomes for what came before shows
as well (G-12).
"""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.bench.guest import StuckError, Turned, guest_at
from emulator.lab.bench.independence import detectable, losing_runs, p_values
from emulator.lab.bench.words import none_of, stuck
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Figure, Finding, Findings, Grade, Method, Words, judged

PPM = 1_000_000
# The plays of a second machine whose key is another: they must not be the same plays.
OTHER_PLAYS = 40
# So many wins and losses at least: fewer say nothing of an order.
FEWEST = 12
_NAMES = {
    "after_a_win": Words("acierto tras acierto y tras fallo", "wins after a win and after a loss"),
    "after_losses": Words("acierto tras cinco fallos o más", "wins after five losses or more"),
    "longest_losses": Words("racha de fallos más larga", "longest run of losses"),
    "lags": Words("aciertos a distancia de 2 a 10 jugadas", "wins 2 to 10 plays apart"),
    "halves": Words("primera y segunda mitad", "first and second half"),
    "amounts": Words("premios grandes tras muchos fallos", "large prizes after many losses"),
}


def examine(exam: Examination) -> Findings:
    """Play the series and test it."""
    found = Findings()
    try:
        turns = series(exam, exam.seed, exam.pick(600, 2_000, 6_000))
        others = series(exam, exam.stream("other"), OTHER_PLAYS)
    except StuckError as error:
        found["C-01"] = found["G-12"] = stuck(error)
        return found
    exam.keep("series.json", [list(turn[1:3]) for turn in turns])
    exam.keep("other.json", [list(turn[1:3]) for turn in others])
    found["C-01"] = found["G-12"] = judge(exam, turns)
    same = turns[:OTHER_PLAYS]
    alike = int([turn[1:] for turn in same] == [turn[1:] for turn in others])
    found["C-01"] = judged(
        Words(
            "Otra máquina, con otra clave, juega otra serie",
            "Another machine, with another key, plays another",
        ),
        Method.SAMPLED,
        none_of("alike", "series iguales de dos máquinas", "equal series of two machines", alike, "series"),
        files=("other.json",),
    )
    return found


def series(exam: Examination, seed: str, plays: int) -> list[Turned]:
    """Plays of a new machine, one after another; what it owes is taken out now and then."""
    turns: list[Turned] = []
    with guest_at(exam, seed=seed) as guest:
        room_cents = sum(hopper.cents * hopper.fill for hopper in exam.model.hoppers) // 3
        while len(turns) < plays:
            turns.append(guest.play())
            exam.told(len(turns), plays)
            if room_cents and guest.credits > room_cents:
                guest.collect()
    return turns


def judge(exam: Examination, turns: list[Turned]) -> Finding:
    """Hold the order of the wins against all others."""
    amounts = [turn.won_cents for turn in turns]
    wins = [amount > 0 for amount in amounts]
    count = sum(wins)
    if min(count, len(wins) - count) < FEWEST:
        return Finding(
            Grade.NO_CONFORME,
            Words(
                f"Solo {count} de {len(wins)} jugadas con premio: no decide el azar",
                f"Only {count} of {len(wins)} plays won: chance does not decide",
            ),
            Method.SAMPLED,
        )
    least = -(-Fraction(str(exam.alpha)) * PPM // 1)
    figures = [
        Figure(f"p_{name}", _NAMES[name], int(p * PPM), "ppm", int(least), AT_LEAST)
        for name, p in p_values(wins, amounts).items()
    ]
    finds = detectable(wins, exam.alpha)
    after_win, after_losses = finds["after_a_win"], finds["after_losses"]
    figures += [
        Figure(f"finds_{name}", _finds(_NAMES[name]), points, "percent points")
        for name, points in finds.items()
    ]
    figures.append(Figure("wins", Words("jugadas con premio", "plays that won"), count, "plays"))
    longest = max(losing_runs(wins))
    figures.append(
        Figure("losses", Words("fallos seguidos, como mucho", "losses in a row"), longest, "plays")
    )
    return judged(
        Words(
            f"{len(turns)} jugadas seguidas con dinero y botón, y el orden de sus aciertos; se verían "
            f"diferencias de {after_win} puntos tras un acierto y de {after_losses} tras cinco fallos",
            f"{len(turns)} plays in a row by money and button, and the order of their wins; differences of "
            f"{after_win} points after a win and of {after_losses} after five losses would show",
        ),
        Method.SAMPLED,
        *figures,
        files=("series.json",),
    )


def _finds(name: Words) -> Words:
    return Words(f"diferencia detectable: {name.es}", f"difference that is found: {name.en}")
