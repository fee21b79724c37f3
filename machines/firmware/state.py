# SPDX-License-Identifier: MIT
"""
Everything the machine knows, on one object of plain values, so that a runtime can save and restore it.

The rows of nvram.LAYOUT survive the power, an attribute each (committed.py); store.commit writes them whole.
The class lists what the power takes with it. Times are milliseconds of ``now_ms``, which counts
from the boot and never wraps.
"""

import time

import nvram
import settings
from committed import Committed

HOPPERS = len(settings.HOPPERS)
COINS = len(settings.COINS)
REELS = settings.REELS

# Edges that interrupts report, one flag each.
EDGE_COIN = 0
EDGE_SENSE = EDGE_COIN + COINS
EDGE_BUTTON = EDGE_SENSE + HOPPERS
START = 0
DOUBLE = 1
COLLECT = 2
RESERVE = 3
HOLD = 4
HOLDS = min(REELS, 3) or 3  # buttons with which reels are held, or something is chosen
BUTTONS = HOLD + HOLDS
EDGE_DOOR = EDGE_BUTTON + BUTTONS
EDGE_LOOP = EDGE_DOOR + 1
EDGE_SUPPLY = EDGE_LOOP + 1
EDGE_EXPANDER = EDGE_SUPPLY + 1
EDGE_LINE = EDGE_EXPANDER + 1
EDGES = EDGE_LINE + 1

# Lamps as bits in the order of board.LAMPS; beyond them what is on the expander.
LAMP_START = 1
LAMP_DOUBLE = 2
LAMP_COLLECT = 4
LAMP_TOWER = 8
LAMP_HOLD_AT = 4
LAMP_HOLDS = (1 << HOLDS) - 1 << LAMP_HOLD_AT
LAMP_RESERVE = 1 << LAMP_HOLD_AT + HOLDS
LAMP_ACCEPT = LAMP_RESERVE << 1
BUZZER = LAMP_RESERVE << 2

POSITIONS = 16  # of a ccTalk acceptor
# How long a message stays that answers a press.
NOTE_MS = 2_500
# The longest a tick may ask to sleep: a lamp that blinks does so at this rhythm.
IDLE_MS = 500


class State(Committed):
    """The one state object. No attribute is ever added after __init__."""

    # The marks of the electromechanical meters, committed in a record of their own.
    given = [0] * len(nvram.METERS)

    # Clock: what tick() answers follows from the earliest wish.
    now_ms = 0
    last_ticks = time.ticks_ms()
    due_ms = 0
    edges = [0] * EDGES

    # main.py: what a module found stands until something stirs, a button moves, or its time comes: the
    # earliest wish of all that watches, decides or shows, and when to decide anew although nobody wished.
    stirred = True
    touched = False
    wish_ms = 0
    watch_ms = 0
    decide_ms = 0
    light_ms = 0
    show_ms = 0
    look_ms = 0

    # store.py: nothing may move money or write NVRAM while no record could be read; what nvram.keyed made
    # of the chip's key.
    locked = False
    seals: tuple = ()

    # main.py, selftest.py: when the next self test is due; rows of log and last plays known as damaged.
    self_test_ms = 0
    log_lost = 0
    recall_lost = 0

    # coins.py
    coin_since_ms = [-1] * COINS
    coin_counted = [False] * COINS
    divert_until_ms = -1
    divert_coin = -1
    inhibits = -1
    inhibits_shown = -1

    # expander.py: lines that are asserted, as bits of its pins.
    inputs = 0
    outputs = 0
    inputs_due_ms = 0
    expander_lost = True

    # doors.py: keys that are turned, as bits of the expander; -1 before they were read once.
    keys = -1
    shut_since_ms = [-1, -1]
    logic_key = False

    # handpay.py: what was paid by hand, shown while the key is turned.
    hand_shown_cents = 0

    # testcoins.py and the pages of the tests.
    test_takes = 0
    test_late_ms = -1
    test_paying = False
    test_wanted = 0
    test_count = 0
    test_tally = [0] * COINS
    test_last = -1
    test_bad = 0
    test_frauds = 0
    test_stage = 0
    test_due_ms = 0
    test_reels = False
    test_fault = 0
    test_light = False
    test_state = b""
    test_outcome = b""
    test_credits_cents = 0
    test_prizes_cents = 0
    test_rolling = False
    test_mask = 0
    test_notes = False
    test_tickets = 0

    # menu.py: page or menu.CLOSED, row of the list, what a page remembers, text; lamps, or -1.
    menu_armed = False
    menu_page = -2
    menu_row = 0
    menu_at = 0
    menu_step = 0
    refill_seen = [0] * HOPPERS
    menu_count = 0
    menu_shown: tuple = ()
    menu_since_ms = -1
    menu_text: tuple = ()
    menu_lamps = -1

    # alerts.py: names of the warnings that stand.
    alerts: list[str] = []

    # buttons.py: bits by button number; since when a button is down, -1: it is not, or that was told.
    buttons_down = 0
    button_down_ms = [-1] * BUTTONS
    button_edge_ms = [-1] * BUTTONS
    # When the contact first moved: the instant of a press, which the debouncing tells of later.
    button_first_ms = [-1] * BUTTONS
    presses = 0

    # play.py
    roll = 0
    step_shown = False
    shown_cents = 0
    roll_due_ms = -1
    last_start_ms = 0
    starts_ms: list[int] = []
    live_since_ms = -1
    hold_mask = 0

    # gamble.py of type B: until when the player is asked; -1: not.
    ask_until_ms = -1

    # drums/reels.py
    reels_due = True
    homed = False
    reel_stage = [0] * REELS
    reel_target = [0] * REELS
    reel_offset = [-1] * REELS
    reel_velocity = [0] * REELS
    # Registers at the start; the encoder's count at rest; what it counted of what the motor was told.
    reel_start: list[tuple] = [()] * REELS
    reel_stand = [0] * REELS
    reel_counted = [(0, 0)] * REELS
    reel_home = [-1] * REELS
    reel_path = [0] * REELS
    reel_due_ms = [-1] * REELS
    reels_begun_ms = -1
    reels_next_ms = -1
    reels_look_ms = 0
    reels_seen = b""

    # What was computed from rows of the record holds until the next commit: the sequence that it was
    # computed at, -1 if it has to be computed anew.
    # credit.py: answers of the hopper interlock; coins.py, notes.py: what may come in; meters.py: that
    # nothing is owed.
    payable_at = -1
    payable_key: tuple = ()
    inhibits_at = -1
    note_at = -1
    meters_at = -1
    # hoppers.py: the levels that were looked at.
    levels_at = -1
    levels_seen = [-1] * HOPPERS
    payable_answers: list[int] = []

    # cctalk/line.py: the command under way, its answer, who waits for it.
    line_sent = b""
    line_heard = b""
    line_owner = 0
    line_tries = 0
    line_due_ms = 0
    line_done = False
    line_answer: tuple = ()

    # cctalk/coin_drive.py
    acceptor_stage = 0
    acceptor_asked = 0
    acceptor_due_ms = 0
    acceptor_poll_ms = 0
    acceptor_seen_ms = 0
    acceptor_event = 0
    acceptor_missed = 0
    acceptor_mask = -1
    acceptor_coins = [-1] * POSITIONS
    acceptor_paths = [0] * POSITIONS

    # notes.py and parallel/note_drive.py
    note_open = False
    note_due_ms = 0
    note_start_ms = 0
    note_stray = False

    # cctalk/note_drive.py
    note_step = 0
    note_asked = 0
    note_seen_ms = 0
    note_poll_ms = 0
    note_event = 0
    note_type = 0
    note_scale_cents = 0
    note_mask = -1
    note_route = -1
    note_recount = False
    note_over = False

    # hopper_drive.py
    hopper_due_ms = [0] * HOPPERS
    hopper_stage = [0] * HOPPERS
    hopper_header = [0] * HOPPERS
    hopper_seen_ms = [0] * HOPPERS
    hopper_asked = [0] * HOPPERS
    hopper_event = [0] * HOPPERS
    hopper_paid = [0] * HOPPERS
    hopper_short = [0] * HOPPERS
    hopper_left = [0] * HOPPERS
    hopper_levels = [0] * HOPPERS

    # payer.py
    pay_hopper = -1
    pay_coins = 0
    pay_due_ms = -1

    # step_log.py of type C: number of the next step in its play; -1 before it was read once.
    step_number = -1
    # Its self test: which play is read next, so many plays ago, when, and blocks known to be damaged.
    steps_back = 0
    steps_check_ms = 0
    steps_damaged = 0

    # call.py of type C: whether the staff is called, until when an accepted coin is shown.
    calling = False
    accept_until_ms = -1

    # house_card.py of type C: the card in the reader, 0 none, and its balance; since when nobody answers.
    card_present = 0
    card_balance_cents = 0
    card_due_ms = 0
    card_lost_ms = -1

    # rounds.py of type A: when the round under way began, when the next one begins; -1: not.
    round_ms = -1
    round_due_ms = -1

    # stopper_round.py of type A: how far off the mark the last press was, and whether there was one.
    stop_off_ms = 0
    stop_known = False

    # memory_round.py of type A: since when one is asked, notes shown or repeated, the last pad, a miss.
    answer_ms = -1
    tune_at = 0
    tune_pad = 0
    tune_until_ms = -1
    tune_missed = False

    # tickets.py: the motor, its last start or stop or notch; an attendant may be moving the strip.
    ticket_on = False
    ticket_since_ms = -1_000
    ticket_aside = False
    ticket_key = True
    # When the notch of a strip at rest went, or tickets.UNKNOWN; whether this start has looked at it yet.
    ticket_left_ms = -1
    ticket_known = False

    # meters.py
    meters_on = 0
    meters_stage = 0
    meters_due_ms = -1

    # counter.py: the tilt that the sealed counter asks for now, or none; the last answer in order, and when.
    counter_fault = ""
    counter_heard = b""
    counter_at = -1
    counter_told = False
    counter_due_ms = 0

    # link.py: what the card said last; its award that waits, or (); since when it is down; prize in kind.
    link_status = 0
    link_offer: tuple = ()
    link_pots_cents: tuple = ()
    link_due_ms = 0
    link_lost_ms = 0
    link_shown_ms = 0
    link_name = ""

    # tilt.py
    alarm_until_ms = -1
    failing = False
    door_edge_ms = -1
    door_since_ms = 0

    # lamps.py and display.py: what is shown, so that only changes travel.
    lamps = 0
    segments = b""
    glass = -1
    message: tuple = ()
    # Of the record and of what else they show, what the counters and the glass were composed from.
    counters_of = -1
    glass_of = -1
    note: tuple = ()
    note_until_ms = -1

    def say(self, message: tuple) -> None:
        """Show a message for a while."""
        self.note = message
        self.note_until_ms = self.now_ms + NOTE_MS
        self.stirred = True
        self.wake_at(self.note_until_ms)

    def wake_at(self, at_ms: int) -> None:
        """Ask to be called no later than ``at_ms``; the wish stands until then."""
        if at_ms < self.wish_ms:
            self.wish_ms = at_ms

    def tick_at(self, at_ms: int) -> None:
        """Ask for the next tick no later than ``at_ms``: for a module that is called in each."""
        if at_ms < self.due_ms:
            self.due_ms = at_ms

    def look_at(self, at_ms: int) -> None:
        """Ask to be called in the first tick from ``at_ms`` on, whenever that comes."""
        if self.now_ms < at_ms < self.look_ms:
            self.look_ms = at_ms

    def take_edge(self, edge: int) -> bool:
        """Return whether an interrupt reported this edge since it was last asked, and forget it."""
        if self.edges[edge]:
            self.edges[edge] = 0
            return True
        return False


state = State(nvram.LAYOUT)
