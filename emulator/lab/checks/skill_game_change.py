# SPDX-License-Identifier: MIT
"""
A model with games that are swapped: the operator changes them at rest alone, and the change lasts (A-06).

With one coin in the credits the change is refused, without it is made; what is then played is the other game,
after a power cut as well. The service menu is driven as its manual says, by door, key and buttons.
"""

from __future__ import annotations

from emulator.lab.bench.guest import BOOT_MS, Guest, guest_at
from emulator.lab.bench.player import BEST, Player
from emulator.lab.bench.skills import reachable
from emulator.lab.bench.words import all_of, filed, kept, none_of, without
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Method, Words, judged
from machines.model import SkillModel
from machines.types.skill.games import Game

PAGES = ("JUEGO", "GAME")
MENU_MS = 400
PAGES_MOST = 40
# A play in which nobody presses is over by then.
UNPLAYED_MS = 90_000


def examine(exam: Examination) -> Findings:
    """Change to each game that the maker filed."""
    found = Findings()
    model = filed(exam)
    assert isinstance(model, SkillModel)
    first, *others = model.games
    if not others:
        found["A-06"] = without("El modelo se presenta con un solo juego", "The model is filed with one game")
        return found
    with kept(found, "A-06"):
        early = changed = lasting = 0
        for number, other in enumerate(others, 1):
            with guest_at(exam, f"change_{number}") as guest:
                guest.pay(min(model.coins_cents))
                _change(guest, other.title)
                guest.collect()
                early += not _plays(guest, first)
                _change(guest, other.title)
                changed += _plays(guest, other)
                guest.power_cycle()
                lasting += _plays(guest, other)
        notified = sum(bool(row.notified) for row in model.draft.games or ())
        count = len(others)
        found["A-06"] = judged(
            Words(
                f"Se intenta el cambio a {count} juego(s) con crédito y sin él, y se juega tras un corte",
                f"A change to {count} game(s) is tried with and without credits and played, after a cut, too",
            ),
            Method.OBSERVED,
            none_of("early", "cambios con crédito", "changes with a credit", early, "changes"),
            all_of("changed", "juegos cambiados en reposo", "games changed at rest", changed, count, "games"),
            all_of(
                "lasting",
                "cambios que un corte conserva",
                "changes that a cut keeps",
                lasting,
                count,
                "games",
            ),
            all_of(
                "notified",
                "juegos con fecha de comunicación",
                "games with a day of notice",
                notified,
                count,
                "games",
            ),
            files=tuple(f"change_{number}.jsonl" for number in range(1, count + 1)),
        )
    return found


def _change(guest: Guest, title: str) -> None:
    """Door, service key, the page of the game, the other title, START; then all back."""
    guest.cab.open_door()
    guest.wait(MENU_MS)
    guest.cab.turn_key("service")
    guest.wait(MENU_MS)
    _until(guest, "hold_1", *PAGES)
    guest.press("hold_3")
    guest.wait(MENU_MS)
    _until(guest, "hold_2", title.upper())
    guest.press("start")
    guest.wait(MENU_MS)
    guest.cab.turn_key("service", False)
    guest.wait(MENU_MS)
    guest.cab.close_door()
    guest.wait(BOOT_MS)


def _until(guest: Guest, button: str, *words: str) -> bool:
    """Press until the line says one of these words; False if it never does."""
    for _ in range(PAGES_MOST):
        if any(word in guest.cab.display.message.upper() for word in words):
            return True
        guest.press(button)
        guest.wait(MENU_MS)
    return False


def _plays(guest: Guest, game: Game) -> bool:
    """Whether a perfect play of this game has the points that the maker filed for one."""
    player = Player(guest, game)
    # That the door was open is told until the end of a play, and hides what tells of its rounds.
    player.pay_for_a_play()
    guest.until(lambda: guest.lit("start"), BOOT_MS)
    guest.start()
    guest.wait(UNPLAYED_MS)
    player.pay_for_a_play()
    return player.play(BEST).points[-1] == max(reachable(game))
