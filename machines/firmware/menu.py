# SPDX-License-Identifier: MIT
"""
The service menu on the message line, for a technician who opened the main door and turned the service key.

Hold buttons 1 and 2 go up and down, 3 or START enters, COLLECT leaves; the key turned back or the door
closed end all of it at once. A page is a module with these functions, and a row of PAGES;
where nothing is begun or let go of it has no enter or leave:

    def enter(state): ...      # it was chosen
    def poll(state): ...       # every tick, with state.presses; False goes back to the list
    def text(state): ...       # the message to show: a key of menu_texts and its words
    def leave(state): ...      # it ends, whatever the reason: let go of everything, no motor may run on

What a page remembers lies in state.menu_at (0 when it is entered) and in rows of its own on the state object.
The power may go at any time: leave() is not called then.
"""

import expander
import front
import menu_audit
import menu_clear
import menu_hand
import menu_ident
import menu_keys
import menu_log
import menu_meters
import menu_plays
import menu_refill
import nvram
import settings
import test_buttons
import test_coin
import test_hopper
import test_lamps
import test_note
import test_play
import test_reels
import texts
from state import LAMP_COLLECT, LAMP_HOLD_AT, LAMP_START, LAMP_TOWER, State

# Key of its title in menu_texts, module. Titles have at most 16 characters.
PAGES: tuple = (
    ("menu_meters", menu_meters),
    ("menu_hand", menu_hand),
    ("menu_plays", menu_plays),
    ("menu_log", menu_log),
    ("test_lamps", test_lamps),
    ("test_buttons", test_buttons),
)
if settings.COINS:
    PAGES = PAGES[:4] + (("test_coin", test_coin),) + PAGES[4:]
if settings.HOPPERS:
    PAGES = (
        PAGES[:4] + (("menu_refill", menu_refill),) + PAGES[4:5] + (("test_hopper", test_hopper),) + PAGES[5:]
    )
if settings.NOTE_CENTS:
    PAGES += (("test_note", test_note),)
if settings.REELS:
    PAGES += (("test_reels", test_reels),)
PAGES += (
    ("test_play", test_play),
    ("menu_audit", menu_audit),
    ("menu_ident", menu_ident),
    ("menu_clear", menu_clear),
) + front.PAGES

# state.menu_page where it is no page.
CLOSED = -2
LIST = -1

_LAMPS = LAMP_TOWER | LAMP_START | LAMP_COLLECT | 7 << LAMP_HOLD_AT


def wanted(state: State) -> bool:
    """Tell whether door and key ask for the menu; nobody gets it on failing mains or without a record."""
    if state.locked or state.failing or state.expander_lost:
        return False
    return state.door_open == nvram.DOOR_OPEN and state.keys & expander.KEY_SERVICE != 0


def poll(state: State) -> None:
    """Open, carry on or close the menu, and take the presses of this tick."""
    shut = state.menu_page == CLOSED
    if not state.keys & expander.KEY_SERVICE:
        # A key that a start finds turned has been turned by nobody who stands here now.
        state.menu_armed = True
    if not wanted(state) or not state.menu_armed:
        _close(state)
    elif state.menu_page == CLOSED:
        state.menu_page = LIST
        state.menu_lamps = _LAMPS
    elif state.menu_page == LIST:
        _choose(state)
    elif not PAGES[state.menu_page][1].poll(state):
        _leave_page(state)
    if not shut or state.menu_page != CLOSED:
        state.stirred = True


def show(state: State) -> None:
    """Set the text of the menu, after all that this tick decides."""
    if state.menu_page == CLOSED:
        state.menu_text = ()
    elif state.menu_page == LIST:
        title = texts.text(PAGES[state.menu_row][0], ())
        state.menu_text = ("menu", state.menu_row + 1, len(PAGES), title)
    else:
        state.menu_text = PAGES[state.menu_page][1].text(state)


def _choose(state: State) -> None:
    if menu_keys.pressed(state, menu_keys.LEAVE):
        # From here on the key must be turned back first.
        state.menu_armed = False
        _close(state)
    elif menu_keys.pressed(state, menu_keys.ENTER):
        state.menu_page = state.menu_row
        state.menu_at = 0
        page = PAGES[state.menu_page][1]
        if hasattr(page, "enter"):
            page.enter(state)
    else:
        state.menu_row = menu_keys.moved(state, state.menu_row, len(PAGES))


def _leave_page(state: State) -> None:
    page = PAGES[state.menu_page][1]
    state.menu_page = LIST
    state.menu_lamps = _LAMPS
    if hasattr(page, "leave"):
        page.leave(state)


def _close(state: State) -> None:
    if state.menu_page >= 0:
        _leave_page(state)
    state.menu_page = CLOSED
    state.menu_lamps = -1
