# SPDX-License-Identifier: MIT
"""A person at the prompt: blocks, Ctrl-C, the end of the input, history and the tab key."""

from __future__ import annotations

import builtins
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from emulator import Cabinet
from emulator.prompt import Prompt
from emulator.prompt.terminal import FIRST, NEXT, Interrupt, _completer, talk

Typed = str | type[BaseException]


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[str], list[str]]]:
    """Types at a prompt; returns the marks before the lines, and what was said."""

    def type_(*typed: Typed, history: Path | None = None) -> tuple[list[str], list[str]]:
        marks, said, lines = [], [], iter(typed)

        def read(mark: str) -> str:
            marks.append(mark)
            line = next(lines, EOFError)
            if isinstance(line, str):
                return line
            raise line

        monkeypatch.setattr(builtins, "input", read)
        interrupt = Interrupt()
        prompt = Prompt(
            Cabinet("cierzo", seed="00"), lambda row: said.append(row.text), going=interrupt.going
        )
        talk(prompt, interrupt, history)
        return marks, said

    return type_


def test_a_block_is_asked_for_line_by_line(hand: Callable[..., tuple[list[str], list[str]]]) -> None:
    marks, said = hand("if 1:", "    5", "", "6")
    assert marks == [FIRST, NEXT, NEXT, FIRST, FIRST]
    assert said == ["5", "6"]


def test_ctrl_c_forgets_a_block_and_nothing_else(hand: Callable[..., tuple[list[str], list[str]]]) -> None:
    marks, said = hand("x = 4", "if 1:", KeyboardInterrupt, "x")
    assert marks[:4] == [FIRST, FIRST, NEXT, FIRST]
    assert said[-1] == "4"


def test_quit_ends_it_and_so_does_the_end_of_the_input(
    hand: Callable[..., tuple[list[str], list[str]]],
) -> None:
    assert hand(".quit", "1")[0] == [FIRST]
    first, last = hand("1", "if 1:")[1]
    assert first == "1"
    assert "SyntaxError" in last


def test_lines_are_kept_for_the_next_session(
    hand: Callable[..., tuple[list[str], list[str]]], tmp_path: Path
) -> None:
    readline = pytest.importorskip("readline")
    kept = tmp_path / "deep" / "history"
    readline.clear_history()
    readline.add_history("state.credits_cents")
    hand("1", history=kept)
    assert "state.credits_cents" in kept.read_text(encoding="utf-8")


def test_the_tab_key_completes_and_indents() -> None:
    class Editor:
        line = ""

        def get_line_buffer(self) -> str:
            return self.line

        def get_endidx(self) -> int:
            return len(self.line)

    editor = Editor()
    complete = _completer(Prompt(Cabinet("cierzo", seed="00")), editor)  # type: ignore[arg-type]
    assert [complete("", at) for at in (0, 1)] == ["    ", None]
    editor.line = ".wat"
    assert [complete(".wat", at) for at in (0, 1)] == [".watch", None]


@pytest.fixture
def handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_stops_time_and_a_second_one_breaks_off(handler: None) -> None:
    interrupt = Interrupt()
    with interrupt.listening():
        assert interrupt.going()
        signal.raise_signal(signal.SIGINT)
        assert not interrupt.going()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with interrupt.listening():
        assert interrupt.going()
