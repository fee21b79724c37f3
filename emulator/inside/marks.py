# SPDX-License-Identifier: MIT
"""By fault, the reading that shows it: which part, which quantity, and its values while all is well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from emulator.devices.hopper import LOW_COINS, SENSOR_DARK, SENSOR_SOUND, SENSOR_STUCK
from emulator.devices.sealed_counter import ROOM_DC
from emulator.devices.supply import NOMINAL_MV
from emulator.inside.reading import Value
from machines.support.plain import JsonView


@dataclass(frozen=True)
class Mark:
    """
    What shows a fault.

    Attributes:
        part, quantity: of the reading; the part may name a parameter of the fault.
        well: values of a machine without it.
        ill: the value with it; None: any but those.
        least: an integer from there on is well; None: it is told by ``well``.
    """

    part: str
    quantity: str
    well: tuple[Value, ...] = ()
    ill: Value = None
    least: int | None = None

    @property
    def name(self) -> str:
        """Of the reading."""
        return f"{self.part}.{self.quantity}"

    def of(self, parameters: JsonView) -> Mark:
        """The same with the parameters of a fault put in."""
        part, ill = self.part.format(**parameters), self.ill
        quantity = self.quantity.format(**parameters)
        if isinstance(ill, str) and ill.startswith("{"):
            ill = parameters[ill[1:-1]]
        return replace(self, part=part, quantity=quantity, ill=ill)

    def shown(self, values: Mapping[str, Value]) -> bool:
        """Whether the readings show the fault."""
        if self.name not in values:
            return False
        value = values[self.name]
        if self.least is not None:
            return isinstance(value, int) and value < self.least
        return value == self.ill if self.ill is not None else value not in self.well


_YES, _NO = (True,), (False,)

MARKS: Mapping[str, Mark] = {
    "meter_unplugged": Mark("meter_{name}", "plugged", _YES),
    "lamp_broken": Mark("lamp_{name}", "broken", _NO),
    "buzzer_broken": Mark("buzzer", "broken", _NO),
    "button_stuck": Mark("button_{name}", "stuck", _NO),
    "battery_low": Mark("supply", "battery_low", _NO),
    "supply_dip": Mark("supply", "millivolts", least=NOMINAL_MV),
    "slug": Mark("acceptor", "slugs", (0,)),
    "coin_jam": Mark("acceptor", "jam", _NO),
    "coin_string": Mark("acceptor", "string", _NO),
    "coin_line_stuck": Mark("acceptor", "stuck_cents", ill="{cents}"),
    "diverter_stuck": Mark("diverter", "stuck", ill="{name}"),
    "acceptor_unplugged": Mark("acceptor", "plugged", _YES),
    "coin_close": Mark("acceptor", "slot", (0, 1)),
    "counter_unplugged": Mark("counter", "plugged", _YES),
    "counter_noise": Mark("counter", "noise", (0,)),
    "counter_temperature": Mark("counter", "ambient", (ROOM_DC,)),
    "counter_memory_dark": Mark("counter", "dark", _NO),
    "counter_foreign": Mark("counter", "foreign", _NO),
    "counter_opened": Mark("counter", "seal_broken", _NO),
    "door_main": Mark("door_main", "open", _NO),
    "door_box": Mark("door_box", "open", _NO),
    "door_logic": Mark("door_logic", "open", _NO),
    "hopper_jam": Mark("{hopper}", "jammed", _NO),
    "coin_lost": Mark("{hopper}", "astray", (0,)),
    "coin_double": Mark("{hopper}", "doubles", (0,)),
    "hopper_runaway": Mark("{hopper}", "runs_away", _NO),
    "hopper_sensor_dark": Mark("{hopper}", "sensor", (SENSOR_SOUND, SENSOR_STUCK), SENSOR_DARK),
    "hopper_sensor_stuck": Mark("{hopper}", "sensor", (SENSOR_SOUND, SENSOR_DARK), SENSOR_STUCK),
    "hopper_empty": Mark("{hopper}", "level", least=1),
    "hopper_low": Mark("{hopper}", "level", least=LOW_COINS),
    "hopper_unplugged": Mark("{hopper}", "plugged", _YES),
    "memory_copy": Mark("memory", "{name}_copies", (2,)),
    "memory_lost": Mark("memory", "{name}_copies", least=1),
    "memory_log": Mark("memory", "log_missing", (0,)),
    "memory_plays": Mark("memory", "plays_missing", (0,)),
    "memory_steps": Mark("memory", "steps_missing", (0,)),
    "note_forged": Mark("notes", "forged", _NO),
    "note_jam": Mark("notes", "jam", _NO),
    "note_string": Mark("notes", "string", _NO),
    "note_box_full": Mark("notes", "full", _NO),
    "note_unplugged": Mark("notes", "plugged", _YES),
    "reel_jam": Mark("reel_{number}", "jammed", _NO),
    "reel_slip": Mark("reel_{number}", "off", (0,)),
    "reel_optic_dirty": Mark("reel_{number}", "dirty", _NO),
    "reel_encoder_dead": Mark("reel_{number}", "encoder", _YES),
    "ticket_jam": Mark("tickets", "jammed", _NO),
    "ticket_half_cut": Mark("tickets", "uncut", (0,)),
    "ticket_sensor_dark": Mark("tickets", "sensor", (SENSOR_SOUND, SENSOR_STUCK), SENSOR_DARK),
    "ticket_sensor_stuck": Mark("tickets", "sensor", (SENSOR_SOUND, SENSOR_DARK), SENSOR_STUCK),
    "ticket_runaway": Mark("tickets", "runs_away", _NO),
    "ticket_pulled": Mark("tickets", "pulled", (0,)),
    "ticket_pack_empty": Mark("tickets", "left", least=1),
}
