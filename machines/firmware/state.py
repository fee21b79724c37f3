# SPDX-License-Identifier: MIT
"""
Everything the machine knows, on one object of plain values, so that a runtime can save and restore it.

The first part mirrors the main record of nvram.LAYOUT name by name; store.commit writes it whole. The
second part is forgotten with the power. Times are milliseconds of ``now_ms``, which counts from the
boot and never wraps.
"""

import time

import nvram
import settings

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
# The longest a tick may ask to sleep: a lamp that blinks does so at this rhythm.
IDLE_MS = 500


class State:
    """The one state object. No attribute is ever added after __init__."""

    def __init__(self) -> None:
        # Committed, as nvram.LAYOUT explains.
        self.sequence = 0
        self.serial = 0
        self.power_ups = 0
        self.door_opens = 0
        self.box_opens = 0
        self.logic_opens = 0
        self.events = 0
        self.troubles = [0] * nvram.MAX_TROUBLES
        self.phase = nvram.PHASE_IDLE
        self.door_open = 0
        self.box_open = 0
        self.logic = 0
        self.tilt = ""
        self.credits_cents = 0
        self.reserve_cents = 0
        self.prize_meter_cents = 0
        self.prize_double = 0
        self.pending_cents = 0
        self.queue_kinds = [0] * nvram.MAX_QUEUE
        self.queue_cents = [0] * nvram.MAX_QUEUE
        self.coin_in_cents = 0
        self.coin_out_cents = 0
        self.staked_cents = 0
        self.won_cents = 0
        self.meter_paid_cents = 0
        self.prize_paid_cents = 0
        self.refunded_cents = 0
        self.hand_paid_cents = 0
        self.hand_won_cents = 0
        self.drop_cents = 0
        self.plays = 0
        self.prizes = 0
        self.starts = 0
        self.coins_in = [0] * nvram.MAX_COINS
        self.coins_out = [0] * nvram.MAX_HOPPERS
        self.stray_coins = 0
        self.hopper_counts = [0] * nvram.MAX_HOPPERS
        self.hopper_failed = [0] * nvram.MAX_HOPPERS
        self.hopper_life = [0] * nvram.MAX_HOPPERS
        self.note_in_cents = 0
        self.notes_in = 0
        self.notes_back = 0
        self.note_stage = 0
        self.note_life = 0
        self.card_in_cents = 0
        self.card_out_cents = 0
        self.card_stage = 0
        self.card_number = 0
        self.card_id = 0
        self.card_cents = 0
        self.counter_serial = 0
        self.counter_sequence = 0
        self.counter_frame = [0, 0, 0]
        self.counter_base = [0, 0, 0]
        self.test_in_cents = 0
        self.test_out_cents = 0
        self.test_drop_cents = 0
        self.dumped_cents = 0
        self.test_coins = [0] * nvram.MAX_HOPPERS
        self.test_pay = 0
        self.refilled_coins = [0] * nvram.MAX_HOPPERS
        self.ram_clears = 0
        self.link_seq = 0
        self.link_play = 0
        self.link_stake_cents = 0
        self.link_prize = 0
        self.link_acked = 0
        self.link_award = 0
        self.link_staked_mc = 0
        self.link_won_cents = 0
        self.bet = 0
        self.simultaneous = 0
        self.held = 0
        self.stops = [0] * nvram.MAX_REELS
        self.outcome = bytes(nvram.OUTCOME_SIZE)
        self.state = bytes(nvram.STATE_SIZE)
        # The marks of the electromechanical meters, committed in a record of their own.
        self.marks_sequence = 0
        self.given = [0] * len(nvram.METERS)

        # Clock: what tick() answers follows from the earliest wish.
        self.now_ms = 0
        self.last_ticks = time.ticks_ms()
        self.due_ms = 0
        self.edges = [0] * EDGES

        # Nothing may move money or write NVRAM while no record could be read.
        self.locked = False

        # main.py: when the next self test is due.
        self.self_test_ms = 0

        # selftest.py: rows of log and last plays that are known to be damaged.
        self.log_lost = 0
        self.recall_lost = 0

        # coins.py
        self.coin_since_ms = [-1] * COINS
        self.coin_counted = [False] * COINS
        self.divert_until_ms = -1
        self.divert_coin = -1
        self.inhibits = -1
        self.inhibits_shown = -1

        # expander.py: lines that are asserted, as bits of its pins.
        self.inputs = 0
        self.outputs = 0
        self.inputs_due_ms = 0
        self.expander_lost = True

        # doors.py: keys that are turned, as bits of the expander; -1 before they were read once.
        self.keys = -1
        self.shut_since_ms = [-1, -1]
        self.logic_key = False

        # handpay.py: what was paid by hand, shown while the key is turned.
        self.hand_shown_cents = 0

        # testcoins.py and the pages of the tests.
        self.test_takes = 0
        self.test_late_ms = -1
        self.test_paying = False
        self.test_wanted = 0
        self.test_count = 0
        self.test_tally = [0] * COINS
        self.test_last = -1
        self.test_bad = 0
        self.test_frauds = 0
        self.test_stage = 0
        self.test_due_ms = 0
        self.test_reels = False
        self.test_fault = 0
        self.test_light = False
        self.test_state = b""
        self.test_outcome = b""
        self.test_credits_cents = 0
        self.test_prizes_cents = 0
        self.test_rolling = False
        self.test_mask = 0
        self.test_notes = False
        self.test_tickets = 0

        # menu.py: page or menu.CLOSED, row of the list, what a page remembers, text; lamps, or -1.
        self.menu_armed = False
        self.menu_page = -2
        self.menu_row = 0
        self.menu_at = 0
        self.menu_step = 0
        self.refill_seen = [0] * HOPPERS
        self.menu_count = 0
        self.menu_shown: tuple = ()
        self.menu_since_ms = -1
        self.menu_text: tuple = ()
        self.menu_lamps = -1

        # alerts.py: names of the warnings that stand.
        self.alerts: list[str] = []

        # buttons.py: bits by button number; since when a button is down, -1: it is not, or that was told.
        self.buttons_down = 0
        self.button_down_ms = [-1] * BUTTONS
        self.button_edge_ms = [-1] * BUTTONS
        # When the contact first moved: the instant of a press, which the debouncing tells of later.
        self.button_first_ms = [-1] * BUTTONS
        self.presses = 0

        # play.py
        self.roll = 0
        self.step_shown = False
        self.shown_cents = 0
        self.roll_due_ms = -1
        self.last_start_ms = 0
        self.starts_ms: list[int] = []
        self.live_since_ms = -1
        self.hold_mask = 0

        # gamble.py of type B: until when the player is asked; -1: not.
        self.ask_until_ms = -1

        # reels.py
        self.reels_due = True
        self.homed = False
        self.reel_stage = [0] * REELS
        self.reel_target = [0] * REELS
        self.reel_offset = [-1] * REELS
        self.reel_velocity = [0] * REELS
        # Registers at the start; the encoder's count at rest; what it counted of what the motor was told.
        self.reel_start: list[tuple] = [()] * REELS
        self.reel_stand = [0] * REELS
        self.reel_counted = [(0, 0)] * REELS
        self.reel_home = [-1] * REELS
        self.reel_path = [0] * REELS
        self.reel_due_ms = [-1] * REELS
        self.reels_begun_ms = -1
        self.reels_next_ms = -1
        self.reels_look_ms = 0
        self.reels_seen = b""

        # credit.py: what the answers of the hopper interlock were computed from.
        self.payable_key: tuple = ()
        self.payable_answers: list[tuple] = []

        # cctalk.py: the command under way, its answer, who waits for it.
        self.line_sent = b""
        self.line_heard = b""
        self.line_owner = 0
        self.line_tries = 0
        self.line_due_ms = 0
        self.line_done = False
        self.line_answer: tuple = ()

        # cctalk_acceptor.py
        self.acceptor_stage = 0
        self.acceptor_asked = 0
        self.acceptor_due_ms = 0
        self.acceptor_poll_ms = 0
        self.acceptor_seen_ms = 0
        self.acceptor_event = 0
        self.acceptor_missed = 0
        self.acceptor_mask = -1
        self.acceptor_coins = [-1] * POSITIONS
        self.acceptor_paths = [0] * POSITIONS

        # notes.py and parallel_notes.py
        self.note_open = False
        self.note_due_ms = 0
        self.note_start_ms = 0
        self.note_stray = False

        # cctalk_notes.py
        self.note_step = 0
        self.note_asked = 0
        self.note_seen_ms = 0
        self.note_poll_ms = 0
        self.note_event = 0
        self.note_type = 0
        self.note_scale_cents = 0
        self.note_mask = -1
        self.note_route = -1
        self.note_recount = False
        self.note_over = False

        # parallel_hoppers.py and cctalk_hoppers.py
        self.hopper_due_ms = [0] * HOPPERS
        self.hopper_stage = [0] * HOPPERS
        self.hopper_header = [0] * HOPPERS
        self.hopper_seen_ms = [0] * HOPPERS
        self.hopper_asked = [0] * HOPPERS
        self.hopper_event = [0] * HOPPERS
        self.hopper_paid = [0] * HOPPERS
        self.hopper_short = [0] * HOPPERS
        self.hopper_left = [0] * HOPPERS
        self.hopper_levels = [0] * HOPPERS

        # payer.py
        self.pay_hopper = -1
        self.pay_coins = 0
        self.pay_due_ms = -1

        # step_log.py of type C: number of the next step in its play; -1 before it was read once.
        self.step_number = -1
        # Its self test: which play is read next, so many plays ago, when, and blocks known to be damaged.
        self.steps_back = 0
        self.steps_check_ms = 0
        self.steps_damaged = 0

        # call.py of type C: whether the staff is called, until when an accepted coin is shown.
        self.calling = False
        self.accept_until_ms = -1

        # house_card.py of type C: the card in the reader, 0 none, and its balance; since when nobody answers.
        self.card_present = 0
        self.card_balance_cents = 0
        self.card_due_ms = 0
        self.card_lost_ms = -1

        # rounds.py of type A: when the round under way began, when the next one begins; -1: not.
        self.round_ms = -1
        self.round_due_ms = -1

        # memory_round.py of type A: since when one is asked, notes shown or repeated, the last pad, a miss.
        self.answer_ms = -1
        self.tune_at = 0
        self.tune_pad = 0
        self.tune_until_ms = -1
        self.tune_missed = False

        # tickets.py: the motor, its last start or stop or notch; an attendant may be moving the strip.
        self.ticket_on = False
        self.ticket_since_ms = -1_000
        self.ticket_aside = False
        self.ticket_key = True
        # When the notch of a strip at rest went, or tickets.UNKNOWN; whether this start has looked at it yet.
        self.ticket_left_ms = -1
        self.ticket_known = False

        # meters.py
        self.meters_on = 0
        self.meters_stage = 0
        self.meters_due_ms = -1

        # counter.py: the tilt that the sealed counter asks for now, or none.
        self.counter_fault = ""
        self.counter_told = False
        self.counter_due_ms = 0

        # link.py: what the card said last; its award that waits, or (); since when it is down; prize in kind.
        self.link_status = 0
        self.link_offer: tuple = ()
        self.link_pots_cents: tuple = ()
        self.link_due_ms = 0
        self.link_lost_ms = 0
        self.link_shown_ms = 0
        self.link_name = ""

        # tilt.py
        self.alarm_until_ms = -1
        self.failing = False
        self.door_edge_ms = -1
        self.door_since_ms = 0

        # lamps.py and display.py: what is shown, so that only changes travel.
        self.lamps = 0
        self.segments = b""
        self.glass = b""
        self.message: tuple = ()
        self.note: tuple = ()
        self.note_until_ms = -1

    def wake_at(self, at_ms: int) -> None:
        """Ask for the next tick no later than ``at_ms``."""
        if at_ms < self.due_ms:
            self.due_ms = at_ms

    def take_edge(self, edge: int) -> bool:
        """Return whether an interrupt reported this edge since it was last asked, and forget it."""
        if self.edges[edge]:
            self.edges[edge] = 0
            return True
        return False


state = State()
