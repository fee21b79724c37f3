# SPDX-License-Identifier: MIT
"""
Storms: everything that can happen to a machine, as Hypothesis draws it, and what must hold after every step.

A storm that breaks something is left as a scenario: ``azar scenario FILE`` shows it again. Faults come from
their rows, coins, buttons, doors and keys from the machine, so that what is added to either joins the storms.
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from emulator.cabinet import Cabinet, CabinetError
from emulator.cabinet.commission import DEFAULT_WALLET
from emulator.cabinet.faults import BUTTONS, Fault, FaultError, faults
from emulator.cabinet.machine import DOORS, KEYS
from emulator.chapters.player import Prepared, prepared_image
from emulator.scenario.expect import unmet
from emulator.scenario.file import Machine
from emulator.scenario.run import cabinet_of
from emulator.types.registry import always_of
from machines.memory.record import decode
from machines.model import Model, load_model

# Plays that are paid before a storm over a machine of type A or C begins.
PLAYS = 5
PURSE = {10: 60, 20: 60, 50: 60, 100: 80, 200: 80, 500: 4}
HOPPERS = {10: 260, 100: 160}
READY_MS = 4_000
# From one coin of a visitor to the next.
COIN_MS = 1_000
# How long an attendant lets a machine pay back what it owes, and how often he presses COLLECT.
PAY_MS = 240_000


class BrokenError(AssertionError):
    """Something that always holds did not."""


class Storm:
    """
    One machine in the weather: does what it is told, writes it down, and looks at the machine after it.

    Args:
        cabinet: a new one.
        machine: as it was made.
    """

    nothing: Mapping[str, str] = {"credits": "0.00", "tilt": ""}
    by_hand = ("",)
    """Tilts that mending does not clear."""

    def __init__(self, cabinet: Cabinet, machine: Machine) -> None:
        if cabinet.model.reserve_counter:
            self.nothing = {**self.nothing, "reserve": "0.00", "prizes": "0.00"}
        self.cab = cabinet
        self.machine = machine
        self.hoppers = machine.hoppers or HOPPERS
        self.steps: list[dict[str, Any]] = []
        self.seen: Counter[str] = Counter()
        self.looks = 0
        self.always = always_of(cabinet)
        cabinet.listen(self._hear)
        self.run(READY_MS)
        self._begun = len(self.steps)

    def pay_in(self, cents: int) -> None:
        """A visitor puts so much in, in the largest coins there are, before the storm begins."""
        for coin in sorted(self.cab.model.coins_cents, reverse=True):
            while cents >= coin and self.cab.purse.get(coin, 0):
                self.do("insert", cents=coin)
                self.run(COIN_MS)
                cents -= coin
        self._begun = len(self.steps)

    def once_more(self) -> None:
        """The cabinet is once more what it was when it was ready."""
        del self.steps[self._begun :]
        self.always.begin()

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        self.seen[kind] += 1

    def do(self, verb: str, **arguments: Any) -> None:
        """Do one thing; what cannot be done just now, such as a coin that is spent, is left."""
        if verb in ("power_on", "power_off") and self.cab.powered == (verb == "power_on"):
            return
        try:
            getattr(self.cab, verb)(**arguments)
        except (CabinetError, FaultError):
            return
        self.seen[f"{verb} {arguments.get('id', '')}".strip()] += 1
        self.steps.append({"do": verb, **arguments})

    def run(self, ms: int) -> None:
        """Let time pass."""
        self.cab.run(ms=ms)
        self.steps.append({"after_ms": ms})

    def until(self, wanted: Mapping[str, Any], ms: int) -> None:
        """Wait for something that must come."""
        self.steps.append({"until": dict(wanted), "timeout_ms": ms})
        end_us = self.cab.now_us + ms * 1000
        while unmet(wanted, self.cab) and self.cab.now_us < end_us:
            self.cab.run_us(10_000)
        missing = unmet(wanted, self.cab)
        if missing:
            raise BrokenError(f"after {ms} ms still: {'; '.join(missing)}")

    def look(self) -> None:
        """BrokenError with everything that does not hold."""
        self.looks += 1
        if self.cab.tilt:
            self.seen[f"tilt {self.cab.tilt}"] += 1
        broken = self.always.broken()
        if broken:
            raise BrokenError("\n".join(broken))

    # -- the end --------------------------------------------------------------------------------------

    def calm(self) -> None:
        """An attendant mends everything and fills the hoppers; then the machine gives back all it owes."""
        if self.cab.board.chip.operations.plan[0] > self.cab.board.ticks:
            self.run(3_100)  # a cut that is still to come comes now
        self.do("power_on")
        begun = {step["id"] for step in self.steps if step.get("do") == "damage"}
        for row in _rows(self.machine):
            if row.mend and row.id in begun:
                self.do("mend", id=row.id)
        for name in KEYS:
            if self.cab.machine.keys[name].turned:
                self.do("turn_key", name=name, on=False)
        for name in sorted(self.cab.pressed):
            self.do("up", name=name)
        self.do("power_on")  # whoever mends a memory leaves the machine without power
        self.run(1_000)
        for cents, level in self.cab.hopper_levels.items():
            if level < self.hoppers[cents]:
                self.do("refill", cents=cents, coins=self.hoppers[cents] - level)
        for name, is_open in self.cab.doors.items():
            if is_open:
                self.do("close_door", name=name)
        self.visit()
        for _ in range(3):
            if self._test_coins():
                self.put_back()
                self.visit()
        self.by_staff()
        self.until({"moving": False, "tilt": ""}, 60_000)
        self.look()

    def by_staff(self) -> None:
        """What only staff can do, such as a payment by hand: nothing here."""

    def visit(self) -> None:
        """The main door is opened and shut, and the logic area released by its key."""
        self.do("open_door", name="main")
        self.run(600)
        self.do("close_door", name="main")
        self.run(600)
        for on in (True, False):
            self.do("turn_key", name="service", on=on)
            self.run(300)

    def _test_coins(self) -> dict[int, int]:
        """Coins of hopper tests that are still out, cents -> count."""
        record = decode(self.cab.nvram)
        out = zip(sorted(self.hoppers), () if record is None else record["test_coins"], strict=False)
        return {cents: coins for cents, coins in out if coins}

    def put_back(self) -> None:
        """Coins of a hopper test go back through the slot, as the page of the test asks for them."""
        self.do("take_tray")
        self.do("open_door", name="main")
        self.run(600)
        self.do("turn_key", name="service", on=True)
        self.run(300)
        self._press_until("PAGADORES")
        self.do("press", name="hold_3", ms=50)
        self.run(300)
        for cents, coins in self._test_coins().items():
            self._press_until(f"DEVUELVA {coins} DE {cents // 100},{cents % 100:02d}")
            for _ in range(min(coins, self.cab.purse.get(cents, 0))):
                self.do("insert", cents=cents)
                self.run(1_000)
        self.do("turn_key", name="service", on=False)
        self.run(300)

    def _press_until(self, words: str) -> None:
        """Go down the menu, or a page of it, until the message has these words, or once round."""
        for _ in range(20):
            if words in self.cab.display.message:
                return
            self.do("press", name="hold_2", ms=50)
            self.run(200)

    def settle(self) -> None:
        """COLLECT until nothing is owed: all of it comes out, and only coins do not tell the truth alone."""
        end_us = self.cab.now_us + PAY_MS * 1000
        while (self.owes() or unmet(self.nothing, self.cab)) and self.cab.now_us < end_us:
            self.answer()
            if self.cab.tilt not in self.by_hand:
                self.calm()  # a hopper that paid double came short: it is filled once more
            if self.cab.lamps["collect"]:
                self.do("press", name="collect", ms=80)
            self.run(1_000)
            self.look()
        self.until(self.nothing, 1_000)
        if self.owes():
            raise BrokenError("a play or tickets are owed for ever")

    def owes(self) -> bool:
        """Whether it owes what no counter shows."""
        return False

    def answer(self) -> None:
        """Answer what a play asks for: nothing here."""

    def weather(self, rules: type) -> type:
        """The rules of its storms: those of every machine, and more if it has more to it."""
        return rules

    def over(self) -> None:
        """The storm is over and broke nothing."""

    # -- what it leaves -------------------------------------------------------------------------------

    def scenario(self, title: str) -> str:
        """This storm as a scenario file; it fails where the storm broke."""
        machine = self.machine
        lines = [f"title = {_toml(title)}", "", "[machine]"]
        for key in ("model", "mechanisms", "seed", "purse", "hoppers"):
            lines.append(f"{key} = {_toml(getattr(machine, key))}")
        for step in _joined(self.steps):
            lines += ["", "[[step]]", *(f"{key} = {_toml(value)}" for key, value in step.items())]
        return "\n".join(lines) + "\n"


def _joined(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps with the waits in front of them as their own."""
    found: list[dict[str, Any]] = []
    wait_ms = 0
    for step in steps:
        if list(step) == ["after_ms"]:
            wait_ms += step["after_ms"]
        else:
            found.append({"after_ms": wait_ms, **step})
            wait_ms = 0
    return [*found, {"after_ms": wait_ms}]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    return str(value) if isinstance(value, int) else '"' + value.replace('"', "'").replace("\n", " / ") + '"'


@functools.cache
def _rows_of(mechanisms: str) -> tuple[Fault, ...]:
    return tuple(row for row in faults().values() if mechanisms in row.mechanisms)


def _rows(machine: Machine) -> tuple[Fault, ...]:
    return _rows_of(str(machine.mechanisms))


def _parameters(row: Fault, model: Model) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """A fault with drawn parameters; of a wide range mostly the near end of it."""
    drawn = {}
    for key, parameter in row.parameters.items():
        allowed = parameter.allowed(model)
        if isinstance(allowed, range):
            near = min(allowed[-1], allowed[0] + 250)
            drawn[key] = st.integers(allowed[0], near) | st.integers(allowed[0], allowed[-1])
        else:
            drawn[key] = st.sampled_from(allowed)
    return st.tuples(st.just(row.id), st.fixed_dictionaries(drawn))


# After what was done: another thing at once, in the middle of it, or when it is over.
WAITS = st.one_of(
    st.integers(1, 60), st.integers(1, 400), st.integers(300, 2_500), st.sampled_from((40, 5_200))
)
BUTTON = st.sampled_from(BUTTONS)
LOCKS = (
    *((verb, {"name": name}) for name in DOORS for verb in ("open_door", "close_door")),
    *(("turn_key", {"name": name, "on": on}) for name in KEYS for on in (True, False)),
)
HANDS = (
    ("take_tray", {}),
    ("take_tray", {}),
    *(("insert_note", {"cents": cents}) for cents in DEFAULT_WALLET for _ in range(4)),
)
Making = Callable[[], Storm]


def storm_machine(make: Making) -> type:
    """The state machine whose rules are the weather; ``make`` gives a machine that is ready for money."""
    first = make()
    model = first.cab.model
    rows = [
        row
        for row in _rows(first.machine)
        if model.type != "A" or "A" in row.types
        if all(len(each.allowed(model)) for each in row.parameters.values())
    ]
    # On a ccTalk bus somebody is always asking something: a minute takes a second there.
    parallel = first.machine.mechanisms == "parallel"
    by_hand = (
        *(("refill", {"cents": cents, "coins": coins}) for cents in first.hoppers for coins in (1, 9, 40)),
        *(("empty", {"cents": cents}) for cents in first.hoppers),
        *HANDS,
    )
    lasting = tuple(row.id for row in rows if row.mend)
    begins = st.one_of([_parameters(row, model) for row in rows])

    class Weather(RuleBasedStateMachine):
        """Rules are drawn alike; those of a visitor are there twice, so that there is something to lose."""

        def __init__(self) -> None:
            super().__init__()
            self.broke = False

        @initialize()
        def begin(self) -> None:
            self.storm = make()

        def act(self, wait_ms: int, *things: tuple[str, dict[str, Any]]) -> None:
            with self.watched():
                for verb, arguments in things:
                    self.storm.do(verb, **arguments)
                self.storm.run(wait_ms)
                self.storm.look()

        @contextlib.contextmanager
        def watched(self) -> Iterator[None]:
            try:
                yield
            except Exception as error:
                self.leave(error)
                raise

        def leave(self, error: Exception) -> None:
            """Leave the scenario behind; the last one that Hypothesis tries is the shortest."""
            self.broke = True
            folder = Path(os.environ.get("AZAR_STORMS", tempfile.gettempdir()))
            path = folder / f"storm_{self.storm.machine.mechanisms}.toml"
            path.write_text(self.storm.scenario(str(error)[:200]), encoding="utf-8")
            error.add_note(f"azar scenario {path}")

        @rule(cents=st.sampled_from(sorted(PURSE)), wait_ms=WAITS)
        def coin(self, cents: int, wait_ms: int) -> None:
            self.act(wait_ms, ("insert", {"cents": cents}))

        @rule(cents=st.sampled_from((100, 200)), count=st.integers(1, 3))
        def money(self, cents: int, count: int) -> None:
            for _ in range(count):
                self.act(350, ("insert", {"cents": cents}))

        @rule(name=st.sampled_from(("start", "double")), wait_ms=st.sampled_from((30, 900, 5_400)))
        def play(self, name: str, wait_ms: int) -> None:
            self.act(wait_ms, ("press", {"name": name, "ms": 80}))

        @rule(
            cents=st.sampled_from((0, 50, 100, 200)),
            plays=st.lists(st.sampled_from(("start", "double", "hold_1", "hold_2")), min_size=1, max_size=4),
        )
        def visit(self, cents: int, plays: list[str]) -> None:
            """A visitor who waits until the machine may be played."""
            if cents:
                self.act(700, ("insert", {"cents": cents}))
            for name in plays:
                self.act(100 if "hold" in name else 5_400, ("press", {"name": name, "ms": 80}))

        @rule(wait_ms=st.integers(50, 4_000))
        def collect(self, wait_ms: int) -> None:
            self.act(wait_ms, ("press", {"name": "collect", "ms": 80}))

        @rule(verb=st.sampled_from(("press", "press", "down", "up")), name=BUTTON, wait_ms=WAITS)
        def button(self, verb: str, name: str, wait_ms: int) -> None:
            """Any button, for as long as the wait is at most; a finger that stays and one that goes."""
            arguments = {"name": name, "ms": min(wait_ms, 400)} if verb == "press" else {"name": name}
            self.act(wait_ms, (verb, arguments))

        @rule(fault=begins, wait_ms=WAITS)
        def damage(self, fault: tuple[str, dict[str, Any]], wait_ms: int) -> None:
            self.act(wait_ms, ("damage", {"id": fault[0], **fault[1]}))

        @rule(name=st.sampled_from(lasting), wait_ms=WAITS)
        def mend(self, name: str, wait_ms: int) -> None:
            self.act(wait_ms, ("mend", {"id": name}))

        @rule()
        def attendant(self) -> None:
            """Everything is mended, the doors are shut, the machine is released."""
            with self.watched():
                self.storm.calm()

        @rule(what=st.sampled_from(LOCKS), wait_ms=WAITS)
        def lock(self, what: tuple[str, dict[str, Any]], wait_ms: int) -> None:
            """A door or a key, left as it is put."""
            self.act(wait_ms, what)

        @rule(open_ms=st.integers(1, 900), wait_ms=WAITS)
        def door_for_a_moment(self, open_ms: int, wait_ms: int) -> None:
            self.act(open_ms, ("open_door", {"name": "main"}))
            self.act(wait_ms, ("close_door", {"name": "main"}))

        @rule(buttons=st.lists(BUTTON, min_size=1, max_size=8), ms=st.integers(90, 900))
        def menu(self, buttons: list[str], ms: int) -> None:
            """With the door open and the service key turned the buttons walk through the service menu."""
            self.act(300, ("open_door", {"name": "main"}))
            self.act(300, ("turn_key", {"name": "service", "on": True}))
            for name in buttons:
                self.act(ms, ("press", {"name": name, "ms": 80}))
            self.act(300, ("turn_key", {"name": "service", "on": False}))
            self.act(300, ("close_door", {"name": "main"}))

        @rule(
            ops=st.none() | st.integers(0, 60) | st.integers(0, 1_200),
            ticks=st.integers(1, 6),
            name=st.none() | st.sampled_from(("start", "double", "collect", "reserve")),
            off_ms=st.integers(1, 900),
            wait_ms=WAITS,
        )
        def cut(self, ops: int | None, ticks: int, name: str | None, off_ms: int, wait_ms: int) -> None:
            """The plug is pulled: at once, or inside a tick, most often of one that does something."""
            if name is not None:
                self.storm.do("press", name=name, ms=80)
            how = ("power_off", {}) if ops is None else ("cut_power", {"ops": ops, "ticks": ticks})
            self.act(off_ms, how)
            self.act(wait_ms, ("power_on", {}))

        @rule(what=st.sampled_from(by_hand), wait_ms=WAITS)
        def hands(self, what: tuple[str, dict[str, Any]], wait_ms: int) -> None:
            """Coins that hands put somewhere else."""
            self.act(wait_ms, what)

        @rule(wait_ms=st.sampled_from((6_000, 12_000, 30_000) if parallel else (6_000,)))
        def wait(self, wait_ms: int) -> None:
            self.act(wait_ms)

        @rule(ms=st.integers(1, 3_000))
        def again(self, ms: int) -> None:
            """What was saved goes on as it would have."""
            cab = self.storm.cab
            with self.watched():
                state = cab.state()
                with cab.unheard():
                    cab.run(ms=ms)
                came = cab.state()
                cab.load_state(state)
                self.storm.run(ms)
                if cab.state() != came:
                    raise BrokenError("a state that was put back must go on as it would have")
                self.storm.look()

        def teardown(self) -> None:
            if self.broke or not hasattr(self, "storm"):
                return
            with self.watched():
                self.storm.calm()
                self.storm.settle()
            self.storm.over()

    return first.weather(Weather)


def weather(make: Making, number: int, storms: int, *, rules: int = 80, shrink: bool | None = None) -> None:
    """
    Let so many storms of so many rules each come; the first that breaks something is raised.

    Shrinking takes minutes, so it waits until somebody names a folder for the scenario in AZAR_STORMS.
    """
    shrink = "AZAR_STORMS" in os.environ if shrink is None else shrink
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(
        seed(number)(storm_machine(make)),
        settings=settings(
            max_examples=storms,
            stateful_step_count=rules,
            phases=phases,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


class ChanceStorm(Storm):
    """A machine of type C in the weather: a play that asks is answered, and staff pays what coins do not."""

    by_hand = ("", "handpay")

    def by_staff(self) -> None:
        """What coins do not make up is paid by hand, and the operator key says so."""
        for _ in range(3):
            if self.cab.tilt == "handpay":
                for on in (True, False):
                    self.do("turn_key", name="operator", on=on)
                    self.run(300)

    def answer(self) -> None:
        """Staff pays, a gamble is declined, and a turn that waits begins."""
        self.by_staff()
        record = decode(self.cab.nvram)
        if record is not None and record["phase"]:
            for name in ("collect",) if self.cab.lamps["double"] else ("start",):
                if self.cab.lamps[name]:
                    self.do("press", name=name, ms=80)
                    self.run(300)


def chance_storms(name: str = "mudejar", firmware: Mapping[str, str] | None = None) -> Making:
    """Storms over a machine of type C with credits for some plays, put back each time."""
    return typed_storms(ChanceStorm, name, firmware)


def typed_storms(kind: type[Storm], name: str, firmware: Mapping[str, str] | None = None) -> Making:
    """Storms of a kind over a machine with credits for five plays, put back each time."""
    model = load_model(name)
    levels = {hopper.cents: HOPPERS[hopper.cents] for hopper in model.hoppers}
    machine = Machine(model=name, mechanisms="parallel", seed="5a", purse=PURSE, hoppers=levels)
    cab = Cabinet(
        model,
        seed=machine.seed,
        purse=PURSE,
        hoppers=levels,
        firmware=firmware,
        trust_firmware=True,
        language="es",
    )
    storm = kind(cab, machine)
    storm.pay_in(PLAYS * model.price_cents)
    ready = cab.state()

    def make() -> Storm:
        cab.load_state(ready)
        storm.once_more()
        return storm

    return make


def machine_of(mechanisms: str) -> Machine:
    """The machine that storms come over."""
    return Machine(mechanisms=mechanisms, seed="5a", purse=PURSE, hoppers=HOPPERS)


def cabinet(mechanisms: str, firmware: Mapping[str, str] | None = None) -> Cabinet:
    """A new machine for storms; ``firmware`` instead of ours."""
    machine = machine_of(mechanisms)
    if firmware is None:
        return cabinet_of(machine)
    model = cabinet_of(machine).model
    return Cabinet(
        model,
        seed=machine.seed,
        purse=PURSE,
        hoppers=HOPPERS,
        firmware=firmware,
        trust_firmware=True,
        language="es",
    )


def full_meter(firmware: Mapping[str, str] | None = None) -> Cabinet:
    """A machine whose prize meter lacks 0.20 EUR to its highest limit, with coins for all that it may owe."""
    made = cabinet("parallel", firmware)
    levels = {10: 400, 100: 400}
    full = int(str(made.model.settings()["PRIZE_METER_MAX_DOUBLE_CENTS"]))
    rows = {"credits_cents": 400, "prize_meter_cents": full - 20, "simultaneous": 2}
    image = prepared_image(made.model, bytes([0x5A]) + bytes(31), Prepared(rows), levels)
    return Cabinet(
        made.model, seed=machine_of("parallel").seed, purse=PURSE, hoppers=levels, firmware=firmware,
        trust_firmware=True, language="es", nvram=image,
    )  # fmt: skip


def in_place(
    mechanisms: str, firmware: Mapping[str, str] | None = None, *, cab: Cabinet | None = None
) -> Making:
    """Storms that begin with the same ready machine, one of ours or ``cab``: put back, not made anew."""
    cab = cab or cabinet(mechanisms, firmware)
    storm = Storm(cab, machine_of(mechanisms))
    ready = cab.state()

    def make() -> Storm:
        cab.load_state(ready)
        storm.once_more()
        return storm

    return make
