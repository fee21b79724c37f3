# SPDX-License-Identifier: MIT
"""A person at the prompt: lines with a history, completed by the tab key; Ctrl-C stops time."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from emulator.prompt.prompt import Prompt

FIRST, NEXT = ">>> ", "... "
_HISTORY_LINES = 2_000


class Interrupt:
    """Ctrl-C while time passes: it stands at the next event; elsewhere it is Python's own."""

    def __init__(self) -> None:
        self._told = False

    def going(self) -> bool:
        """Whether time may pass."""
        return not self._told

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Take Ctrl-C for this, as long as it lasts; only the main thread can."""
        self._told = False
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _hear(self, number: int, frame: object) -> None:
        if self._told:
            raise KeyboardInterrupt
        self._told = True


def talk(prompt: Prompt, interrupt: Interrupt, history: Path | None = None) -> None:
    """
    Read lines of a person until the input or the person ends it.

    Args:
        prompt: does them.
        interrupt: what the prompt asks while time passes.
        history: file of the lines of earlier sessions.
    """
    with _edited(prompt, history):
        more = False
        while not prompt.ended:
            try:
                line = input(NEXT if more else FIRST)
            except EOFError:
                print()
                break
            except KeyboardInterrupt:
                print("\nKeyboardInterrupt")
                prompt.drop()
                more = False
                continue
            with interrupt.listening():
                more = prompt.feed(line)
        prompt.flush()


@contextlib.contextmanager
def _edited(prompt: Prompt, history: Path | None) -> Iterator[None]:
    """History and completion, where Python has the readline library."""
    try:
        import readline
    except ImportError:
        yield
        return
    before, delims = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(_completer(prompt, readline))
    # A dotted name and a command with its dot are one word.
    readline.set_completer_delims(" \t\n()[]{},:;+-*/%<>=!&|^~\"'")
    readline.parse_and_bind("tab: complete")
    if history is not None:
        with contextlib.suppress(OSError):
            readline.read_history_file(history)
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delims)
        if history is not None:
            readline.set_history_length(_HISTORY_LINES)
            with contextlib.suppress(OSError):
                history.parent.mkdir(parents=True, exist_ok=True)
                readline.write_history_file(history)


def _completer(prompt: Prompt, readline: ModuleType) -> Callable[[str, int], str | None]:
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        nonlocal found
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            # In an empty line an indent, as in a block.
            found = prompt.complete(line) if line.strip() else ["    "]
        return found[state] if state < len(found) else None

    return complete
