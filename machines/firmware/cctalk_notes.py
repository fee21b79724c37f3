# SPDX-License-Identifier: MIT
from state import State


def boot(state: State) -> None:
    pass


def poll(state: State) -> None:
    pass


def close(state: State) -> None:
    pass
