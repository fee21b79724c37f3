# SPDX-License-Identifier: MIT
"""What a visitor, an attendant and a fault can do to a cabinet; each act is one recorded input."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.cabinet import visitors
from emulator.cabinet.commission import coins_by_text
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.fault_acts import act_on
from emulator.cabinet.faults import Value, checked, names, require_mendable
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.machine import DOORS, KEYS, Machine
from emulator.devices.button import Button
from emulator.devices.card_house import CARD_MOST_CENTS
from emulator.devices.card_reader import CardReader
from emulator.devices.ticket_dispenser import CAPACITY, TicketDispenser
from machines.model import Model

# What of the machine's plugs is the card reader's.
CARD = "card"


class Acts:
    """
    Hands at a machine; ``Cabinet`` has each act by the same name.

    Args:
        machine: what is handled.
        ledger: where its coins and notes lie.
        model: what the machine takes, and the faults that it can have.
        tell: called with (name, **arguments) before an act; refused acts are not told.
        emit: called with (kind, **fields) for what an act lets happen.
    """

    def __init__(
        self,
        machine: Machine,
        ledger: Ledger,
        model: Model,
        tell: Callable[..., None],
        emit: Callable[..., None],
    ) -> None:
        self._machine, self._ledger, self._model = machine, ledger, model
        self._tell, self._emit = tell, emit

    # -- money ------------------------------------------------------------------------------------

    def insert(self, cents: int) -> None:
        """
        Drop one coin of the purse into the slot.

        Args:
            cents: value of the coin.

        Raises:
            CabinetError: the purse holds no such coin.
        """
        coin_id = visitors.one(self._ledger, cents, "purse", "coin")
        self._tell("insert", cents=cents)
        self._machine.acceptor.insert(coin_id, cents)
        self._emit("coin_slot", coin=coin_id, cents=cents)

    def insert_note(self, cents: int) -> bool:
        """
        Offer one note of the wallet to the note acceptor; False: it does not draw it in.

        Args:
            cents: value of the note.

        Raises:
            CabinetError: the wallet holds no such note, or the machine takes none.
        """
        acceptor = self._machine.notes
        if acceptor is None:
            raise CabinetError("the machine must have a note acceptor (write money.note_cents in its model)")
        note_id = visitors.one(self._ledger, cents, "wallet", "note")
        self._tell("insert_note", cents=cents)
        return acceptor.insert(note_id, cents)

    def insert_card(self, balance_cents: int | None = None) -> None:
        """
        Put a house card into the reader.

        Args:
            balance_cents: of a new card, which the visitor has just bought, 0 to 100,000,000; None: the last
                one in his hand.

        Raises:
            CabinetError: no reader, a card in it, no card in the hand, or a balance outside its limits.
        """
        reader = self._reader()
        if reader.card:
            raise CabinetError(f"the reader must be empty (got card {reader.card} in it)")
        if balance_cents is None and not reader.held:
            raise CabinetError("balance_cents must be given for the first card (got none)")
        if balance_cents is not None and not 0 <= balance_cents <= CARD_MOST_CENTS:
            raise CabinetError(f"balance_cents must be 0 to {CARD_MOST_CENTS} (got {balance_cents})")
        given = {} if balance_cents is None else {"balance_cents": balance_cents}
        self._tell("insert_card", **given)
        card = reader.held if balance_cents is None else reader.house.issue(balance_cents)
        reader.insert(card)

    def remove_card(self) -> None:
        """
        Take the card out of the reader, whatever the machine is doing with it.

        Raises:
            CabinetError: no reader, or no card in it.
        """
        reader = self._reader()
        if not reader.card:
            raise CabinetError("the reader must hold a card (got none)")
        self._tell("remove_card")
        reader.remove()

    def _reader(self) -> CardReader:
        if self._machine.card is None:
            raise CabinetError("the machine must have a card reader (write money.card in its model)")
        return self._machine.card

    # -- buttons ------------------------------------------------------------------------------------

    def press(self, name: str, ms: int = 100) -> None:
        """
        Press a button and release it ``ms`` milliseconds later.

        Args:
            name: one of the buttons that the machine has, such as "start".
            ms: 1 or more.

        Raises:
            CabinetError: no such button, or a time outside its limits.
        """
        button = self._button(name)
        if ms < 1:
            raise CabinetError(f"ms must be 1 or more (got {ms})")
        self._tell("press", name=name, ms=ms)
        button.press(release_after_us=ms * 1000)
        self._emit("button", name=name, down=True)

    def down(self, name: str) -> None:
        """Press a button and keep it pressed."""
        button = self._button(name)
        self._tell("down", name=name)
        button.press()
        self._emit("button", name=name, down=True)

    def up(self, name: str) -> None:
        """Release a button."""
        button = self._button(name)
        self._tell("up", name=name)
        button.release()

    # -- the visitor ----------------------------------------------------------------------------------

    def take_tray(self) -> int:
        """Move every coin of the tray to the purse; return their cents."""
        self._tell("take_tray")
        return visitors.carry(self._ledger, "tray", "purse")

    def new_visitor(
        self, coins: Mapping[str, int] | None = None, notes: Mapping[str, int] | None = None
    ) -> None:
        """
        Let the visitor leave with all money and the house card, and another come.

        Args:
            coins, notes: what the other one brings, cents -> count; None: a full purse, the usual notes.

        Raises:
            CabinetError: no money, or that of a visitor of a hall, who carries it back.
        """
        if self._ledger.visiting is not None:
            raise CabinetError(f"the visitor must be of no hall (got one of {self._ledger.visiting}: carry)")
        brought = visitors.brought(coins=coins, notes=notes)
        self._tell("new_visitor", **{name: coins_by_text(money) for name, money in brought.items()})
        if (reader := self._machine.card) is not None:
            reader.part()
        visitors.another(self._ledger, self._model, **brought)

    def change(self) -> None:
        """
        Change what the visitor has for coins that the machine takes; the sum stays the same.

        Raises:
            CabinetError: the machine takes no coins.
        """
        if not self._model.coins_cents:
            raise CabinetError("the machine must take coins (write money.coins_cents in its model)")
        self._tell("change")
        visitors.exchange(self._ledger, self._model)

    # -- doors, keys and the plug ---------------------------------------------------------------------

    def open_door(self, name: str = "main") -> None:
        """Open a door: "main", "box" or "logic"."""
        self._door(name)
        self._tell("open_door", name=name)
        self._machine.doors[name].open()
        self._emit("door", name=name, open=True)

    def close_door(self, name: str = "main") -> None:
        """Close and lock a door."""
        self._door(name)
        self._tell("close_door", name=name)
        self._machine.doors[name].close()
        self._emit("door", name=name, open=False)

    def turn_key(self, name: str, on: bool = True) -> None:
        """
        Turn a key switch, or turn it back: "operator" or "service".

        Raises:
            CabinetError: no such key.
        """
        if name not in KEYS:
            raise CabinetError(f"name must be one of {names(KEYS)} (got {name})")
        self._tell("turn_key", name=name, on=on)
        self._machine.keys[name].turn(on)
        self._emit("key", name=name, on=on)

    def power_off(self) -> None:
        """Pull the plug; BoardError: it is out already."""
        self._machine.board.require_power(True)
        self._tell("power_off")
        self._machine.board.power_off()

    def cut_power(self, ops: int, ticks: int = 1) -> None:
        """
        Pull the plug inside a tick of the firmware, between two operations that can be seen from outside.

        Args:
            ops: operations done in that tick by then, 0 or more; a tick that does fewer goes on with power.
            ticks: which tick, from 1, the next one.

        Raises:
            CabinetError: a number outside its limits.
        """
        if ops < 0 or ticks < 1:
            raise CabinetError(f"cut_power must have 0 ops or more and 1 tick or more (got {ops}, {ticks})")
        self._tell("cut_power", ops=ops, ticks=ticks)
        self._machine.board.cut_at_op(ops, self._machine.board.ticks + ticks)

    def power_on(self) -> None:
        """Put the plug back; BoardError: it is in already."""
        self._machine.board.require_power(False)
        self._tell("power_on")
        self._machine.board.power_on()

    # -- the attendant --------------------------------------------------------------------------------

    def refill(self, cents: int, coins: int) -> None:
        """
        Put coins from outside into a hopper, as an attendant does; the firmware is not told.

        Args:
            cents: which hopper, by the value of its coin.
            coins: 1 to what it still holds.

        Raises:
            CabinetError: no such hopper, or it does not hold so many.
        """
        hopper = self._machine.hoppers.get(cents)
        if hopper is None or coins < 1:
            raise CabinetError(f"refill must name a hopper and 1 coin or more (got {cents}, {coins})")
        if hopper.level() + coins > hopper.capacity:
            room = hopper.capacity - hopper.level()
            raise CabinetError(f"coins must be 1 to {room}, what the hopper still holds (got {coins})")
        self._tell("refill", cents=cents, coins=coins)
        for _ in range(coins):
            hopper.add(self._ledger.bring(cents, hopper.name))

    def empty(self, cents: int) -> None:
        """
        Take every coin out of a hopper to the cash box; the firmware is not told.

        Raises:
            CabinetError: no hopper of coins of ``cents``.
        """
        hopper = self._machine.hoppers.get(cents)
        if hopper is None:
            raise CabinetError(f"cents must name a hopper, {names(self._machine.hoppers)} (got {cents})")
        self._tell("empty", cents=cents)
        for coin_id in hopper.take_all():
            self._ledger.move(coin_id, "cash_box")

    def take_box(self) -> int:
        """Carry the coins of the cash box away and return their cents; CabinetError: it is shut."""
        if not self._machine.doors["box"].is_open:
            raise CabinetError("the cash box must be open to be taken (got it shut)")
        self._tell("take_box")
        return visitors.carry(self._ledger, "cash_box", visitors.STREET)

    def fill_tickets(self, tickets: int) -> None:
        """
        Replace the tickets in the dispenser by a pack, as an attendant does.

        Raises:
            CabinetError: no dispenser, or more tickets than it holds.
        """
        dispenser = self._dispenser()
        if not 0 <= tickets <= CAPACITY:
            raise CabinetError(f"tickets must be 0 to {CAPACITY} (got {tickets})")
        self._tell("fill_tickets", tickets=tickets)
        dispenser.fill(tickets)

    def pull_tickets(self, tickets: int = 1) -> None:
        """
        Draw tickets out of the dispenser by force.

        Raises:
            CabinetError: no dispenser, or less than 1 ticket.
        """
        dispenser = self._dispenser()
        if tickets < 1:
            raise CabinetError(f"tickets must be 1 or more (got {tickets})")
        self._tell("pull_tickets", tickets=tickets)
        dispenser.pull(tickets)

    def _dispenser(self) -> TicketDispenser:
        if self._machine.tickets is None:
            raise CabinetError(f"model must have a ticket dispenser (got {self._model.name})")
        return self._machine.tickets

    # -- devices and faults -------------------------------------------------------------------------

    def unplug(self, what: str) -> None:
        """Pull a device's plug: one of the mechanical meters, or "card", the reader of house cards."""
        self._pluggable(what)
        self._tell("unplug", what=what)
        self._plug(what, False)

    def plug(self, what: str) -> None:
        """Put a device's plug back."""
        self._pluggable(what)
        self._tell("plug", what=what)
        self._plug(what, True)

    def jam_reel(self, number: int, jammed: bool = True) -> None:
        """
        Block or free a reel, from 1.

        Raises:
            CabinetError: no such reel with a motor.
        """
        if not 1 <= number <= len(self._machine.drums):
            raise CabinetError(f"number must be 1 to {len(self._machine.drums)} (got {number})")
        self._tell("jam_reel", number=number, jammed=jammed)
        self._machine.drums[number - 1].jam(jammed, self._machine.board.now_us)

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
        told: dict[str, Value | None] = {"cents": cents, "number": number, "steps": steps, "coins": coins}
        told |= {"for_ms": for_ms, "name": name}
        parameters = {key: value for key, value in told.items() if value is not None}
        given = checked(id, parameters, self._model)
        self._tell("damage", id=id, **parameters)
        act_on(self._machine, id, given)

    def mend(self, id: str) -> None:
        """End a fault wherever it is; FaultError for one that is over by itself."""
        require_mendable(id, self._model)
        self._tell("mend", id=id)
        act_on(self._machine, id, None)

    def _button(self, name: str) -> Button:
        if name not in self._machine.buttons:
            raise CabinetError(f"name must be one of {names(self._machine.buttons)} (got {name})")
        return self._machine.buttons[name]

    def _door(self, name: str) -> None:
        if name not in DOORS:
            raise CabinetError(f"name must be one of {names(DOORS)} (got {name})")

    def _plug(self, what: str, plugged: bool) -> None:
        if what == CARD and self._machine.card is not None:
            self._machine.card.plug(plugged)
        else:
            self._machine.meters[what].plug(plugged)

    def _pluggable(self, what: str) -> None:
        there = [*self._machine.meters, *([CARD] if self._machine.card else [])]
        if what not in there:
            raise CabinetError(f"what must be one of {names(there)} (got {what})")
