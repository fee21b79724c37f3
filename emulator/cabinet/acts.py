# SPDX-License-Identifier: MIT
"""What a visitor, an attendant and a fault can do to a cabinet: each act is one recorded input."""

from __future__ import annotations

from typing import Any

from emulator.cabinet import visitors
from emulator.cabinet.commission import CabinetError
from emulator.cabinet.fault_acts import begin, end
from emulator.cabinet.faults import checked, require_mendable
from emulator.cabinet.line import Linked
from emulator.cabinet.machine import DOORS, KEYS
from emulator.devices.card_reader import CardReader
from emulator.devices.ticket_dispenser import CAPACITY, TicketDispenser

# What of the machine's plugs is the card reader's, and the most that a card holds when it is sold.
CARD = "card"
CARD_MOST_CENTS = 100_000_000


class Handled(Linked):
    """The half of a cabinet that hands reach."""

    def insert(self, cents: int) -> None:
        """Drop one coin of the purse into the slot."""
        for coin_id in self.ledger.coins("purse"):
            if self.ledger.cents(coin_id) == cents:
                break
        else:
            held = ", ".join(f"{n} of {value}" for value, n in sorted(self.purse.items())) or "nothing"
            raise CabinetError(f"cents must be a coin that the purse holds (got {cents}; it holds {held})")
        self._input("insert", cents=cents)
        self._parts.acceptor.insert(coin_id, cents)
        self._emit("coin_slot", coin=coin_id, cents=cents)

    def insert_note(self, cents: int) -> bool:
        """Offer one note of the wallet to the note acceptor; False: it does not draw it in."""
        acceptor = self._parts.notes
        if acceptor is None:
            raise CabinetError("the machine must have a note acceptor (write money.note_cents in its model)")
        for note_id in self.ledger.coins("wallet"):
            if self.ledger.cents(note_id) == cents:
                break
        else:
            held = ", ".join(f"{n} of {value}" for value, n in sorted(self.wallet.items())) or "nothing"
            raise CabinetError(f"cents must be a note that the wallet holds (got {cents}; it holds {held})")
        self._input("insert_note", cents=cents)
        return acceptor.insert(note_id, cents)

    def insert_card(self, balance_cents: int | None = None) -> None:
        """
        Put a house card into the reader.

        Args:
            balance_cents: of a new card, which the visitor has just bought; None: the last one in his hand.
        """
        reader = self._reader()
        if reader.card:
            raise CabinetError(f"the reader must be empty (got card {reader.card} in it)")
        if balance_cents is None and not reader.held:
            raise CabinetError("balance_cents must be given for the first card (got none)")
        if balance_cents is not None and not 0 <= balance_cents <= CARD_MOST_CENTS:
            raise CabinetError(f"balance_cents must be 0 to {CARD_MOST_CENTS} (got {balance_cents})")
        given = {} if balance_cents is None else {"balance_cents": balance_cents}
        self._input("insert_card", **given)
        card = reader.held if balance_cents is None else reader.house.issue(balance_cents)
        reader.insert(card)

    def remove_card(self) -> None:
        """Take the card out of the reader, whatever the machine is doing with it."""
        reader = self._reader()
        if not reader.card:
            raise CabinetError("the reader must hold a card (got none)")
        self._input("remove_card")
        reader.remove()

    def _reader(self) -> CardReader:
        if self._parts.card is None:
            raise CabinetError("the machine must have a card reader (write money.card in its model)")
        return self._parts.card

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button and release it ``ms`` milliseconds later."""
        button = self._button(name)
        if ms < 1:
            raise CabinetError(f"ms must be 1 or more (got {ms})")
        self._input("press", name=name, ms=ms)
        button.press(release_after_us=ms * 1000)
        self._emit("button", name=name, down=True)

    def down(self, name: str) -> None:
        """Press a button and keep it pressed."""
        button = self._button(name)
        self._input("down", name=name)
        button.press()
        self._emit("button", name=name, down=True)

    def up(self, name: str) -> None:
        """Release a button."""
        button = self._button(name)
        self._input("up", name=name)
        button.release()

    def take_tray(self) -> int:
        """Move every coin of the tray to the purse; return their cents."""
        self._input("take_tray")
        taken = self.tray_cents
        for coin_id in self.ledger.coins("tray"):
            self.ledger.move(coin_id, "purse")
        return taken

    def new_visitor(self) -> None:
        """Let the visitor leave with all money and the house card, and another come with a full purse."""
        self._input("new_visitor")
        reader = self._parts.card
        if reader is not None:
            if reader.card:
                reader.remove()
            reader.held = 0
        visitors.another(self.ledger, self.model)

    def change(self) -> None:
        """Change what the visitor has for coins that the machine takes; the sum stays the same."""
        if not self.model.coins_cents:
            raise CabinetError("the machine must take coins (write money.coins_cents in its model)")
        self._input("change")
        visitors.exchange(self.ledger, self.model)

    def open_door(self, name: str = "main") -> None:
        """Open a door."""
        self._door(name)
        self._input("open_door", name=name)
        self._parts.doors[name].open()
        self._emit("door", name=name, open=True)

    def close_door(self, name: str = "main") -> None:
        """Close and lock a door."""
        self._door(name)
        self._input("close_door", name=name)
        self._parts.doors[name].close()
        self._emit("door", name=name, open=False)

    def turn_key(self, name: str, on: bool = True) -> None:
        """Turn a key switch, or turn it back: "operator" or "service"."""
        if name not in KEYS:
            raise CabinetError(f"name must be one of {_names(KEYS)} (got {name})")
        self._input("turn_key", name=name, on=on)
        self._parts.keys[name].turn(on)
        self._emit("key", name=name, on=on)

    def power_off(self) -> None:
        """Pull the plug."""
        self._input("power_off")
        self.board.power_off()

    def cut_power(self, ops: int, ticks: int = 1) -> None:
        """
        Pull the plug inside a tick of the firmware, between two operations that can be seen from outside.

        Args:
            ops: operations done in that tick by then, 0 or more; a tick that does fewer goes on with power.
            ticks: which tick, from 1, the next one.
        """
        if ops < 0 or ticks < 1:
            raise CabinetError(f"cut_power must have 0 ops or more and 1 tick or more (got {ops}, {ticks})")
        self._input("cut_power", ops=ops, ticks=ticks)
        self.board.cut_at_op(ops, self.board.ticks + ticks)

    def power_on(self) -> None:
        """Put the plug back."""
        self._input("power_on")
        self.board.power_on()

    def refill(self, cents: int, coins: int) -> None:
        """Put coins from outside into a hopper, as an attendant does; the firmware is not told."""
        hopper = self._parts.hoppers.get(cents)
        if hopper is None or coins < 1:
            raise CabinetError(f"refill must name a hopper and 1 coin or more (got {cents}, {coins})")
        if hopper.level() + coins > hopper.capacity:
            room = hopper.capacity - hopper.level()
            raise CabinetError(f"coins must be 1 to {room}, what the hopper still holds (got {coins})")
        self._input("refill", cents=cents, coins=coins)
        for _ in range(coins):
            hopper.add(self.ledger.bring(cents, f"hopper_{cents}"))

    def empty(self, cents: int) -> None:
        """Take every coin out of a hopper to the cash box; the firmware is not told."""
        hopper = self._parts.hoppers.get(cents)
        if hopper is None:
            raise CabinetError(f"cents must name a hopper, {_names(self._parts.hoppers)} (got {cents})")
        self._input("empty", cents=cents)
        for coin_id in hopper.take_all():
            self.ledger.move(coin_id, "cash_box")

    def fill_tickets(self, tickets: int) -> None:
        """Put a pack of tickets into the dispenser, as an attendant does, instead of what is left there."""
        dispenser = self._dispenser()
        if not 0 <= tickets <= CAPACITY:
            raise CabinetError(f"tickets must be 0 to {CAPACITY} (got {tickets})")
        self._input("fill_tickets", tickets=tickets)
        dispenser.fill(tickets)

    def pull_tickets(self, tickets: int = 1) -> None:
        """Draw tickets out of the dispenser by force."""
        dispenser = self._dispenser()
        if tickets < 1:
            raise CabinetError(f"tickets must be 1 or more (got {tickets})")
        self._input("pull_tickets", tickets=tickets)
        dispenser.pull(tickets)

    def _dispenser(self) -> TicketDispenser:
        if self._parts.tickets is None:
            raise CabinetError(f"model must have a ticket dispenser (got {self.model.name})")
        return self._parts.tickets

    @property
    def ticket_differences(self) -> dict[str, int]:
        """By name, tickets that left and are not booked; below 0 the other way round."""
        books = self._parts.ticket_books
        return {} if books is None else dict(books.differences)

    @property
    def tickets_given(self) -> int:
        """Tickets that left the dispenser in this run; 0 without one."""
        return 0 if self._parts.tickets is None else self._parts.tickets.given

    def unplug(self, what: str) -> None:
        """Pull a device's plug: one of the mechanical meters, or "card", the reader of house cards."""
        self._pluggable(what)
        self._input("unplug", what=what)
        self._plug(what, False)

    def plug(self, what: str) -> None:
        """Put a device's plug back."""
        self._pluggable(what)
        self._input("plug", what=what)
        self._plug(what, True)

    def jam_reel(self, number: int, jammed: bool = True) -> None:
        """Block or free a reel, from 1."""
        if not 1 <= number <= len(self._parts.drums):
            raise CabinetError(f"number must be 1 to {len(self._parts.drums)} (got {number})")
        self._input("jam_reel", number=number, jammed=jammed)
        self._parts.drums[number - 1].jam(jammed, self.board.now_us)

    def damage(
        self,
        id: str,
        cents: int | None = None,
        number: int | None = None,
        steps: int | None = None,
        coins: int | None = None,
        for_ms: int | None = None,
        name: str | None = None,
    ) -> None:
        """
        Let a fault begin; docs/faults.md lists them with the parameters of each and what follows.

        Raises:
            FaultError: no such fault, not with these mechanisms, or a parameter outside its limits.
        """
        told = {
            "cents": cents,
            "number": number,
            "steps": steps,
            "coins": coins,
            "for_ms": for_ms,
            "name": name,
        }
        parameters = {key: value for key, value in told.items() if value is not None}
        given = checked(id, parameters, self.model)
        self._input("damage", id=id, **parameters)
        begin(self._parts, id, given)

    def mend(self, id: str) -> None:
        """End a fault wherever it is; FaultError for one that is over by itself."""
        require_mendable(id, self.model)
        self._input("mend", id=id)
        end(self._parts, id)

    def _button(self, name: str) -> Any:
        if name not in self._parts.buttons:
            raise CabinetError(f"name must be one of {_names(self._parts.buttons)} (got {name})")
        return self._parts.buttons[name]

    def _door(self, name: str) -> None:
        if name not in DOORS:
            raise CabinetError(f"name must be one of {_names(DOORS)} (got {name})")

    def _plug(self, what: str, plugged: bool) -> None:
        if what == CARD and self._parts.card is not None:
            self._parts.card.plug(plugged)
        else:
            self._parts.meters[what].plug(plugged)

    def _pluggable(self, what: str) -> None:
        there = [*self._parts.meters, *([CARD] if self._parts.card else [])]
        if what not in there:
            raise CabinetError(f"what must be one of {_names(there)} (got {what})")


def _names(options: Any) -> str:
    return ", ".join(str(option) for option in options)
