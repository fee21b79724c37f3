# SPDX-License-Identifier: MIT
"""
A kiosk left alone for a day, in virtual time: visitors, faults, power cuts and killed processes in its hall.

    python benchmarks/soak.py [--hours 24] [--lives 4] [--seed 1] [--size 1280x800] [--model M] [--folder DIR]

Visitors walk to machines with one purse, press what is lit and what is not, touch the picture anywhere;
machines jam, lose sensors and current; an attendant mends, fills and turns keys. The day is parted in lives,
each a process with a hall, its panel drawn, and ended by SIGKILL wherever it stands, but the last.

Prints one JSON object, and ends with status 1 where money is missing, a machine takes no coin or press any
more (a dead end), memory exceeds 300 MB or rises by more than 1 MB an hour once the pictures are made: behind
the first hour, and behind the third visit to each machine of the hall.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from emulator.cabinet import Cabinet, CabinetError
from emulator.cabinet.faults import Fault, FaultError, damages
from emulator.hall.hall import Hall
from emulator.hall.ledger import HallLedger
from emulator.hall.stand import Stand
from emulator.hall.standing import standing
from emulator.kiosk.house import House
from emulator.kiosk.memory import resident_bytes
from emulator.kiosk.reading import Kiosk, read_kiosk
from emulator.lab.hand_plays import Hand, HandError
from emulator.records.session import Session
from emulator.records.storage import read_file
from emulator.support.errors import EmulatorError
from machines.types.skill.visitor import DEFAULT, read_visitors

MODELS = ("cierzo", "galacho", "moncayo", "aneto", "moncayo_tarjeta", "cometa")
HOUR_MS = 3_600_000
MEMORY_MOST_MB, RISE_MOST_MB = 300.0, 1.0
# So often a machine was visited when all of its pictures are made.
_MADE_BY = 3
# Damage to the memory itself ends with a workbench, which no hall has; a coin on a string is fraud.
_NO_HALL = ("memory", "battery", "counter", "acceptor string", "note string")
# Where books and coins may differ, each with its name: by a fault that was put in, and by coins on their way.
_EXPLAINED = ("fault:", "in_unbooked", "out_unbooked")
# So long the attendant of the kiosk has for a machine.
_PATIENCE_S = 240


class Life:
    """
    One process of the kiosk.

    Args:
        tell: called with what happened, now and then.
    """

    def __init__(self, kiosk: Kiosk, size: tuple[int, int], choose: random.Random, tell: Any) -> None:
        import pygame

        from emulator.panel.hall.window import HallWindow
        from emulator.panel.kiosk.show import keeping_of

        pygame.display.init()
        pygame.display.set_mode(size)
        models = [kiosk.model(one) for one in kiosk.settings.machines]
        self.hall = Hall.open(models, keeping=keeping_of(kiosk))
        self.window = HallWindow(self.hall, False, "es")
        self._pygame, self._choose, self._tell = pygame, choose, tell
        self.counts: Counter[str] = Counter()
        self._visited: Counter[str] = Counter()
        self.passed_ms = 0
        self._broken: list[str] = []

    def run(self, until_ms: int) -> None:
        """Visits one after the other until so much virtual time has passed."""
        told_ms = 0
        while self.passed_ms < until_ms:
            if self.hall.pocket.cents < 2_000 or self._choose.random() < 0.1:
                self.hall.new_purse()
            self._look(self._choose.randint(5, 120) * 1_000)
            self._visit()
            if self.passed_ms - told_ms >= 600_000:
                told_ms = self.passed_ms
                mb = (resident_bytes(os.getpid()) or 0) / (1 << 20)
                made = all(self._visited[stand.name] >= _MADE_BY for stand in self.hall.stands)
                self._tell(at_ms=self.passed_ms, mb=round(mb, 1), made=made, counts=dict(self.counts))

    def _look(self, ms: int) -> None:
        """Nobody, or somebody who looks around the room."""
        for _ in range(5):
            self.window.frame(100_000, [], self._wall_ms())
        self.passed_ms += ms

    def _wall_ms(self) -> int:
        return round(time.perf_counter() * 1_000)

    def _visit(self) -> None:
        stand = self._choose.choice(self.hall.stands)
        session = self._opened(stand)
        cabinet = session.cabinet
        began_ms = cabinet.now_ms
        self._pass(cabinet, 4_000)
        for _ in range(self._choose.randint(20, 400)):
            self._act(cabinet)
            if self.window.visit is None:
                break
        if self.window.visit is not None:
            self._attend(cabinet)
            self._prove(cabinet, stand.name)
            cabinet.ledger.audit()
            unknown = [name for name in cabinet.books.differences if not name.startswith(_EXPLAINED)]
            if unknown:
                raise SystemExit(f"{stand.name}: books and coins differ: {unknown}")
            self.passed_ms += cabinet.now_ms - began_ms
            self.window._come_back()
        self.window.lobby._walking = None
        self._visited[stand.name] += 1
        self.counts["visits"] += 1

    def _opened(self, stand: Stand) -> Session:
        """The machine that the visitor has come to; where there is none this ends with the reason."""
        refused: list[EmulatorError] = []
        self.window.lobby.refuse = lambda stand, error: refused.append(error)  # type: ignore[method-assign]
        self.window._begin(stand)
        if self.hall.session is None:
            raise SystemExit(f"{stand.name} cannot be opened: {refused}")
        return self.hall.session

    def _pass(self, cabinet: Cabinet, ms: int) -> None:
        """Time, with a picture at its end."""
        cabinet.run(ms=max(0, ms - 16))
        self.window.frame(16_000, self._touches(), self._wall_ms())

    def _touches(self) -> list[Any]:
        """Now and then somewhere on the picture, but not the way back."""
        if self._choose.random() > 0.1:
            return []
        width, height = self.window._screen.get_size()
        pos = (self._choose.randrange(width), self._choose.randrange(height * 9 // 10))
        self.counts["touches"] += 1
        kinds = (self._pygame.MOUSEBUTTONDOWN, self._pygame.MOUSEBUTTONUP)
        return [(0, self._pygame.event.Event(kind, {"pos": pos, "button": 1})) for kind in kinds]

    def _act(self, cabinet: Cabinet) -> None:
        """One thing that a person, or bad luck, does."""
        choose = self._choose
        chance, lit = choose.random(), [name for name in cabinet.machine.buttons if cabinet.lamps.get(name)]
        with contextlib.suppress(CabinetError, FaultError):
            if chance < 0.30 and cabinet.purse:
                cabinet.insert(choose.choice(sorted(cabinet.purse)))
            elif chance < 0.80:
                cabinet.press(choose.choice(lit or sorted(cabinet.machine.buttons)))
            elif chance < 0.84:
                cabinet.take_tray()
            elif chance < 0.86 and cabinet.wallet:
                cabinet.insert_note(choose.choice(sorted(cabinet.wallet)))
            elif chance < 0.88:
                cabinet.insert_card(5_000)
            elif chance < 0.89:
                self._cut(cabinet)
            elif chance < 0.905:
                self._damage(cabinet)
        if cabinet.tilt and choose.random() < 0.2:
            self._attend(cabinet)
        self._pass(cabinet, choose.choice((50, 320, 700, 3_000, 8_000)))

    def _cut(self, cabinet: Cabinet) -> None:
        """The mains fail for a while, at any instant."""
        cabinet.run_us(self._choose.randrange(400_000))
        if not cabinet.powered:
            return
        cabinet.power_off()
        cabinet.run(ms=self._choose.choice((1, 200, 5_000)))
        cabinet.power_on()
        self.counts["cuts"] += 1

    def _damage(self, cabinet: Cabinet) -> None:
        """Any fault of this machine that a hall can mend, one at a time."""
        model = cabinet.model
        if self._broken:
            return
        known = [
            fault
            for fault in damages(model.mechanisms, model.type).values()
            if not fault.act.startswith(_NO_HALL)
            and all(one.allowed(model) for one in fault.parameters.values())
        ]
        fault: Fault = self._choose.choice(known)
        given = {name: self._choose.choice(one.allowed(model)) for name, one in fault.parameters.items()}
        cabinet.damage(fault.id, **given)
        self.counts["faults"] += 1
        if fault.mend:
            self._broken.append(fault.id)

    def _attend(self, cabinet: Cabinet) -> None:
        """A technician mends what is broken; the attendant of the kiosk does the rest."""
        for name in self._broken:
            with contextlib.suppress(CabinetError, FaultError):
                cabinet.mend(name)
        self._broken.clear()
        house = House(cabinet, after_s=1)
        for second in range(_PATIENCE_S):
            if not house.look(float(second)) and not house.needed():
                break
            self._pass(cabinet, 1_000)
        self.counts["attended"] += house.came

    def _prove(self, cabinet: Cabinet, name: str) -> None:
        """It takes money and plays: no dead end."""
        cabinet.run(ms=30_000)
        self._attend(cabinet)
        if cabinet.card is not None:  # it may be empty: the house sells another
            with contextlib.suppress(CabinetError):
                cabinet.remove_card()
            cabinet.run(ms=2_000)
            cabinet.insert_card(100_000)
            cabinet.run(ms=2_000)
        hand = Hand(cabinet, read_visitors(DEFAULT), f"{self._choose.randrange(1 << 32):08x}")
        try:
            hand.play(1)
            self.counts["proved"] += 1
        except CabinetError:  # the purse is empty, and no other visitor comes into a hall's machine
            self.counts["no money left"] += 1
        except HandError as error:
            raise SystemExit(f"dead end at {name}: {error}") from None
        finally:
            self.window.frame(16_000, [], self._wall_ms())


def lived(kiosk: Kiosk, size: tuple[int, int], seed: str, ms: int, last: bool) -> Iterator[dict[str, Any]]:
    """A life in a process of its own; what it tells, until it is killed or has come to its end."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _live(kiosk, size, seed, ms, last, writing)
    os.close(writing)
    choose = random.Random(f"{seed} end")
    with os.fdopen(reading) as lines:
        for line in lines:
            told = json.loads(line)
            yield told
            if not last and told.get("at_ms", 0) >= ms:
                time.sleep(choose.random() * 2)
                os.kill(pid, signal.SIGKILL)
                break
    _, status = os.waitpid(pid, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not (killed and not last) and status != 0:
        raise SystemExit(f"a life ended with status {status}")


def _live(kiosk: Kiosk, size: tuple[int, int], seed: str, ms: int, last: bool, writing: int) -> None:
    """In the child: never returns."""
    status = 1
    try:
        with os.fdopen(writing, "w") as out:

            def tell(**found: Any) -> None:
                print(json.dumps(found), file=out, flush=True)

            life = Life(kiosk, size, random.Random(seed), tell)
            life.run(ms)
            tell(at_ms=life.passed_ms, mb=0, counts=dict(life.counts))
            if not last:
                life.run(2 * ms)  # killed within
            life.window.close()
            life.hall.close()
            status = 0
    except SystemExit as error:
        print(error, file=sys.stderr, flush=True)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def money_of(kiosk: Kiosk) -> dict[str, int]:
    """What the hall has given out, and where it is: pocket, machines by their own files, taken back."""
    with HallLedger.open(kiosk.folder / "hall.jsonl") as ledger:
        books = ledger.books
        at_machines = 0
        for account in books.accounts.values():
            book = (read_file(account.place.path).physical or {}).get("halls", {})
            for one in book.values():
                at_machines += one["brought_cents"] - one["carried_cents"]
        return {
            "given": books.given_cents,
            "returned": books.returned_cents,
            "pocket": books.pocket.cents,
            "at_machines": at_machines,
        }


def rise_mb(samples: list[tuple[int, float]]) -> float:
    """Megabytes an hour, by the straight line through samples behind the first hour; 0 of less than three."""
    later = [(at_ms / HOUR_MS, mb) for at_ms, mb in samples if at_ms >= HOUR_MS]
    if len(later) < 3:
        return 0.0
    mean_x, mean_y = (sum(column) / len(later) for column in zip(*later, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in later)
    return sum((x - mean_x) * (y - mean_y) for x, y in later) / spread if spread else 0.0


def soaked(kiosk: Kiosk, hours: float, lives: int, seed: int, size: tuple[int, int]) -> dict[str, Any]:
    """All lives, one after the other; what they came to."""
    counts: Counter[str] = Counter()
    peak, rises, each_ms = 0.0, [], round(hours * HOUR_MS / lives)
    for number in range(lives):
        samples: list[tuple[int, float]] = []
        found: dict[str, int] = {}
        for told in lived(kiosk, size, f"{seed} {number}", each_ms, number == lives - 1):
            found = told["counts"]
            if told["mb"]:
                peak = max(peak, told["mb"])
                if told["made"]:
                    samples.append((told["at_ms"], told["mb"]))
                print(f"life {number + 1}: {told['at_ms'] / HOUR_MS:.2f} h, {told['mb']} MB", file=sys.stderr)
        counts.update(found)
        rises.append(round(rise_mb(samples), 2))
    tilted = [one.model for one in kiosk.settings.machines if standing(kiosk.place(one)).tilt]
    money = money_of(kiosk)
    return {
        "hours": hours, "lives": lives, "seed": seed, "size": f"{size[0]}x{size[1]}", **counts,
        "memory_mb": peak, "rise_mb_an_hour": rises, "money_cents": money, "tilted_at_end": tilted,
        "conserved": money["given"] == money["returned"] + money["pocket"] + money["at_machines"],
    }  # fmt: skip


def main() -> int:
    """Print one object; 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--lives", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--model", action="append", choices=MODELS, help="of the hall; all six if none")
    parser.add_argument("--folder", type=Path)
    wanted = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    width, height = (int(part) for part in wanted.size.split("x"))
    with tempfile.TemporaryDirectory() as scratch:
        folder = wanted.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        # A kiosk that was just installed has worked nothing out yet.
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        settings = "\n".join(f'[[machines]]\nmodel = "{name}"' for name in wanted.model or MODELS)
        (folder / "kiosk.toml").write_text(f'folder = "state"\n{settings}\n', encoding="utf-8")
        kiosk = read_kiosk(folder / "kiosk.toml")
        kiosk.journals.mkdir(parents=True, exist_ok=True)
        found = soaked(kiosk, wanted.hours, wanted.lives, wanted.seed, (width, height))
    print(json.dumps(found, indent=2))
    flat = found["memory_mb"] <= MEMORY_MOST_MB and max(found["rise_mb_an_hour"]) <= RISE_MOST_MB
    return 0 if found["conserved"] and flat else 1


if __name__ == "__main__":
    sys.exit(main())
