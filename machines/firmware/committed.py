# SPDX-License-Identifier: MIT
"""
The base of a state object: an attribute a row of its record, and one a value that its class lists.

    class State(Committed):
        now_ms = 0  # forgotten with the power

    State(nvram.LAYOUT)

For the type checkers typecheck/check.py writes the rows of LAYOUT out as annotations.
"""


def blank(layout: tuple) -> list:
    """Return name and value of each row of a record that says nothing yet, without head, seal and CRC."""
    rows: list = []
    for name, code, count, _ in layout[3:-2]:
        zero = "" if code == "12s" else bytes(int(code[:-1])) if code[-1] == "s" else 0
        rows.append((name, [zero] * count if count > 1 else zero))
    return rows


class Committed:
    """What a record says, blank until it is loaded, and what its class lists; a class has one such object."""

    def __init__(self, layout: tuple) -> None:
        self.sequence = 0
        for name, value in blank(layout):
            setattr(self, name, value)
        for name, value in type(self).__dict__.items():
            if name[0] != "_" and not callable(value):
                setattr(self, name, value)
