# SPDX-License-Identifier: MIT
"""The service menu of a machine: open it, choose a page, press its buttons, read its line."""

from __future__ import annotations

from typing import Any

from firmware_rig import machine, said

from emulator import Cabinet


def push(cab: Cabinet, *names: str) -> str:
    """Press buttons one after the other; return what the line says then."""
    for name in names:
        cab.press(name, 50)
        cab.run(ms=150)
    return said(cab)


def opened(**fields: Any) -> Cabinet:
    """A machine in its service menu."""
    return menu(machine(**fields))


def menu(cab: Cabinet) -> Cabinet:
    """Door and key."""
    cab.open_door()
    cab.run(ms=100)
    cab.turn_key("service")
    cab.run(ms=300)
    assert "MENÚ" in said(cab)
    return cab


def shut(cab: Cabinet, ms: int = 3_000) -> Cabinet:
    """Key and door back."""
    cab.turn_key("service", False)
    cab.run(ms=100)
    cab.close_door()
    cab.run(ms=ms)
    return cab


def page(cab: Cabinet, title: str) -> Cabinet:
    """Enter a page of the menu."""
    for _ in range(20):
        if title in said(cab):
            push(cab, "hold_3")
            return cab
        push(cab, "hold_2")
    raise AssertionError(f"no page {title}: {said(cab)}")


def go_to(cab: Cabinet, title: str) -> Cabinet:
    """Choose a page of the menu by its title."""
    for _ in range(40):
        if said(cab).split(" ", 2)[2] == title:
            push(cab, "hold_3")
            return cab
        push(cab, "hold_2")
    raise AssertionError(f"no page {title}")


def all_of(cab: Cabinet, button: str = "hold_2") -> list[str]:
    """What a page says until it begins again."""
    seen = [said(cab)]
    while push(cab, button) != seen[0]:
        seen.append(said(cab))
        assert len(seen) < 150
    return seen


def tried(cab: Cabinet, plays: int) -> list[str]:
    """Make so many test plays, double ones in turn; what each came to."""
    found = []
    for number in range(plays):
        push(cab, "double" if number % 2 else "start")
        cab.run(ms=9_000)
        found.append(said(cab))
    return found


def clear(cab: Cabinet) -> None:
    """Clear the memory: the logic area open, both keys turned, START held."""
    menu(cab)
    cab.open_door("logic")
    cab.turn_key("operator")
    cab.run(ms=300)
    page(cab, "BORRADO")
    cab.press("start", ms=6_000)
    cab.run(ms=6_500)


def close_up(cab: Cabinet) -> None:
    """Leave the menu, close the doors, and let the service key end what stopped the machine."""
    cab.turn_key("service", on=False)
    cab.turn_key("operator", on=False)
    cab.close_door("logic")
    cab.close_door()
    cab.run(ms=300)
    cab.turn_key("service")
    cab.run(ms=300)
    cab.turn_key("service", on=False)
