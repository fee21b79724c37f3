# SPDX-License-Identifier: MIT
"""What the drawing calls things: parts, faults, places of money, and why it does not do something."""

from __future__ import annotations

from collections.abc import Callable

from emulator.inside.controls import BOX_SHUT, DOOR_SHUT, NOT_OF_RECORD, Control
from emulator.panel.machine.inside.speech import Speech

Say = Callable[[str], str]


def titles(say: Say) -> dict[str, str]:
    """Names of parts."""
    return {
        "acceptor": say("Coin acceptor"),
        "diverter": say("Diverter"),
        "cash_box": say("Cash box"),
        "tray": say("Tray"),
        "notes": say("Note acceptor"),
        "tickets": say("Ticket dispenser"),
        "card": say("Card reader"),
        "reels": say("Reels"),
        "front": say("Buttons and lamps"),
        "meters": say("Meters"),
        "board": say("Board"),
        "supply": say("Supply"),
        "counter": say("Sealed counter"),
        "doors": say("Doors and keys"),
        "memory": say("Memory"),
        "link": say("Link"),
        "hopper": say("Hopper {}"),
    }


def names(say: Say) -> dict[str, str]:
    """Names of faults and of what hands do."""
    return _of_coins(say) | _of_electronics(say) | _of_works(say)


def _of_coins(say: Say) -> dict[str, str]:
    """Faults of what coins, notes and tickets go through."""
    return {
        "slug": say("Insert a slug"),
        "coin_jam": say("Jam the next coin"),
        "coin_string": say("Next coin on a string"),
        "coin_line_stuck": say("Short the coin's line"),
        "diverter_stuck": say("Stick the diverter"),
        "acceptor_unplugged": say("Unplug the acceptor"),
        "coin_close": say("Two coins at once"),
        "hopper_jam": say("Jam the disc"),
        "coin_lost": say("Lose the next coin"),
        "coin_double": say("Two coins as one"),
        "hopper_runaway": say("Weld the motor's contact"),
        "hopper_sensor_dark": say("Unplug the sensor"),
        "hopper_sensor_stuck": say("Stick the sensor"),
        "hopper_empty": say("Empty it"),
        "hopper_low": say("Leave 10 coins"),
        "hopper_unplugged": say("Unplug the hopper"),
        "note_forged": say("Next note is a copy"),
        "note_jam": say("Jam the next note"),
        "note_string": say("Next note on a string"),
        "note_box_full": say("Fill the box"),
        "note_unplugged": say("Unplug the reader"),
        "ticket_jam": say("Jam the strip"),
        "ticket_half_cut": say("Uncut notch"),
        "ticket_sensor_dark": say("Cover the sensor"),
        "ticket_sensor_stuck": say("Short the sensor"),
        "ticket_runaway": say("Weld the motor's contact"),
        "ticket_pulled": say("Pull a ticket out"),
        "ticket_pack_empty": say("Take the pack out"),
    }


def _of_electronics(say: Say) -> dict[str, str]:
    """Faults of lamps, buttons, meters, supply, sealed counter and memory."""
    return {
        "meter_unplugged": say("Unplug the meter"),
        "lamp_broken": say("Break the lamp"),
        "buzzer_broken": say("Break the buzzer"),
        "button_stuck": say("Jam the button"),
        "battery_low": say("Run the battery down"),
        "supply_dip": say("Dip of the mains, 20 ms"),
        "counter_unplugged": say("Unplug the counter"),
        "counter_noise": say("Noise on its cable"),
        "counter_temperature": say("Too warm: 45 °C"),
        "counter_memory_dark": say("Memory without contact"),
        "counter_foreign": say("Put another counter in"),
        "counter_opened": say("Break its seal"),
        "memory_copy": say("Damage one copy"),
        "memory_lost": say("Damage both copies"),
        "memory_log": say("Damage the last event"),
        "memory_plays": say("Damage the last play"),
        "memory_steps": say("Damage the last step"),
    }


def _of_works(say: Say) -> dict[str, str]:
    """Faults of reels and doors, and what hands do."""
    return {
        "door_main": say("Open the main door"),
        "door_box": say("Open the cash box"),
        "door_logic": say("Open the logic area"),
        "reel_jam": say("Hold the drum"),
        "reel_slip": say("Let it slip 12 steps"),
        "reel_optic_dirty": say("Cover the optic"),
        "reel_encoder_dead": say("Break the encoder"),
        "key": say("Turn the key"),
        "mains": say("Switch off at the mains"),
        "cut": say("Cut the power in the next tick"),
        "refill": say("Refill"),
        "take_out": say("Take the coins out"),
        "take_box": say("Take the coins away"),
        "unplug": say("Unplug the reader"),
    }


def hindrances(say: Say) -> dict[str, str]:
    """Why a control does nothing."""
    return {
        NOT_OF_RECORD: say("Nobody breaks a machine of record."),
        DOOR_SHUT: say("The main door is shut."),
        BOX_SHUT: say("The cash box is shut."),
    }


def name_of(control: Control, kit: Speech) -> str:
    """A control as its menu writes it."""
    name, detail = names(kit.say)[control.name], control.detail
    which = ""
    for prefix in ("meter_", "button_", "lamp_", "reel_", "key_"):
        if control.part.startswith(prefix):
            which = control.part.removeprefix(prefix)
    if detail.isdigit() and control.fault is not None:
        detail = kit.money(int(detail))
    detail = _details(kit.say).get(detail, detail)
    return ": ".join(part for part in (name, which or detail) if part)


def _details(say: Say) -> dict[str, str]:
    """Which of several, where it is no name of the board."""
    return {
        "hopper": say("to the hopper"),
        "cash_box": say("to the cash box"),
        "mouth": say("in the mouth"),
        "gate": say("at the gate"),
        "stacker": say("in the stacker"),
    }
