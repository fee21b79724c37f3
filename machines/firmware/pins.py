# SPDX-License-Identifier: MIT
"""
The board's pin table: the one place that says which GPIO carries which line.

Plain data, read by the firmware's wiring, by the emulated board and by a ROM's manifest.
A row is (name, gpio, direction as the chip sees it, active_low, rest). ``rest`` tells whether the
line counts as asserted while nobody drives it: a pull-up on an inhibit input keeps every coin out
of a machine without power.

The chip has 48 GPIO (RP2350B); GPIO 40 to 47 can be read as analogue inputs. They do not suffice: what is
slow lies on an expander on the bus, whose rows say pin instead of gpio.
"""

IN = 0
OUT = 1

# name, gpio, direction, active_low, rest
PINS = (
    ("uart_tx", 0, OUT, 0, 0),
    ("uart_rx", 1, IN, 0, 0),
    ("i2c_sda", 2, OUT, 0, 0),
    ("i2c_scl", 3, OUT, 0, 0),
    # Coin acceptor, parallel lines: an open collector a value, and its inhibit.
    ("coin_10", 4, IN, 1, 0),
    ("coin_20", 5, IN, 1, 0),
    ("coin_50", 6, IN, 1, 0),
    ("coin_100", 7, IN, 1, 0),
    ("coin_200", 8, IN, 1, 0),
    ("inhibit_10", 9, OUT, 0, 1),
    ("inhibit_20", 10, OUT, 0, 1),
    ("inhibit_50", 11, OUT, 0, 1),
    ("inhibit_100", 12, OUT, 0, 1),
    ("inhibit_200", 13, OUT, 0, 1),
    ("diverter", 14, OUT, 0, 0),
    # Hoppers: motor, coin-out sensor, low and full level sensors.
    ("hopper_10_motor", 15, OUT, 0, 0),
    ("hopper_10_sense", 16, IN, 1, 0),
    ("hopper_10_low", 17, IN, 1, 0),
    ("hopper_10_full", 18, IN, 1, 0),
    ("hopper_100_motor", 19, OUT, 0, 0),
    ("hopper_100_sense", 20, IN, 1, 0),
    ("hopper_100_low", 21, IN, 1, 0),
    ("hopper_100_full", 22, IN, 1, 0),
    # Buttons with their lamps.
    ("button_start", 23, IN, 1, 0),
    ("button_double", 24, IN, 1, 0),
    ("button_hold_1", 25, IN, 1, 0),
    ("button_hold_2", 26, IN, 1, 0),
    ("button_hold_3", 27, IN, 1, 0),
    ("button_collect", 28, IN, 1, 0),
    ("button_reserve", 29, IN, 1, 0),
    ("lamp_start", 30, OUT, 0, 0),
    ("lamp_double", 31, OUT, 0, 0),
    ("lamp_hold_1", 32, OUT, 0, 0),
    ("lamp_hold_2", 33, OUT, 0, 0),
    ("lamp_hold_3", 34, OUT, 0, 0),
    ("lamp_collect", 35, OUT, 0, 0),
    ("expander_int", 36, IN, 1, 0),
    ("lamp_tower", 37, OUT, 0, 0),
    # Electromechanical meters: a coil each, one loop that closes through all their plugs.
    ("meter_plays", 38, OUT, 0, 0),
    ("meter_prizes", 39, OUT, 0, 0),
    ("meter_in", 40, OUT, 0, 0),
    ("meter_out", 41, OUT, 0, 0),
    ("meter_present", 42, IN, 1, 0),
    # Reel optics, door switches (asserted = open), supply.
    ("optic_1", 43, IN, 1, 0),
    ("optic_2", 44, IN, 1, 0),
    ("optic_3", 45, IN, 1, 0),
    ("door_main", 46, IN, 0, 1),
    ("supply", 47, IN, 0, 0),
)

# MCP23017, pins 0 to 7 port A, 8 to 15 port B; its interrupt is the chip's line expander_int.
EXPANDER = (
    # Door switches (asserted = open; a cut cable looks open) and keys (asserted = turned).
    ("door_box", 0, IN, 0, 1),
    ("door_logic", 1, IN, 0, 1),
    ("key_operator", 2, IN, 1, 0),
    ("key_service", 3, IN, 1, 0),
    # Note acceptor: a good note waits in escrow, it was stacked, something is wrong (so does a cut cable).
    ("note_escrow", 4, IN, 1, 0),
    ("note_stacked", 5, IN, 1, 0),
    ("note_fault", 6, IN, 0, 1),
    # Ticket dispenser: its sensor sees a notch, or no paper at all; the pack is low.
    ("ticket_notch", 7, IN, 1, 0),
    ("ticket_low", 8, IN, 1, 0),
    # Low battery: a comparator pulls the line down.
    ("battery", 9, IN, 1, 0),
    ("note_enable", 10, OUT, 0, 0),
    ("note_stack", 11, OUT, 0, 0),
    ("note_return", 12, OUT, 0, 0),
    # What only one type has shares this pin: type C lights lamp_accept here, see expander().
    ("ticket_motor", 13, OUT, 0, 0),
    ("buzzer", 14, OUT, 0, 0),
    ("lamp_reserve", 15, OUT, 0, 0),
)

_ACCEPT = ("lamp_accept", 13, OUT, 0, 0)


def expander(kind: str) -> tuple:
    """Return the rows of the expander of a machine of type "A", "B" or "C": C gives no tickets."""
    return tuple([_ACCEPT if kind == "C" and row[1] == _ACCEPT[1] else row for row in EXPANDER])


I2C_BUS = 1
I2C_FREQ = 400_000
FRAM_ADDRESS = 0x50
EXPANDER_ADDRESS = 0x20
COUNTERS_ADDRESS = 0x70
GLASS_ADDRESS = 0x71
REELS_ADDRESS = 0x30
SCREEN_ADDRESS = 0x31
MESSAGE_ADDRESS = 0x3C
COUNTER_ADDRESS = 0x58
LINK_ADDRESS = 0x60
CARD_ADDRESS = 0x62
FRAM_SIZE = 32_768
