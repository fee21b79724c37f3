# SPDX-License-Identifier: MIT
"""
Credits asked back from hoppers that hold less: the machine locks up until they are paid (G-55).

Twice: once the attendant refills, and the machine pays the rest by itself; once the hoppers hold one coin
too few, and the operator's key settles the remainder that the line shows.
"""

from __future__ import annotations

from collections.abc import Callable

from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.reading import euros
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

_FILE = "short_pay.json"
# A hopper that gives no coin is given up, and the next one tried.
_CALLED_MS, _DOOR_MS, _BOOT_MS = 40_000, 1_000, 6_500
_PAID_MS = 120_000
_WORDS = {
    "called": Words("sin luz o mensaje", "without light or words"),
    "stood": Words("con el bloqueo roto", "with a lock that broke"),
    "shown": Words("sin mostrar el resto", "without the remainder shown"),
    "paid": Words("sin el pago exacto", "without the exact payment"),
    "back": Words("sin vuelta al juego", "without a return to play"),
}


def examine(exam: Examination) -> Findings:
    """Ask for credits with empty hoppers; refill them, or settle by the key."""
    found = Findings()
    ways: tuple[tuple[str, Callable[[Visitor, int], int]], ...] = (("refilled", _refilled), ("key", _by_key))
    seen = {name: _locked_up(exam, way) for name, way in ways}
    exam.keep(_FILE, seen)
    wrong = {what: sum(not one[what] for one in seen.values()) for what in _WORDS}
    figures = [
        Figure(what, Words(f"bloqueos {words.es}", f"lockups {words.en}"), wrong[what], "lockups", 0, EXACTLY)
        for what, words in _WORDS.items()
    ]
    found["G-55"] = judged(_said(seen), Method.OBSERVED, *figures, files=(_FILE,))
    if exam.model.link is not None:
        found["G-55"] = Finding(
            Grade.NO_EXAMINADO,
            Words(
                "El bloqueo por un crédito que el pagador no cubre se vio; el de un bote del enlace, no",
                "The lockup of credits beyond the hopper was seen; that of a jackpot of the link was not",
            ),
            files=(_FILE,),
        )
    return found


def _locked_up(exam: Examination, way: Callable[[Visitor, int], int]) -> Json:
    """One lockup, from the empty hoppers to the next play."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        seen: Json = {**dict.fromkeys(_WORDS, False), "owed_cents": 0, "said": "", "broken": ""}
        try:
            _lock_up(visitor, seen)
            owned = visitor.owns_cents - visitor.bench.held
            by_hand = way(visitor, seen["owed_cents"])
            seen["shown"] = seen["shown"] or bool(by_hand)
            # What was owed lies in the tray or was put into the visitor's hand.
            seen["paid"] = visitor.owns_cents - visitor.bench.held + by_hand == owned + seen["owed_cents"]
            visitor.rest(_PAID_MS)
            visitor.play()
            seen["back"] = not visitor.bench.lit("tower")
        except (EmulatorError, AssertionError) as error:
            seen["broken"] = str(error)
        seen["line"] = cab.display.message.strip()
    return seen


def _lock_up(visitor: Visitor, seen: Json) -> None:
    """Empty the hoppers, press COLLECT, then try everything that must not move the machine."""
    cab, bench = visitor.cab, visitor.bench
    cents = max(row.cents for row in cab.model.hoppers)
    visitor.pay_in(visitor.price_cents + 2 * cents)
    for value, level in cab.hopper_levels.items():
        if level:
            cab.empty(value)
    seen["owed_cents"] = bench.held
    bench.press("collect")
    seen["called"] = bench.until(lambda: visitor.calls, _CALLED_MS)
    seen["said"] = cab.display.message.strip()
    seen["shown"] = _shows(visitor, seen["owed_cents"])
    tray = cab.tray_cents
    works = visitor.out_of_service()
    # The coin that was tried came back.
    tried = cab.tray_cents - tray
    bench.press("collect")
    bench.power_cycle()
    bench.wait(_BOOT_MS)
    works += visitor.out_of_service()
    seen["stood"] = not works and visitor.calls and cab.tray_cents - tray == 2 * tried


def _shows(visitor: Visitor, owed_cents: int) -> bool:
    amount = euros(owed_cents, ",").removesuffix(" EUR")
    return amount in visitor.cab.display.message or visitor.bench.held == owed_cents


def _refilled(visitor: Visitor, owed_cents: int) -> int:
    """The attendant fills the hoppers and shuts the door: it pays by itself."""
    cab = visitor.cab
    cab.open_door()
    visitor.bench.wait(_DOOR_MS)
    for row in cab.model.hoppers:
        cab.refill(row.cents, row.capacity - cab.hopper_levels[row.cents])
    cab.close_door()
    visitor.bench.wait(_BOOT_MS)
    visitor.rest(_PAID_MS)
    return 0


def _by_key(visitor: Visitor, owed_cents: int) -> int:
    """One coin is put in, the rest is paid by hand: what the line shows when the key is turned."""
    cab, bench = visitor.cab, visitor.bench
    cents = max(row.cents for row in cab.model.hoppers)
    cab.open_door()
    bench.wait(_DOOR_MS)
    cab.refill(cents, 1)
    tray = cab.tray_cents
    cab.close_door()
    bench.wait(_BOOT_MS)
    bench.until(lambda: visitor.calls and not cab.coins, _CALLED_MS)
    bench.wait(_BOOT_MS)
    left = owed_cents - (cab.tray_cents - tray)
    shown = _shows(visitor, left)
    cab.turn_key("operator")
    bench.wait(_DOOR_MS)
    cab.turn_key("operator", False)
    bench.wait(_DOOR_MS)
    settled = bench.until(lambda: not bench.lit("tower"), _BOOT_MS)
    _refilled(visitor, 0)
    return left if shown and settled else 0


def _said(seen: Json) -> Words:
    wrong = [(name, [what for what in _WORDS if not one[what]], one["broken"]) for name, one in seen.items()]
    wrong = [(name, what, broken) for name, what, broken in wrong if what]
    if wrong:
        name, what, broken = wrong[0]
        es = ", ".join(_WORDS[one].es for one in what)
        en = ", ".join(_WORDS[one].en for one in what)
        return Words(f"Bloqueo {es} ({name} {broken})".rstrip(), f"A lockup {en} ({name} {broken})".rstrip())
    owed = euros(next(iter(seen.values()))["owed_cents"], ",")
    return Words(
        f"Con {owed} de crédito y los pagadores vacíos la máquina se bloquea con luz y el resto en pantalla,"
        " también tras un corte; rellena los paga, y con la llave el encargado paga el resto exacto",
        f"With {owed} of credits and empty hoppers the machine locks up with a light and shows the remainder,"
        " after a power cut too; refilled it pays them, and by the key staff pays the exact remainder",
    )
