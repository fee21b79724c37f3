# SPDX-License-Identifier: MIT
"""
Lights that start by themselves: doors (C-15), calls and accepted coins (C-16), the prize that is won (C-21).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from emulator.lab.bench.guest import ANSWER_MS, COIN_MS, FALL_MS, Guest, StuckError, guest_at
from emulator.lab.bench.words import all_of, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Findings, Method, Words, judged

# The law names no time: what starts by itself is there within a second.
SIGN_MS = 1_000
OPEN_MS = 4_000
DOORS = ("main", "box", "logic")


class Opened(NamedTuple):
    """One door that was opened."""

    door: str
    state: str
    late_ms: int
    dark_ms: int
    sounded: bool


def examine(exam: Examination) -> Findings:
    """Doors, then the call and coins, then prizes."""
    found = Findings()
    with kept(found, "C-15"):
        _doors(exam, found)
    with kept(found, "C-16"):
        _signs(exam, found)
    with kept(found, "C-21"):
        _prizes(exam, found)
    return found


# -- doors ------------------------------------------------------------------------------------------


def _doors(exam: Examination, found: Findings) -> None:
    opened = []
    for door in DOORS:
        for state, act in _STATES.items():
            with guest_at(exam, f"door_{door}_{state}") as guest:
                act(guest)
                opened.append(_open(guest, door, state))
    exam.keep("doors.json", [row._asdict() for row in opened])
    late = max(row.late_ms for row in opened)
    found["C-15"] = judged(
        Words(
            f"Cada puerta se abre en reposo, en una jugada y al pagar: {len(opened)} veces",
            f"Each door is opened at rest, in a play and while coins are paid: {len(opened)} times",
        ),
        Method.OBSERVED,
        Figure("door_ms", Words("luz tras abrir", "light after the opening"), late, "ms", SIGN_MS, AT_MOST),
        none_of(
            "dark",
            "tiempo sin luz con la puerta abierta",
            "time without light while open",
            max(row.dark_ms for row in opened),
            "ms",
        ),
        files=("doors.json", *(f"door_{row.door}_{row.state}.jsonl" for row in opened)),
    )


def _rest(guest: Guest) -> None:
    guest.wait(ANSWER_MS)


def _in_play(guest: Guest) -> None:
    guest.top_up(guest.model.bets_cents[0])
    guest.until(lambda: guest.lit("start"), 15_000)
    guest.start()
    guest.wait(COIN_MS)


def _paying(guest: Guest) -> None:
    guest.top_up(guest.model.bets_cents[0])
    guest.until(lambda: guest.lit("collect"), 15_000)
    guest.press("collect")
    guest.wait(COIN_MS)


_STATES: dict[str, Callable[[Guest], None]] = {"rest": _rest, "play": _in_play, "payment": _paying}


def _open(guest: Guest, door: str, state: str) -> Opened:
    """Open it, look for light and sound, and watch the light for as long as it is open."""
    began_us, step_ms = guest.cab.now_us, 10
    guest.cab.open_door(door)
    lit = guest.until(lambda: guest.lit("tower"), 5 * SIGN_MS, step_ms)
    late_ms = (guest.cab.now_us - began_us) // 1_000 if lit else OPEN_MS
    dark_ms = 0
    for _ in range(0, OPEN_MS, step_ms):
        guest.wait(step_ms)
        dark_ms += 0 if guest.lit("tower") else step_ms
    sounded = guest.first("buzzer", began_us, on=True) is not None
    guest.cab.close_door(door)
    return Opened(door, state, late_ms, dark_ms, sounded)


# -- calls and coins --------------------------------------------------------------------------------


def _signs(exam: Examination, found: Findings) -> None:
    with guest_at(exam, "call") as guest:
        calls = [_call(guest)]
        _in_play(guest)
        calls.append(_call(guest))
        guest.finish()
        stays = _stays(guest)
    figures = [
        Figure("call_ms", Words("luz de llamada", "light of a call"), max(calls), "ms", SIGN_MS, AT_MOST),
        all_of(
            "stays", "la llamada dura hasta atenderla", "a call lasts until it is answered", stays, 2, "looks"
        ),
    ]
    files = ["call.jsonl"]
    if exam.model.coins_cents:
        with guest_at(exam, "accept", purse={**dict.fromkeys(exam.model.coins_cents, 3), 5: 2}) as guest:
            figures += _accepted(guest)
        files.append("accept.jsonl")
    found["C-16"] = judged(
        Words(
            "Se llama al personal en reposo y en una jugada, y se introduce cada moneda",
            "Staff is called at rest and in a play, and each coin is inserted",
        ),
        Method.OBSERVED,
        *figures,
        files=files,
    )


def _call(guest: Guest) -> int:
    """Press the button that calls: after how many ms light or sound is there; pressed again it is over."""
    began_us = guest.cab.now_us
    guest.cab.press("reserve", 60)
    called = guest.until(lambda: guest.lit("tower") or guest.cab.sounding, 4 * SIGN_MS, 10)
    late_ms = (guest.cab.now_us - began_us) // 1_000 if called else OPEN_MS
    guest.wait(COIN_MS)
    guest.press("reserve")
    guest.wait(COIN_MS)
    return late_ms


def _stays(guest: Guest) -> int:
    """A call is still there after a minute, and over once the operator's key was turned."""
    guest.press("reserve")
    guest.wait(60_000)
    seen = int(guest.lit("tower") or guest.cab.sounding)
    guest.cab.turn_key("operator")
    guest.wait(ANSWER_MS)
    guest.cab.turn_key("operator", False)
    guest.wait(ANSWER_MS)
    return seen + int(not guest.lit("tower"))


def _accepted(guest: Guest) -> list[Figure]:
    """Each coin that counts lights the sign; one that comes back does not."""
    lit = wrong = late_ms = 0
    coins = guest.model.coins_cents
    for cents in (*coins, 5):
        began_us = guest.cab.now_us
        guest.insert(cents)
        guest.wait(3 * FALL_MS)
        seen = guest.first("lamp", began_us, name="accept", on=True)
        rose = next((t_us for t_us in guest.rises_us if t_us >= began_us), None)
        if cents in coins:
            lit += seen is not None
            if seen is not None and rose is not None:
                late_ms = max(late_ms, abs(seen - rose) // 1_000)
        else:
            wrong += seen is not None
    return [
        all_of(
            "accept",
            "monedas admitidas con su luz",
            "accepted coins with their light",
            lit,
            len(coins),
            "coins",
        ),
        none_of("refused", "luz por una moneda devuelta", "light for a coin that came back", wrong, "coins"),
        Figure("accept_ms", Words("luz de la moneda", "light of a coin"), late_ms, "ms", SIGN_MS, AT_MOST),
    ]


# -- the prize that is won --------------------------------------------------------------------------


@dataclass
class Lit:
    """What glass and counter showed of the plays of a visit."""

    usual: frozenset[int] | None = None
    """Lamps of a play that won nothing."""
    wins: int = 0
    dark: int = 0
    false: int = 0
    early: int = 0
    unlike: int = 0


def _prizes(exam: Examination, found: Findings) -> None:
    """Plays with and without prizes: the glass and the counter of prizes tell them apart."""
    lit, wanted = Lit(), exam.pick(3, 8, 20)
    with guest_at(exam, "glass") as guest:
        for _ in range(60 * wanted):
            _watched(guest, lit)
            if lit.wins >= wanted and lit.usual is not None:
                break
        else:
            raise StuckError(
                Words("faltan premios o fallos en la visita", "no prizes or no losses in the visit")
            )
    found["C-21"] = judged(
        Words(
            f"Se miran el cristal y el contador de {lit.wins} premios y de las jugadas entre ellos",
            f"Glass and counter are watched for {lit.wins} prizes and the plays between them",
        ),
        Method.OBSERVED,
        none_of("dark", "premios sin luz propia", "prizes without a light of theirs", lit.dark, "prizes"),
        none_of("false", "luz de premio sin premio", "light of a prize without one", lit.false, "plays"),
        none_of(
            "early", "luz de premio con los rodillos en marcha", "light while reels turn", lit.early, "plays"
        ),
        none_of("unlike", "contador distinto del premio", "counter unlike the prize", lit.unlike, "prizes"),
        files=("glass.jsonl",),
    )


def _watched(guest: Guest, lit: Lit) -> None:
    """One play: lamps of the glass while reels turn and once they stand."""
    guest.top_up(2 * guest.model.bets_cents[0])
    guest.until(lambda: guest.lit("start"), 15_000)
    before = guest.owned() - guest.put_in_cents
    stake = guest.start()
    rolling, stood, turns, shown = guest.cab.glass, set[int](), [guest.rolling], [0]

    def watch() -> None:
        if guest.rolling != turns[-1]:
            turns.append(guest.rolling)
        if not guest.rolling:
            stood.update(guest.cab.glass)
            shown.append(guest.prizes)

    guest.finish(watch)
    watch()
    won = guest.owned() - guest.put_in_cents - before + stake
    own = stood - rolling
    lit.early += bool(lit.usual is not None and rolling - lit.usual)
    if won:
        lit.wins += 1
        lit.dark += not own
        lit.unlike += won not in shown
    elif turns.count(True) == 1:
        lit.false += bool(own)
        lit.usual = rolling if lit.usual is None else lit.usual
