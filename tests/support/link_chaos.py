# SPDX-License-Identifier: MIT
"""
A link whose controller, database, machines and network stop at any moment, and what must be true afterwards.

Everything is virtual and drawn from one seed: time, delays, cuts in the middle of a frame, chunks that are
repeated or change places, kills between any two steps of a machine or the controller, commits that fail
before or after they became durable. What survives a machine's kill is what it committed, what survives the
controller's is its database.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random

from link_rig import Clock, FailingStore, store_at

from emulator.link import wire
from emulator.link.alarms import Alarms
from emulator.link.audit import audit
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.entries import Play, Settled
from emulator.link.errors import LinkStoreError
from emulator.link.hub import Hub
from emulator.link.port import LinkPort
from emulator.link.rules import Definition

LINK_KEY = bytes(range(32, 64))
# What no machine brings about that only fails: an honest one is never refused for its plays.
NEVER = {"rate", "stake", "prize", "total", "frame", "internal"}


class KilledError(Exception):
    """The power of a machine went."""


@dataclass
class Memory:
    """What a machine has committed: all of it at once."""

    link: bytes | None = None
    credits_cents: int = 0
    plays: int = 0
    staked_mc: int = 0
    awards: int = 0


@dataclass
class Wire:
    """One connection: chunks on their way, and when they arrive; a cut loses what is under way."""

    number: int
    up: deque[tuple[int, bytes]] = field(default_factory=deque)
    down: deque[tuple[int, bytes]] = field(default_factory=deque)
    cut: bool = False


class Machine:
    """A machine with credits, a memory and an end of the link; it may be killed between any two steps."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.memory = Memory()
        self.wire: Wire | None = None
        self.boot()

    def boot(self) -> None:
        """Power comes (back)."""
        self.port = LinkPort(self.number, self.memory.link, window=3)
        key = wire.machine_key(LINK_KEY, self.number)
        self.client = LinkClient(self.port, key, nonce=self.world.nonce)
        self.wire = None

    def commit(self, **moved: int) -> None:
        """One NVRAM commit: the link's memory with credits and meters, and only then they are told."""
        fields = {**self.memory.__dict__, **{k: getattr(self.memory, k) + v for k, v in moved.items()}}
        after = Memory(**{**fields, "link": self.port.save()})
        self.world.may_kill(self)
        self.memory = after
        self.world.may_kill(self)
        self.port.kept()

    def step(self) -> None:
        """Credit what was won, and perhaps play."""
        world = self.world
        for won in self.port.poll():
            if world.chance(0.7):
                break  # it is still being shown
            self.port.settle(won)
            self.commit(credits_cents=won.cents * won.winners, awards=1)
        if world.left and self.port.may_play and world.chance(0.3):
            world.left -= 1
            hit = world.prizes and world.chance(world.hit_rate)
            prize = world.random.randint(1, world.prizes) if hit else 0
            bounds = world.controller.definition.bounds[self.number]
            stakes_mc = bounds.stakes_mc or (20_000, 20_000, 30_000, 600_000)
            stake_mc = stakes_mc[world.random.choice(range(4)) % len(stakes_mc)]
            winners = min(world.random.choice((1, 1, 2)), bounds.winners)
            self.port.contribute(self.memory.plays + 1, stake_mc, prize, winners)
            self.commit(plays=1, staked_mc=stake_mc)
        self.client.tick(world.now_ms)


class World:
    """
    Machines, network, controller and database.

    Args:
        where: the store's address; ``definition``: the link.
        contributions: plays that the machines begin.
        faults: how often things fail; 1.0 is often, 0.0 never.
    """

    def __init__(
        self,
        where: str,
        definition: Definition,
        seed: int,
        contributions: int,
        hits: int,
        faults: float = 1.0,
    ) -> None:
        self.random = Random(seed)
        self.where = where
        self.left = contributions
        self.faults = faults
        self.hit_rate = 1.3 * hits / contributions
        self.now_ms = 0
        self.clock = Clock()
        self.counts: dict[str, int] = {}
        self._wires = 0
        self._old: deque[Play | Settled] = deque(maxlen=200)
        self.store = FailingStore(store_at(where))
        seed_key = bytes(self.random.randrange(256) for _ in range(32))
        controller = Controller.create(self.store, definition, seed_key, self.clock, self.pace)  # type: ignore[arg-type]
        self.prizes = controller.state.prize_count
        self.alarms = Alarms()
        self.hub = Hub(controller, LINK_KEY, self.nonce, self.alarms)
        self.controller = controller
        self.machines = [Machine(self, one.number) for one in definition.machines]

    def pace(self) -> int:
        """The clock of rates: 10 s in a step, two plays of any machine."""
        return self.now_ms * 1_000_000

    # --- chance ------------------------------------------------------------------------------------

    def nonce(self) -> bytes:
        """16 bytes that a run repeats."""
        return self.random.randbytes(wire.NONCE_SIZE)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def fault(self, name: str, probability: float) -> bool:
        """Whether something fails now; counted by name."""
        if self.chance(probability * self.faults):
            self.counts[name] = self.counts.get(name, 0) + 1
            return True
        return False

    def may_kill(self, machine: Machine) -> None:
        """Between two steps of a machine."""
        if self.fault("machine killed", 0.002):
            raise KilledError

    # --- network -----------------------------------------------------------------------------------

    def _send(self, line: deque[tuple[int, bytes]], data: bytes, over: Wire) -> None:
        arrives = self.now_ms + self.random.choice((0, 0, 1, 5, 40))
        if self.fault("connection cut", 0.002):
            data, over.cut = data[: self.random.randrange(len(data))], True
        line.append((arrives, data))
        if self.fault("chunk repeated", 0.001):
            line.append((arrives, data))
        if len(line) > 1 and self.fault("chunks changed places", 0.01):
            line[-1], line[-2] = line[-2], line[-1]

    def _arrived(self, line: deque[tuple[int, bytes]]) -> list[bytes]:
        found = []
        while line and line[0][0] <= self.now_ms:
            found.append(line.popleft()[1])
        return found

    def _hang_up(self, machine: Machine) -> None:
        if machine.wire is not None:
            self.hub.closed(machine.wire.number)
            machine.wire = None
        machine.client.disconnected()

    def _connect(self, machine: Machine) -> None:
        self._wires += 1
        machine.wire = Wire(self._wires)
        self.hub.opened(self._wires)
        machine.client.connected(self.now_ms)

    def _network(self, machine: Machine) -> None:
        over = machine.wire
        if over is None:
            if self.chance(0.2):
                self._connect(machine)
            return
        if data := machine.client.outgoing():
            self._send(over.up, data, over)
        for data in self._arrived(over.up):
            self.hub.received(over.number, data)
        for data in self._arrived(over.down):
            machine.client.received(data, self.now_ms)
        if machine.client.closed or (over.cut and not over.up and not over.down):
            self._hang_up(machine)

    # --- controller --------------------------------------------------------------------------------

    def restart(self) -> None:
        """The controller's process ends without a word and comes back."""
        self.store.close()
        for machine in self.machines:
            machine.wire = None
            machine.client.disconnected()
        self.store = FailingStore(store_at(self.where))
        self.controller = Controller(self.store, self.clock, self.pace)  # type: ignore[arg-type]
        self.hub = Hub(self.controller, LINK_KEY, self.nonce, self.alarms)

    def _decide(self) -> None:
        group = self.hub.take()
        self._old += [one for one in group.requests if isinstance(one, (Play, Settled))]
        if group.requests and self.fault("requests repeated", 0.01):
            again = self.random.choice(self._old)
            group.requests.append(again)
            group.connections.append(0)
        if len(group.requests) > 1 and self.fault("requests changed places", 0.005):
            order = self.random.sample(range(len(group.requests)), len(group.requests))
            group.requests[:] = [group.requests[i] for i in order]
            group.connections[:] = [group.connections[i] for i in order]
        if group.requests and self.fault("database stopped", 0.003):
            self.store.fail = self.random.choice(("before", "after"))
        try:
            batch = self.controller.prepare(group.requests)
            if self.fault("controller killed while deciding", 0.008):
                self.restart()
                return
            self.controller.commit(batch)
        except LinkStoreError as error:
            answers = self.hub.failed(group, error)
            assert answers is not None
            if self.fault("database away", 0.4):
                self.hub.stop("database")
            self.controller.recover()
            self.hub.recovered()
            self.hub.answer(group, answers)
            return
        if self.fault("controller killed before it answered", 0.008):
            self.restart()
            return
        self.hub.answer(group, batch.replies)

    def step(self) -> None:
        """10 ms."""
        self.now_ms += 10
        self.clock.now_us = self.now_ms * 1_000
        for machine in self.machines:
            try:
                machine.step()
            except KilledError:
                if machine.wire is not None:
                    self.hub.closed(machine.wire.number)
                machine.boot()
            self._network(machine)
        self._decide()
        by_number = {machine.wire.number: machine for machine in self.machines if machine.wire is not None}
        for number, data, ended in self.hub.outgoing():
            machine = by_number.get(number)
            if machine is None or machine.wire is None:
                self.hub.closed(number)
                continue
            if data:
                self._send(machine.wire.down, data, machine.wire)
            machine.wire.cut |= ended

    # --- the end -----------------------------------------------------------------------------------

    def run(self) -> None:
        """All contributions with faults, then quiet until nobody has anything to tell."""
        steps, most = 0, 500 + 6 * self.left
        while self.left:
            self.step()
            steps += 1
            assert steps < most, "the link stands still"
        self.faults = 0.0
        for _ in range(2_000):
            self.step()
            if all(m.port.status == "up" and not (m.port.outbox or m.port.poll()) for m in self.machines):
                break
        for _ in range(20):
            self.step()

    def check(self) -> None:
        """Contributions, payments, pots and meters are equal to the millicent, here and on every machine."""
        found = audit(self.store)  # type: ignore[arg-type]
        assert found.problems == []
        assert found.open_awards == 0
        assert not self.alarms.counts.keys() & NEVER, self.alarms.counts
        books = {row["number"]: row for row in found.machines}
        for machine in self.machines:
            memory, row = machine.memory, books[machine.number]
            assert machine.port.outbox == []
            assert (memory.plays, memory.staked_mc) == (row["seq"], row["staked_mc"])
            assert (memory.awards, memory.credits_cents) == (row["award"], row["won_cents"])
            assert row["settled_cents"] == row["won_cents"]
            assert row["agreed"], f"machine {machine.number} and the controller differ"
        staked_mc = sum(machine.memory.staked_mc for machine in self.machines)
        paid_mc = 1_000 * sum(machine.memory.credits_cents for machine in self.machines)
        assert [pot.staked_mc for pot in found.pots] == [staked_mc] * len(found.pots)
        assert sum(pot.paid_mc for pot in found.pots) == paid_mc
        for pot in found.pots:
            assert pot.funded_mc + pot.contributed_mc == pot.paid_mc + pot.value_mc + pot.reserve_mc
        self.plays = sum(machine.memory.plays for machine in self.machines)
        self.hits = sum(pot.hits for pot in found.pots)
