# SPDX-License-Identifier: MIT
"""
Devices that raise what is paid: offered where the maker filed them, and nowhere else (C-08).

Of a filed gamble each answer is tried: what is kept is kept to the cent, what is dared doubles or is lost.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from emulator.lab.bench.guest import ANSWER_MS, LOOK_MS, Guest, StuckError, guest_at
from emulator.lab.bench.words import filed, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Figure, Findings, Method, Words, judged

PPM = 1_000_000
WAITED_MS = 2_000
DEVICES = ("double", "hold_1", "hold_2", "hold_3")


def examine(exam: Examination) -> Findings:
    """With a filed gamble or without."""
    found = Findings()
    with kept(found, "C-08"):
        gamble = getattr(filed(exam).draft, "gamble", None)
        if gamble is None:
            _without(exam, found)
        else:
            _with(exam, found, gamble.odds, gamble.rounds, gamble.max_cents)
    return found


def _without(exam: Examination, found: Findings) -> None:
    """After prizes every button that could raise them is tried."""
    lit = changed = 0
    wins = exam.pick(2, 5, 10)
    with guest_at(exam, "devices") as guest:
        for _ in range(wins):
            guest.play_until_win()
            guest.wait(WAITED_MS)
            before = guest.owned() - guest.put_in_cents
            for button in DEVICES:
                if button in _known(guest):
                    continue
                lit += guest.lit(button)
                guest.press(button)
                guest.wait(WAITED_MS)
                lit += guest.rolling
            changed = max(changed, abs(guest.owned() - guest.put_in_cents - before))
    found["C-08"] = judged(
        Words(
            f"No hay ningún dispositivo presentado: tras {wins} premios se prueba cada botón",
            f"No device is filed: after {wins} prizes each button is tried",
        ),
        Method.OBSERVED,
        none_of("offered", "dispositivos ofrecidos", "devices that are offered", lit, "devices"),
        none_of("changed", "premio alterado después", "prize that changed afterwards", changed, "cents"),
        files=("devices.jsonl",),
    )


def _known(guest: Guest) -> tuple[str, ...]:
    """Buttons that this machine lights for something else: bets, the card."""
    known = ["double"] if len(guest.model.bets_cents) > 1 else []
    return (*known, *(["hold_1"] if guest.model.card_name is not None else []))


def _with(exam: Examination, found: Findings, odds: Fraction, rounds: int, max_cents: int) -> None:
    """Every offer is dared until enough answers are known, then one is kept."""
    dared, won, wrong, longest, largest = 0, 0, 0, 0, 0
    wanted = exam.pick(12, 40, 200)
    with guest_at(exam, "gamble") as guest:
        while dared < wanted:
            in_a_row = 0
            _offered(guest)
            while in_a_row < 2 * rounds and guest.offers() and not guest.lit("start"):
                stake = guest.prizes
                largest, in_a_row = max(largest, stake), in_a_row + 1
                after = _dare(guest)
                dared, won = dared + 1, won + (after > 0)
                wrong += after not in (0, 2 * stake)
            longest = max(longest, in_a_row)
            guest.finish()
        _offered(guest)
        stake = guest.prizes
        before = guest.credits
        guest.press("collect")
        guest.finish()
        kept_cents = guest.credits - before
    share = _p_value(won, dared, odds)
    exam.keep("gambles.json", {"dared": dared, "won": won})
    found["C-08"] = judged(
        Words(
            f"La opción de doblar está presentada: {dared} veces se dobla y una se cobra",
            f"The gamble is filed: it is dared {dared} times, and once the prize is kept",
        ),
        Method.OBSERVED,
        none_of("wrong", "ni doble ni nada", "neither double nor nothing", wrong, "gambles"),
        none_of(
            "kept",
            "diferencia al cobrar sin doblar",
            "difference when it is kept",
            stake - kept_cents,
            "cents",
        ),
        Figure("rounds", Words("veces seguidas", "rounds in a row"), longest, "rounds", rounds, AT_MOST),
        Figure(
            "largest",
            Words("premio mayor que se dobla", "largest win dared"),
            largest,
            "cents",
            max_cents,
            AT_MOST,
        ),
        Figure(
            "p",
            Words("aciertos según lo presentado", "wins as filed"),
            int(share * PPM),
            "ppm",
            int(-(-Fraction(str(exam.alpha)) * PPM // 1)),
            AT_LEAST,
        ),
        files=("gambles.json", "gamble.jsonl"),
    )


def _offered(guest: Guest) -> None:
    """Play until the machine asks whether to dare a win; what it has to be picked first is picked."""
    price = guest.model.bets_cents[0]
    for _ in range(200):
        guest.top_up(price)
        if not guest.until(lambda: guest.lit("start"), 15_000):
            break
        guest.start()
        quiet_ms = 0
        for _ in range(0, 120_000, LOOK_MS):
            guest.wait(LOOK_MS)
            quiet_ms = 0 if guest.rolling else quiet_ms + LOOK_MS
            if guest.offers() and not guest.lit("start"):
                return
            if guest.offers():
                guest.press("start")
            elif guest.lit("start") or quiet_ms > WAITED_MS:
                break
    raise StuckError(Words("no ofrece doblar ningún premio", "it offers no prize to be dared"))


def _dare(guest: Guest) -> int:
    """Dare once; what the counter of prizes shows then."""
    guest.press("double")
    guest.wait(ANSWER_MS)
    guest.until(lambda: guest.offers() or guest.lit("start"), 4_000)
    return guest.prizes


def _p_value(won: int, plays: int, odds: Fraction) -> Fraction:
    """Two-sided exact test of a share against its odds: all outcomes no likelier than this one."""
    chances = [comb(plays, k) * odds**k * (1 - odds) ** (plays - k) for k in range(plays + 1)]
    return sum((chance for chance in chances if chance <= chances[won]), Fraction(0))
