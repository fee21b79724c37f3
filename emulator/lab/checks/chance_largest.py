# SPDX-License-Identifier: MIT
"""
The largest prize that a stated search of keys brings near, played for and paid to the cent (C-04).

Keys of TEST machines are searched for the largest prize that the law allows, then for lesser ones; the
machine of the key that is found plays by its mouth and buttons from a fresh commission until it comes. Where
that is not the largest of the plan, the plan's own largest prize is held against the limit beside it.
"""

from __future__ import annotations

from emulator.lab.bench.guest import Guest, guest_at
from emulator.lab.bench.prepare import Prepared, prepare
from emulator.lab.bench.reading import euros
from emulator.lab.bench.search import Budget, Found, Wish
from emulator.lab.bench.words import filed, kept, largest_prize, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Findings, Words
from machines.par.sheet import par_sheet

# The limit itself, and shares of it where no key within the budget brings that.
SHARES = (1, 2, 4, 10, 20, 40)


def examine(exam: Examination) -> Findings:
    """Search, play, be paid."""
    found = Findings()
    bet = filed(exam).bets_cents[0]
    limit = (exam.law.rules["C-04"].multiple or 0) * bet
    prepared = _prepared(exam, limit)
    exam.keep("search.json", [one.as_dict() for one in prepared])
    best = prepared[-1].found
    if best is None:
        found["C-04"] = prepared[-1].refused
        return found
    with kept(found, "C-04"):
        paid, by_hand = _paid(exam, best)
        won = best.plays[-1].won_cents
        found["C-04"] = largest_prize(
            exam,
            _said(won, best),
            Figure("largest", Words("premio pagado", "prize paid"), paid, "cents", limit, AT_MOST),
            won if won >= limit else _of_the_plan(exam, bet),
            none_of("short", "diferencia con el plan", "difference from the plan", won - paid, "cents"),
            Figure("by_hand", Words("de ello a mano", "of it by hand"), by_hand, "cents"),
            files=("search.json", "largest.jsonl"),
        )
    return found


def _of_the_plan(exam: Examination, bet_cents: int) -> int:
    """The largest prize over all combinations at a bet."""
    return int(par_sheet(exam.model, bet_cents)["largest_prize_cents"])


def _prepared(exam: Examination, limit: int) -> list[Prepared]:
    """Searches from the limit down, the last of them the one that found a key, if any did."""
    budget = exam.pick(Budget(4_000, 120), Budget(12_000, 150), Budget(40_000, 250))
    looked = []
    for share in SHARES:
        looked.append(prepare(exam, _prize(limit // share), budget))
        if looked[-1].found is not None:
            break
    return looked


def _prize(cents: int) -> Wish:
    """A play that wins so much or more and hits no jackpot, which the limit leaves aside."""
    name = Words(f"un premio de {euros(cents, ',')} o más", f"a prize of {euros(cents)} or more")
    return Wish(name, lambda plays: plays[-1].won_cents >= cents and not plays[-1].pots, prize_cents=cents)


def _paid(exam: Examination, best: Found) -> tuple[int, int]:
    """What the play brought the guest, and how much of it by hand."""
    with guest_at(exam, "largest", seed=best.seed) as guest:
        for _ in range(best.play - 1):
            guest.play()
        by_hand, shared = guest.by_hand_cents, _shared(guest)
        turn = guest.play()
        apart = _shared(guest) - shared
        return turn.won_cents - apart, guest.by_hand_cents - by_hand


def _shared(guest: Guest) -> int:
    """What the link's controller has awarded, which the limit leaves aside as it does every jackpot."""
    room = guest.cab.room
    return 0 if room is None else sum(int(row["won_cents"]) for row in room.audit().machines)


def _said(won: int, best: Found) -> Words:
    key = best.seed[:8]
    es = f"La jugada {best.play} de la clave {key} gana {euros(won, ',')}; se probaron {best.tried} claves"
    en = f"Play {best.play} of key {key} wins {euros(won)}; {best.tried} keys were tried"
    return Words(es, en)
