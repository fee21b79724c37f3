# SPDX-License-Identifier: MIT
"""What link.py is to a machine that shares no pots: always up, with nothing to tell and nothing to say."""

from state import State


def up(state: State) -> bool:
    """Tell whether money may come in: no link forbids it."""
    return True


def may_play(state: State) -> bool:
    """Tell whether a play may begin: no link forbids it."""
    return True


def refusal(state: State) -> tuple:
    """Return why no play begins: there is nothing."""
    return ()


def say(state: State) -> tuple:
    """Return what the message line says of the link: nothing."""
    return ()


def pages(state: State) -> list:
    """Return what is to be said in turn of a prize in kind: there is none."""
    return []


def counters(state: State) -> list:
    """Return (text, cents, cents of a count) of the meters of the link: there are none."""
    return []


def contribute(state: State, stake_cents: int, shown: list) -> None:
    """A play is told to nobody."""


def tell(state: State) -> None:
    """Nobody is told."""


def poll(state: State) -> None:
    """Nobody is asked."""


def take_award(state: State) -> bool:
    """No award waits."""
    return False
