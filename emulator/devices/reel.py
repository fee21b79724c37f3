# SPDX-License-Identifier: MIT
"""
A stepper reel: what its driver believes, where its drum really is, optic and encoder that tell.

    reel = Reel(board, number=1, stops=24, motor_steps=96)
    reel.run(288)                      # steps/s
    board.advance(board.now_us + 500_000)
    reel.stop_at(40, 288)              # a position of the driver
"""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.encoder import COUNTS, Encoder
from emulator.devices.errors import DeviceError
from emulator.devices.motion import FINE_BITS, Course, Motion
from machines.support.plain import Json, JsonView

_TURN = 1 << 16
_U16 = 0xFFFF
# The drum's angle is known modulo so many turns, after which the encoder's counter is where it was.
_TURNS = 65_536 // COUNTS


class Reel(Device):
    """
    One axis of the reel driver with its motor, drum, optic and encoder.

    The driver counts steps from where it stood at power-on; the drum keeps its angle without power.
    Both differ by a whole number of steps, which only the optic can find out: it is asserted while
    the drum stands within its first stop's width from step 0. What moves the drum, motor or hand, the
    encoder counts; its direction tells the optic's edge from its end, where a drum that is turned back
    comes in.

    Args:
        number: from 1, as in ``optic_1``.
        stops: stops of the strip, evenly spaced; they divide the motor's steps.
        motor_steps: steps of one turn.
        position_u16: where the drum stands, 0 to 65,535 of a turn.

    Attributes:
        index: driver position at the optic's last rising edge.
        turns: rising edges since power-on, modulo 65,536.
        index_seen: an edge came since the flag was cleared.
        at_target: the last stop ended where it should.
        stopped_at_us: when it came to rest.
        encoder: turns with the drum; ``count`` reads its counter.
    """

    def __init__(
        self, board: Board, number: int, stops: int, motor_steps: int, position_u16: int = 0
    ) -> None:
        super().__init__(f"reel_{number}")
        if stops < 2 or motor_steps % stops:
            raise DeviceError(f"stops must be 2 or more and divide {motor_steps} steps (got {stops})")
        self.number = number
        self.stops = stops
        self.motor_steps = motor_steps
        self.index = self.turns = 0
        self.index_seen = self.at_target = False
        self.stopped_at_us = 0
        self.encoder = Encoder()
        self._board = board
        self._optic = board.line(f"optic_{number}")
        self._motion: Motion | None = None
        self._position = 0
        # Drum minus driver, in steps; a jammed drum stands at the step where it was caught.
        self._span = motor_steps * _TURNS
        self._offset = (position_u16 * motor_steps + _U16 >> 16) % motor_steps
        self._caught = -1
        self._dirty = False
        self._look(latch=False)

    # What the driver does.

    def run(self, velocity: int) -> None:
        """Turn forward, or go on turning; ignored at 0 steps/s and while it brakes."""
        now_us = self._board.now_us
        if self._motion is None:
            if velocity > 0:
                self._start(velocity)
        elif not self._motion.braking(now_us):
            self._motion.go_on()
            self._plan(now_us)

    def stop_at(self, target: int, velocity: int) -> None:
        """Stop at a driver position, forward, at the first pass that it can brake for."""
        now_us = self._board.now_us
        target %= self.motor_steps
        if self._motion is None:
            if target == self._position or velocity <= 0:
                self.at_target = target == self._position
                return
            self._start(velocity)
        motion = self._motion
        assert motion is not None
        if motion.braking(now_us):
            return
        least = motion.least_steps(now_us)
        steps = (target - self._position) % self.motor_steps
        steps += -(-max(0, least - steps) // self.motor_steps) * self.motor_steps
        motion.stop_after(steps)
        self._plan(now_us)

    def free(self) -> None:
        """Coils off: the drum stands still at once."""
        if self._motion is not None:
            self._rest(self._board.now_us, at_target=False)

    def define(self, position: int) -> None:
        """Call the present position ``position``; ignored while it moves."""
        if self._motion is None:
            position %= self.motor_steps
            self._offset = (self._offset + self._position - position) % self._span
            self._position = position

    def position(self, now_us: int) -> int:
        """The driver's own count, 0 to motor_steps - 1."""
        return (self._fine(now_us) >> FINE_BITS) % self.motor_steps

    # What anybody can see and do.

    def moving(self, now_us: int) -> bool:
        """Whether the driver turns it."""
        return self._motion is not None and now_us < self._motion.end_us

    def position_u16(self, now_us: int) -> int:
        """The drum's angle in 1/65,536 of a turn; grows in the direction of motion."""
        return self._drum(now_us) // self.motor_steps % _TURN

    def rest_u16(self, now_us: int) -> int:
        """Where the drum stands if the power goes now: without current it holds at its last whole step."""
        return (self.step(now_us) << FINE_BITS) // self.motor_steps % _TURN

    def step(self, now_us: int) -> int:
        """The drum's angle in whole steps."""
        if self._caught >= 0:
            return self._caught % self.motor_steps
        done = 0 if self._motion is None else self._motion.travelled(now_us) >> FINE_BITS
        return (self._position + self._offset + done) % self.motor_steps

    def course(self) -> Course | None:
        """Where the drum goes as things are now; None while it stands."""
        if self._motion is None or self._caught >= 0:
            return None
        return Course(Motion.loaded(self._motion.save()), self._position + self._offset, self.motor_steps)

    def readings(self, now_us: int) -> tuple[int, int, int, int, int]:
        """What the driver's registers show of it: position, index, turns, the encoder's counter and edge."""
        fine = self._fine(now_us)
        drum = self._drum_at(fine)
        count = self.encoder.count(drum * COUNTS >> FINE_BITS)
        return (fine >> FINE_BITS) % self.motor_steps, self.index, self.turns, count, self.encoder.edge

    @property
    def jammed(self) -> bool:
        """Whether something holds the drum."""
        return self._caught >= 0

    def jam(self, jammed: bool, now_us: int) -> None:
        """Hold the drum where it is, or let it go; the driver counts on and knows nothing."""
        if jammed and self._caught < 0:
            self._caught = (self._drum(now_us) >> FINE_BITS) % self._span
        elif not jammed and self._caught >= 0:
            self._offset = (self._caught - (self._fine(now_us) >> FINE_BITS)) % self._span
            self._caught = -1
        self._plan(now_us)

    def slip(self, steps: int) -> None:
        """Turn the drum by hand, or let it lose steps; the driver does not notice."""
        if self._caught < 0:
            edges, step = divmod(self.step(self._board.now_us) + steps, self.motor_steps)
            self._offset = (self._offset + steps) % self._span
            if edges > 0 and self._board.powered and not self._dirty:
                self._edge(edges, past=step)
        self._look(latch=False)
        self._plan(self._board.now_us)

    @property
    def is_dirty(self) -> bool:
        """Whether its optic is covered."""
        return self._dirty

    def dirty(self, dirty: bool) -> None:
        """Cover the optic, or clean it: covered it sees nothing."""
        self._dirty = dirty
        self._look(latch=False)

    def lose_channel(self, lost: bool) -> None:
        """Break a channel of the encoder, or mend it."""
        self.encoder.die(lost, self._counts(self._board.now_us))

    # What time and power do.

    def tick(self, now_us: int) -> None:
        """An edge of the optic or the end of a run."""
        if self._motion is not None and now_us >= self._motion.end_us:
            self._rest(now_us, at_target=True)
        else:
            self._look(latch=True)
            self._plan(now_us)

    def power_lost(self, now_us: int) -> None:
        """No current, no motion; the encoder's counter forgets as well."""
        self.free()
        self._offset %= self.motor_steps
        if self._caught >= 0:
            self._caught %= self.motor_steps
        self.encoder.reset(0)

    def reset(self) -> None:
        """Driver and encoder count from 0 again; the drum stands where it stood."""
        self.define(0)
        self.encoder.reset(self._counts(self._board.now_us))
        self.index = self.turns = 0
        self.index_seen = self.at_target = False

    def _fine(self, now_us: int) -> int:
        travelled = 0 if self._motion is None else self._motion.travelled(now_us)
        return (self._position << FINE_BITS) + travelled

    def _drum(self, now_us: int) -> int:
        """The drum's angle in 1/65,536 step, with the turns that it has made."""
        return self._drum_at(self._fine(now_us))

    def _drum_at(self, fine: int) -> int:
        """The same, the driver being at ``fine``."""
        if self._caught >= 0:
            return self._caught << FINE_BITS
        return fine + (self._offset << FINE_BITS)

    def _counts(self, now_us: int) -> int:
        """The same in counts of its encoder."""
        return self._drum(now_us) * COUNTS >> FINE_BITS

    def _start(self, velocity: int) -> None:
        self._motion = Motion(self._board.now_us, velocity)
        self.at_target = False
        self._plan(self._board.now_us)
        self._board.emit("reel_start", reel=self.number)

    def _rest(self, now_us: int, at_target: bool) -> None:
        self._look(latch=self._board.powered)
        turns, self._position = divmod(self._fine(now_us) >> FINE_BITS, self.motor_steps)
        self._offset = (self._offset + turns * self.motor_steps) % self._span
        self._motion = None
        self.due_us = NEVER
        self.at_target = at_target
        self.stopped_at_us = now_us
        self._board.emit("reel_stop", reel=self.number, step=self.step(now_us))

    def _look(self, latch: bool) -> None:
        """Let the optic see the drum."""
        now_us = self._board.now_us
        seen = not self._dirty and self.step(now_us) < self.motor_steps // self.stops
        if latch and seen and not self._optic.asserted:
            self._edge(1, past=0)
        self._optic.drive(seen)

    def _edge(self, edges: int, past: int) -> None:
        """Edges of the optic in the direction of motion, the last of them ``past`` steps ago."""
        now_us = self._board.now_us
        self.index = self.position(now_us)
        self.turns = self.turns + edges & _U16
        self.index_seen = True
        self.encoder.latch(self._counts(now_us) - past * COUNTS)

    def _plan(self, now_us: int) -> None:
        """Be due at the next edge of the optic, or at the end."""
        motion = self._motion
        if motion is None:
            self.due_us = NEVER
            return
        self.due_us = motion.end_us
        if self._caught < 0:
            done, width = motion.travelled(now_us) >> FINE_BITS, self.motor_steps // self.stops
            step = (self._position + self._offset + done) % self.motor_steps
            away = width - step if step < width else self.motor_steps - step
            self.due_us = min(self.due_us, motion.time_of(done + away, now_us))

    def save(self) -> Json:
        """Driver, drum and run."""
        return {
            "due_us": self.due_us,
            "motion": None if self._motion is None else self._motion.save(),
            "position": self._position,
            "offset": self._offset,
            "caught": self._caught,
            "dirty": self._dirty,
            "encoder": self.encoder.save(),
            "index": (self.index, self.turns, self.index_seen),
            "stopped": (self.stopped_at_us, self.at_target),
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self.due_us = saved["due_us"]
        self._motion = None if saved["motion"] is None else Motion.loaded(saved["motion"])
        self._position, self._offset, self._caught = saved["position"], saved["offset"], saved["caught"]
        self._dirty = saved["dirty"]
        self.encoder.load(saved["encoder"])
        self.index, self.turns, self.index_seen = saved["index"]
        self.stopped_at_us, self.at_target = saved["stopped"]
