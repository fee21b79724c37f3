# SPDX-License-Identifier: MIT
"""What of a machine's picture a hand reaches, by name, and what of that does something now."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from emulator.panel.machine.money.desk import Desk
from emulator.panel.machine.money.notes import Notes
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.cards import CardSlot
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.display import DisplayLine
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import Layout
from emulator.panel.machine.parts.lever import Lever
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.service import ServicePlate


class Picture(Protocol):
    """What help needs of a stage: what is written, and where hands go."""

    kit: Kit
    layout: Layout
    display: DisplayLine
    deck: Deck
    tray: Tray
    purse: Purse
    notes: Notes
    card_slot: CardSlot
    lever: Lever | None
    desk: Desk
    service: ServicePlate


def targets(stage: Picture) -> dict[str, Rect]:
    """What a finger presses or drags from, by name; switches of the service plate stand over the glass."""
    found = {f"button {cap.name}": cap.rect for cap in stage.deck.caps}
    found["tray"] = stage.tray.rect
    if stage.kit.front.coins_cents:
        found["slot"] = stage.deck.slot_rect
    found |= {f"coin {cents}": stage.purse.reach(cents) for cents in stage.purse.values}
    if stage.notes.fitted:
        found |= {f"note {cents}": stage.notes.reach(cents) for cents in stage.notes.places}
    if stage.card_slot.fitted:
        found["card"] = stage.card_slot.rect
    if stage.lever is not None:
        found["arm"] = stage.lever.rect
    found |= {f"desk {name}": plate for name, plate in stage.desk.plates.items()}
    return found | {f"switch {switch.name}": switch.rect for switch in stage.service.switches}


def reachable(stage: Picture, seen: Seen) -> dict[str, Rect]:
    """What does something now, by name: lit buttons, coins and notes that are there, tray, desk."""
    found = targets(stage)
    lit = [name for name in found if name.startswith("button ") and seen.lamps.get(name[7:], False)]
    coins = [name for name in found if name.startswith("coin ") and seen.purse.get(int(name[5:]), 0)]
    notes = [name for name in found if name.startswith("note ") and seen.wallet.get(int(name[5:]), 0)]
    tray = ["tray"] if stage.tray.occupied else []
    others = [name for name in found if name.startswith("desk ") or name == "card"]
    return {name: found[name] for name in (*lit, *coins, *notes, *tray, *others)}
