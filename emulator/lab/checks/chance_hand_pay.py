# SPDX-License-Identifier: MIT
"""
A prize that the reserve can just pay, and the same prize with one coin less in it (C-14, G-55).

The prize is looked for on a machine with a full reserve. The same visit is then made twice on machines of the
same key: one whose reserve holds what the prize takes and one that lacks a coin, whose staff must be called
at once by light or sound, and which does nothing until the operator's key was turned. So does a
jackpot of the machine's own that a stated search of keys brings near (G-55).
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.lab.bench.guest import BOOT_MS, COIN_MS, FALL_MS, LOOK_MS, Guest, StuckError, guest_at
from emulator.lab.bench.prepare import prepare
from emulator.lab.bench.search import Budget, pot_next
from emulator.lab.bench.words import all_of, kept, none_of, without
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)

# The law names no time; what starts by itself is there two seconds after reels and buttons.
SIGN_MS = 2_000
WAITED_MS = 60_000
PLAYS = 120
_ROWS = ("C-14", "G-55")


class Prize(NamedTuple):
    """The play of a visit that is made again."""

    number: int
    won_cents: int
    credits_cents: int
    """With the prize in them."""
    fed_coins: int
    """Coins that fell into the reserve since the visit began."""


def examine(exam: Examination) -> Findings:
    """Find a prize, then see it paid inside and beyond the reserve."""
    found = Findings()
    if not exam.model.hoppers:
        for row in _ROWS:
            found[row] = without(
                "Sin monedas no hay reserva: todo premio pasa a la tarjeta",
                "Without coins there is no reserve: every prize goes to the card",
            )
        return found
    with kept(found, *_ROWS):
        prize = _prize(exam)
        beyond = _beyond(exam, prize)
        figures = [_inside(exam, prize), *beyond]
        found["C-14"] = judged(
            Words(
                f"Premio de {prize.won_cents} céntimos con la reserva justa y con una moneda menos: "
                "aviso, bloqueo y llave",
                f"A prize of {prize.won_cents} cents with just enough in the reserve and with a coin less: "
                "sign, lock and key",
            ),
            Method.OBSERVED,
            *figures,
            files=("inside.jsonl", "beyond.jsonl"),
        )
        found["G-55"] = judged(
            Words(
                f"Un premio de {prize.won_cents} céntimos que la reserva no cubre bloquea la máquina: cuenta"
                " entero y solo la llave la libera",
                f"A prize of {prize.won_cents} cents beyond the reserve locks the machine: all of it counts,"
                " and the key alone releases it",
            ),
            Method.OBSERVED,
            *beyond,
            files=("beyond.jsonl",),
        )
    if exam.model.pots:
        with kept(found, "G-55"):
            found["G-55"] = _progressive(exam)
    return found


def _progressive(exam: Examination) -> Finding:
    """A jackpot of the machine's own with too few coins in the reserve, if the search brings one near."""
    if not exam.sample.ours:
        unknown = Words("No se buscó ningún bote en un programa ajeno",
                        "No jackpot was looked for in another's program")  # fmt: skip
        return Finding(Grade.NO_EXAMINADO, unknown)
    budget = exam.pick(Budget(4_000, 120), Budget(12_000, 120), Budget(40_000, 120))
    for level in range(len(exam.model.pots)):
        prepared = prepare(exam, pot_next(level), budget)
        if prepared.found is not None:
            break
    exam.keep("jackpot.json", prepared.as_dict())
    if prepared.found is None:
        return prepared.refused
    seed, cents = prepared.found.seed, _hopper(exam)
    with guest_at(exam, seed=seed) as guest:
        first = guest.cab.hopper_levels[cents]
        turns = [guest.play(1) for _ in range(prepared.found.play)]
        fed = guest.cab.hopper_levels[cents] - first
        prize = Prize(len(turns), turns[-1].won_cents, guest.credits, fed)
    return judged(
        Words(
            f"Un bote de {prize.won_cents} céntimos que la reserva no cubre bloquea la máquina",
            f"A jackpot of {prize.won_cents} cents beyond the reserve locks the machine",
        ),
        Method.OBSERVED,
        *_beyond(exam, prize, "jackpot", seed=seed),
        files=("jackpot.json", "jackpot.jsonl"),
    )


def _hopper(exam: Examination) -> int:
    return min(hopper.cents for hopper in exam.model.hoppers)


def _prize(exam: Examination) -> Prize:
    """The first prize of a visit that takes coins out of the reserve."""
    cents = _hopper(exam)
    with guest_at(exam) as guest:
        first = guest.cab.hopper_levels[cents]
        for number in range(1, PLAYS + 1):
            turn = guest.play(1)
            if turn.won_cents >= cents:
                fed = guest.cab.hopper_levels[cents] - first
                return Prize(number, turn.won_cents, guest.credits, fed)
    raise StuckError(Words(f"ningún premio en {PLAYS} jugadas", f"no prize in {PLAYS} plays"), False)


def _levels(exam: Examination, prize: Prize, short: int) -> dict[int, int]:
    """Coins in each reserve so that all credits after the prize can be paid, but for so many coins."""
    cents = _hopper(exam)
    levels = {hopper.cents: 0 for hopper in exam.model.hoppers}
    levels[cents] = max(0, -(-prize.credits_cents // cents) - prize.fed_coins - short)
    return levels


def _inside(exam: Examination, prize: Prize) -> Figure:
    """With just enough in the reserve the prize is the player's by itself."""
    with guest_at(exam, "inside", hoppers=_levels(exam, prize, 0)) as guest:
        for _ in range(prize.number):
            guest.play(1)
        by_hand = guest.by_hand_cents
    return none_of(
        "inside",
        "pagado a mano con reserva bastante",
        "paid by hand although there was enough",
        by_hand,
        "cents",
    )


def _beyond(exam: Examination, prize: Prize, journal: str = "beyond", seed: str = "") -> list[Figure]:
    """A coin less: the machine calls, locks, and is released by the key alone."""
    with guest_at(exam, journal, hoppers=_levels(exam, prize, 1), seed=seed or exam.seed) as guest:
        for _ in range(prize.number - 1):
            guest.play(1)
        guest.top_up(guest.model.bets_cents[0])
        guest.until(lambda: guest.lit("start"), 15_000)
        guest.start()
        rested_us = _rested(guest)
        light, sound = (guest.first(kind, rested_us, on=True, **fields) for kind, fields in _SIGNS)
        escaped = _escaped(guest)
        owed = guest.prizes
        paid = guest.staff()
        again = guest.until(lambda: not guest.locked, 5_000)
        # Reels find home before money is taken again.
        guest.wait(BOOT_MS)
        guest.top_up(guest.model.bets_cents[0])
        again = again and guest.until(lambda: guest.lit("start"), 15_000)
    signs = [at for at in (light, sound) if at is not None]
    late = (max(0, min(signs) - rested_us) // 1_000) if signs else WAITED_MS
    return [
        Figure(
            "sign_ms", Words("aviso tras el premio", "sign after the prize"), late, "ms", SIGN_MS, AT_MOST
        ),
        Figure(
            "signs", Words("luz, sonido o ambos", "light, sound or both"), len(signs), "signs", 1, AT_LEAST
        ),
        none_of("escaped", "actos que rompieron el bloqueo", "acts that broke the lock", escaped, "acts"),
        none_of(
            "owed", "diferencia con el premio", "difference from the prize", prize.won_cents - owed, "cents"
        ),
        none_of("unpaid", "no pagado con la llave", "not paid by the key", prize.won_cents - paid, "cents"),
        all_of(
            "released", "vuelve a jugar tras la llave", "plays again after the key", int(again), 1, "machines"
        ),
    ]


_SIGNS: tuple[tuple[str, dict[str, str]], ...] = (("lamp", {"name": "tower"}), ("buzzer", {}))


def _rested(guest: Guest) -> int:
    """Live through the play up to its prize; when a reel was last seen turning, in us."""
    rested_us = guest.start_us
    for _ in range(0, 120_000, LOOK_MS):
        if guest.offers():
            guest.press("start" if guest.lit("start") else "collect")
        if guest.rolling:
            rested_us = guest.cab.now_us
        if guest.cab.now_us - rested_us >= 5_000_000 or (guest.locked and not guest.rolling):
            break
        guest.wait(LOOK_MS)
    guest.wait(2 * SIGN_MS)
    return rested_us


def _escaped(guest: Guest) -> int:
    """Everything that must not move a locked machine, one after another; how much of it did."""
    escaped = 0
    coin = max(guest.model.coins_cents)
    tray, credits = guest.cab.tray_cents, guest.credits
    guest.insert(coin)
    guest.wait(2 * FALL_MS)
    escaped += guest.cab.tray_cents - tray != coin or guest.credits != credits
    for button in ("start", "collect", "double"):
        tray = guest.cab.tray_cents
        guest.press(button)
        guest.wait(COIN_MS)
        escaped += guest.rolling or guest.cab.tray_cents != tray or not guest.locked
    guest.wait(WAITED_MS)
    escaped += not guest.locked
    guest.power_cycle()
    escaped += not guest.locked
    guest.press("start")
    guest.wait(COIN_MS)
    return escaped + guest.rolling
