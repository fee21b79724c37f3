# SPDX-License-Identifier: MIT
"""
The tests that the service menu has: coins, hoppers, and every other (G-29, G-60).

Wheels, sealed counter, audit page and credits are read before and after. The hopper test is tried with the
door shut first, then twice of each hopper, whose coins are put back between; the coin test gets every coin.
"""

from __future__ import annotations

from contextlib import suppress

from emulator.cabinet import CabinetError
from emulator.lab.bench.attendant import Attendant, in_the_menu
from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.reading import euros
from emulator.lab.bench.visitor import BenchError, Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

_FILE = "tests.json"
# Titles of the menu and words of its pages, as the manual has them.
_METERS, _COINS, _HOPPERS = "CONTADORES", "PROBAR MONEDAS", "PAGADORES"
_TESTS = ("PROBAR ", "JUGADA DE PRUEBA")
_TRY, _OWED = "PROBAR", "DEVUELVA"
# Lines of the audit page that are no player's money: what it counts of tests, starts and doors.
_ASIDE = ("PRUEBAS", "VACIADO", "ENCENDIDOS", "PUERTA", "ÁREA", "INICIOS", "CONTADOR SELLADO")
_EACH = 2
# A coin that was put in, and a hopper that is still: longer than both take.
_COIN_MS, _STILL_MS, _RUN_MS = 1_000, 2_500, 30_000
# A page that turns, lights or plays by itself has done it by then.
_PAGE_MS = 9_000


def examine(exam: Examination) -> Findings:
    """Do every test of the menu, and read everything that counts before and after."""
    found, visitor = Findings(), visitor_of(exam)
    with visitor.cab:
        seen = _seen(visitor)
    exam.keep(_FILE, seen)
    if not seen["titles"]:
        nobody = Words(
            "Nadie conoce aquí las páginas de servicio de este programa",
            "Nobody here knows the service pages of this program",
        )
        for row in ("G-29", *(("G-60",) if exam.model.hoppers else ())):
            found[row] = Finding(Grade.NO_EXAMINADO, nobody, files=(_FILE,))
        return found
    _counters(found, seen)
    if exam.model.hoppers:
        _tests(exam, found, seen)
    return found


def _seen(visitor: Visitor) -> Json:
    shut = _with_the_door_shut(visitor)
    _one_coin(visitor)
    with in_the_menu(visitor.bench) as attendant:
        titles = attendant.titles()
        if not titles:
            return {"titles": titles, "shut": shut}
        before = _counted(attendant)
        hoppers = {str(row.cents): _hopper(attendant, row.cents) for row in visitor.cab.model.hoppers}
        coins = _coins(attendant) if _COINS in titles else {}
        stuck = [title for title in titles if _is_another_test(title) and not _tried(attendant, title)]
        after = _counted(attendant)
    visitor.bench.wait(2_000)
    after["credits"] = visitor.cab.display.credits
    return {
        "titles": titles, "shut": shut, "before": before, "after": after, "hoppers": hoppers,
        "coins": coins, "not_left": stuck, "plays_on": _plays_on(visitor),
    }  # fmt: skip


def _one_coin(visitor: Visitor) -> None:
    """A credit that must be there afterwards, too small for a machine to start by itself."""
    coin = min(visitor.cab.model.coins_cents, default=0)
    if 0 < coin < visitor.price_cents:
        visitor.one_in(coin)


def _with_the_door_shut(visitor: Visitor) -> int:
    """The steps of a hopper test, with the key alone: coins that left a hopper."""
    levels = sum(visitor.cab.hopper_levels.values())
    with in_the_menu(visitor.bench, door=False) as attendant:
        attendant.enter(_HOPPERS)
        for button in ("hold_3", "start", "start"):
            attendant.step(button)
            visitor.bench.wait(_STILL_MS)
    return levels - sum(visitor.cab.hopper_levels.values())


def _counted(attendant: Attendant) -> Json:
    """Everything that counts a player's money: wheels, sealed counter, audit page, credits."""
    cab, page = attendant.cab, []
    if attendant.enter(_METERS):
        page = [line for line in attendant.lines() if not line.startswith(_ASIDE)]
        # How full the hoppers are is counted there, too, and tests do change that.
        page = [line.partition(" HAY ")[0] for line in page]
    attendant.leave()
    sealed = cab.counter.read().as_dict() if cab.model.sealed else {}
    kept = {name: sealed[name] for name in ("plays", "staked_cents", "won_cents") if name in sealed}
    return {
        "wheels": attendant.bench.clicks(), "sealed": kept, "page": page, "credits": cab.display.credits
    }  # fmt: skip


# -- the hopper test ----------------------------------------------------------------------------------------


def _hopper(attendant: Attendant, cents: int) -> Json:
    """Coins of two tests of one hopper, and whether the line named as many."""
    counts, said = [], []
    if attendant.enter(_HOPPERS):
        for _ in range(_EACH):
            if not attendant.find(_named(cents), _TRY):
                break
            count, line = _paid(attendant, cents)
            counts.append(count)
            said.append(line)
            attendant.step("start")
            _put_back(attendant, cents, count)
    attendant.leave()
    return {"coins": counts, "said": said}


def _paid(attendant: Attendant, cents: int) -> tuple[int, str]:
    """Press START and wait until nothing falls any more; coins that left, and the line."""
    bench, level = attendant.bench, attendant.cab.hopper_levels[cents]
    attendant.step("start")
    still_ms, seen = 0, level
    for _ in range(0, _RUN_MS, 100):
        bench.wait(100)
        now = attendant.cab.hopper_levels[cents]
        still_ms = still_ms + 100 if now == seen else 0
        seen = now
        if still_ms >= _STILL_MS:
            break
    return level - seen, attendant.line


def _put_back(attendant: Attendant, cents: int, count: int) -> None:
    """The coins of a test go back through the slot, where the acceptor takes such; else by hand."""
    cab = attendant.cab
    if cents not in cab.model.coins_cents:
        return
    for _ in range(count):
        with suppress(CabinetError):
            cab.insert(cents)
        attendant.bench.wait(_COIN_MS)


def _named(cents: int) -> str:
    return euros(cents, ",").removesuffix(" EUR")


# -- the coin test, and the others --------------------------------------------------------------------------


def _coins(attendant: Attendant) -> Json:
    """Every coin some times: those that the acceptor took, and the largest count on the line."""
    cab, taken = attendant.cab, len(attendant.bench.of("coin_accepted"))
    told = 0
    if attendant.enter(_COINS):
        for cents in cab.model.coins_cents:
            for _ in range(_EACH):
                cab.insert(cents)
                attendant.bench.wait(_COIN_MS)
                told += attendant.line.endswith(f" {told + 1}") and _named(cents) in attendant.line
    found = {"accepted": len(attendant.bench.of("coin_accepted")) - taken, "told": told}
    if cab.model.mechanisms == "cctalk":
        found |= _directions(attendant)
    attendant.leave()
    return found


def _directions(attendant: Attendant) -> dict[str, int]:
    """A slug, and a coin drawn back up on a string, that an acceptor on a bus tells of."""
    cab, coin = attendant.cab, min(attendant.cab.model.coins_cents)
    cab.damage("slug")
    cab.insert(coin)
    attendant.bench.wait(2 * _COIN_MS)
    cab.damage("coin_string")
    cab.insert(coin)
    attendant.bench.wait(2 * _COIN_MS)
    attendant.step("hold_1")
    words = attendant.line.split()
    return {"rejected": int("RECHAZOS" in words and "1" in words), "backwards": int(words[-1:] == ["1"])}


def _is_another_test(title: str) -> bool:
    return title.startswith(_TESTS) and title != _COINS


def _tried(attendant: Attendant, title: str) -> bool:
    """Enter a test, press what it knows, let it run; False where COLLECT does not leave it."""
    if not attendant.enter(title):
        return False
    for button in ("start", "hold_2", "hold_3", "start"):
        attendant.step(button)
    attendant.bench.wait(_PAGE_MS)
    return attendant.leave()


def _plays_on(visitor: Visitor) -> bool:
    try:
        visitor.rest()
        visitor.play()
    except (EmulatorError, BenchError, AssertionError):
        return False
    return True


# -- rows --------------------------------------------------------------------------------------------------


def _counters(found: Findings, seen: Json) -> None:
    """G-29: no meter moved, and afterwards all is as it was."""
    before, after = seen["before"], seen["after"]
    back = int(after["credits"] == before["credits"] and seen["plays_on"] and not seen["not_left"])
    tests = ", ".join(title for title in seen["titles"] if title.startswith(_TESTS) or title == _HOPPERS)
    if not tests:
        none = Words("No se pudo entrar en ninguna prueba del menú", "No test of the menu could be entered")
        found["G-29"] = Finding(Grade.NO_EXAMINADO, none, files=(_FILE,))
        return
    found["G-29"] = judged(
        Words(f"Hechas las pruebas del menú ({tests}), los contadores son los mismos y se juega con el"
              " mismo crédito",
              f"After the tests of the menu ({tests}) the meters are the same, and play goes on with the"
              " same credit"),
        Method.OBSERVED,
        *_moved(before, after),
        Figure("back", Words("vuelve al estado anterior", "the state before is back"), back, "", 1, EXACTLY),
        files=(_FILE,),
    )  # fmt: skip


def _moved(before: Json, after: Json) -> list[Figure]:
    """What counts a player's money and is not what it was."""
    wheels = sum(abs(after["wheels"][name] - count) for name, count in before["wheels"].items())
    sealed = sum(after["sealed"][name] != count for name, count in before["sealed"].items())
    page = len(set(before["page"]) ^ set(after["page"]))
    return [
        _none("wheels", "pulsos de los contadores", "pulses of the meters", wheels, "pulses"),
        _none("sealed", "cambios en el contador precintado", "changes in the sealed counter", sealed, "sums"),
        _none("page", "líneas cambiadas de la auditoría", "lines of the audit changed", page, "lines"),
    ]


def _tests(exam: Examination, found: Findings, seen: Json) -> None:
    """G-60: with the door shut no coin; the same number each time; each accepted coin counted."""
    counts = [count for one in seen["hoppers"].values() for count in one["coins"]]
    fixed = counts[0] if counts else 0
    # A hopper whose coins the slot does not take cannot be tried again before they are back.
    wanted = sum(_EACH if int(cents) in exam.model.coins_cents else 1 for cents in seen["hoppers"])
    other = sum(count != fixed or not count for count in counts) + abs(wanted - len(counts))
    figures = [
        _none("shut", "monedas con la puerta cerrada", "coins with the door shut", seen["shut"], "coins"),
        _none("other", "pruebas con otro número de monedas", "tests with another number of coins", other,
              "tests"),
        *_moved(seen["before"], seen["after"]),
    ]  # fmt: skip
    said = Words(
        f"Con la puerta cerrada la llave no paga nada; abierta, {len(counts)} pruebas pagan {fixed} monedas"
        " cada una sin mover contadores",
        f"With the door shut the key pays nothing; open, {len(counts)} tests pay {fixed} coins each and move"
        " no meter",
    )
    if seen["coins"]:
        said, more = _coin_test(said, seen["coins"])
        figures += more
    found["G-60"] = judged(said, Method.OBSERVED, *figures, files=(_FILE,))


def _coin_test(said: Words, coins: Json) -> tuple[Words, list[Figure]]:
    missed = abs(coins["accepted"] - coins["told"]) + (not coins["accepted"])
    figures = [_none("missed", "monedas admitidas sin contar", "accepted coins not counted", missed, "coins")]
    if "rejected" in coins:
        lost = 2 - coins["rejected"] - coins["backwards"]
        figures.append(
            _none("directions", "rechazos y retrocesos sin contar", "rejects and returns not counted", lost,
                  "coins")
        )  # fmt: skip
        es, en = "y los rechazos y retrocesos", "and what was rejected or went backwards"
    else:
        es = "(este monedero, de líneas paralelas, no da impulsos de sentido)"
        en = "(this acceptor, with parallel lines, gives no direction pulses)"
    return Words(
        f"{said.es}; la prueba de moneda cuenta las {coins['accepted']} admitidas {es}",
        f"{said.en}; the coin test counts the {coins['accepted']} accepted ones {en}",
    ), figures


def _none(id: str, es: str, en: str, count: int, unit: str) -> Figure:
    return Figure(id, Words(es, en), count, unit, 0, EXACTLY)
