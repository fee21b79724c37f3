# SPDX-License-Identifier: MIT
"""
A prompt on the board of a TEST machine.

    prompt = Prompt(Cabinet("cierzo", seed="00", runtime="micropython"))
    prompt.do(".run 4s")
    prompt.do("main.state.credits_cents")[0].text         # "0", as MicroPython prints it
    prompt.do(".set coin_100 0")

Python is done inside the firmware; what begins with a dot is a command of the prompt. Whatever changes the
machine is a recorded input, so that a journal of the session replays.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from emulator.board.device import NEVER
from emulator.prompt import help as helping
from emulator.prompt import kept, memory, pins, source
from emulator.prompt.block import wants_more
from emulator.prompt.events import Events, running, standing
from emulator.prompt.hands import HANDS
from emulator.prompt.pace import UNTIL_MOST_US, Pace, Passing, unseen
from emulator.prompt.row import Row, Say
from emulator.prompt.walk import PLACES, walk
from emulator.prompt.watch import Watch
from emulator.prompt.words import (
    TIME_MOST_US,
    PromptError,
    number,
    shown_us,
    switch,
    time_us,
)
from emulator.support.errors import EmulatorError
from emulator.vm.answer import CUT, RESET
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.records.journal import Recorder

# Inputs that ``.journal`` can show again.
_INPUTS_KEPT = 1_000
_INPUTS_SHOWN = 10


class Prompt:
    """
    Does lines.

    Args:
        cabinet: of a TEST machine; its time passes only by what is typed.
        say: takes each row as it is said; ``do`` returns them all the same.
        recorder: writes the journal of the cabinet, if one is written.
        journal: where.
        going: asked while time passes; once it says no, time stands.
        restore: makes a cabinet of what ``Cabinet.save`` returned, for ``.load``.
        passing: opened while time passes by ``.run``; see ``Pace``.
        clock: seconds on the wall, for ``.live``.

    Raises:
        CabinetError: a machine of record.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        say: Say | None = None,
        *,
        recorder: Recorder | None = None,
        journal: Path | None = None,
        going: Callable[[], bool] = lambda: True,
        restore: Callable[[bytes], Cabinet] | None = None,
        passing: Passing = unseen,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.cabinet = cabinet
        self._restore = restore or type(cabinet).restore
        self.ended = False
        self._to = say
        self._going, self._passing, self._clock = going, passing, clock
        # When the last line was typed, while time is live.
        self._typed_at: float | None = None
        self._recorder, self._journal = recorder, journal
        self._said: list[Row] = []
        self._inputs: deque[tuple[int, str, JsonView]] = deque(maxlen=_INPUTS_KEPT)
        self._block: list[str] = []
        cabinet.probe()
        self._attach()

    def _attach(self) -> None:
        """Hear what happens in the cabinet."""
        cabinet = self.cabinet
        self._pace, self._watch = Pace(cabinet, self._going, self._bar), Watch(cabinet, self._say)
        self._events = Events(cabinet, self._pace, self._say)
        cabinet.listen_inputs(lambda name, t_us, given: self._inputs.append((t_us, name, dict(given))))
        cabinet.remember()

    # -- lines ----------------------------------------------------------------------------------------

    def feed(self, line: str) -> bool:
        """
        Take a line as it is typed; True: it is not complete, and more is wanted.

        A block of Python ends with an empty line, or where the next line cannot be part of it.
        """
        if not self._block and (line.lstrip().startswith((".", "#")) or not line.strip()):
            self.do(line)
            return False
        self._block.append(line)
        text = "\n".join(self._block)
        if wants_more(text) and (line.strip() or len(self._block) == 1):
            return True
        self.flush()
        return False

    def drop(self) -> None:
        """Forget the lines of a block that is not complete."""
        self._block = []

    def flush(self) -> None:
        """Do what is typed so far."""
        text, self._block = "\n".join(self._block), []
        if text.strip():
            self.do(text)

    def do(self, text: str) -> list[Row]:
        """
        Do a command, or a statement or expression of Python of one or several lines.

        Returns:
            What it said; of kind "error" if it failed, which never ends the prompt.
        """
        self._said = []
        word = text.strip()
        try:
            self._catch_up()
            if word.startswith("."):
                self._command(word[1:])
            elif word and not word.startswith("#"):
                self._python(text.strip("\n"))
        except EmulatorError as error:
            hint = getattr(error, "hint", "")
            shown = f"error: {error}" + (f"\nhint: {hint}" if hint else "")
            self._say(Row("error", shown, {"error": str(error), "hint": hint}))
        return self._said

    def complete(self, text: str) -> list[str]:
        """What a line can go on as, its last word completed: commands, their words, names of the firmware."""
        from emulator.prompt.completion import words_for

        return words_for(self.cabinet, text)

    def _say(self, row: Row) -> None:
        self._said.append(row)
        if self._to is not None:
            self._to(row)

    def _python(self, text: str) -> None:
        answer = self.cabinet.evaluate(text)
        fields = {"printed": answer.printed, "error": answer.error}
        if answer.printed or not answer.error:
            self._say(Row("answer", answer.printed.removesuffix("\n"), fields))
        if answer.error:
            # A cut that somebody planned is no mistake of the line.
            kind = "stopped" if answer.error in (CUT, RESET) else "error"
            self._say(Row(kind, answer.error, fields))
        self.cabinet.settle()

    def _command(self, line: str) -> None:
        try:
            words = shlex.split(line) if not line.startswith(("run until", "look")) else line.split()
        except ValueError as error:
            raise PromptError(f"words must be closed by their quotes ({error})") from None
        name, rest = (words[0], words[1:]) if words else ("help", [])
        if name in HANDS:
            verb, given = HANDS[name](rest)
            getattr(self.cabinet, verb)(**given)
            self.cabinet.settle()
            self._stands_after(verb)
            return
        method = getattr(self, f"_do_{name}", None)
        if method is None:
            raise PromptError(f"a command must be one of {', '.join(helping.NAMES)} (got {name})", ".help")
        method(rest)

    # -- time -----------------------------------------------------------------------------------------

    def _do_step(self, words: Sequence[str]) -> None:
        wanted = number(words[0], "ticks", 1) if words else 1
        board, done = self.cabinet.board, 0
        while done < wanted:
            ticks = self._pace.step(1)
            if not ticks:
                break
            done += ticks
            used = f"  {board.fuel:>9,} instructions" if board.fuel else ""
            fields = {"t_us": board.now_us, "tick": board.ticks, "ops": board.ops, "fuel": board.fuel}
            text = f"{shown_us(board.now_us):>14}  tick {board.ticks:<6}  {board.ops:>3} operations{used}"
            self._say(Row("step", text, fields))
            if self._pace.stop:
                break
        self._say_stopped(f"{done} of {wanted} ticks" if done < wanted else "")

    def _do_run(self, words: Sequence[str]) -> None:
        if words[:1] == ["until"]:
            self._run_until(words[1:])
            return
        if len(words) != 1:
            raise PromptError("a time must be given", ".run 500ms, or .run until state.credits_cents > 0")
        self._pace.run(time_us(words[0]))
        self._say_stopped("")
        self._say_stands()

    def _run_until(self, words: Sequence[str]) -> None:
        most_us, text = UNTIL_MOST_US, " ".join(words)
        if "within" in words:
            at = words.index("within")
            text, limit = " ".join(words[:at]), words[at + 1 : at + 2]
            most_us = time_us(limit[0] if limit else "")
        if not text:
            raise PromptError("an expression must be given", ".run until state.credits_cents > 0 within 5s")
        held = self._pace.until(text, most_us)
        if not held and not self._pace.stop:
            self._say(
                Row("error", f"error: {text} did not hold in time", {"error": "did not hold", "held": False})
            )
        self._say_stopped("")
        self._say_stands()

    def _say_stopped(self, what: str) -> None:
        if self._pace.stop or what:
            text = ", ".join(filter(None, (f"stopped: {self._pace.stop}" if self._pace.stop else "", what)))
            self._say(Row("stopped", text, {"why": self._pace.stop or "no tick in a minute"}))

    def _say_stands(self) -> None:
        cabinet = self.cabinet
        shown = f'"{cabinet.display.message.strip()}"' if cabinet.powered else "without power"
        fields = {"t_us": cabinet.now_us, "tick": cabinet.board.ticks, "message": cabinet.display.message}
        self._say(
            Row("run", f"{shown_us(cabinet.now_us):>14}  tick {cabinet.board.ticks:<6}  {shown}", fields)
        )

    def _do_walk(self, words: Sequence[str]) -> None:
        self._watch.hushed = True
        try:
            rows = walk(self.cabinet, number(words[0], "places", 1) if words else PLACES)
        finally:
            self._watch.hushed = False
        for row in rows:
            self._say(row)

    def _do_live(self, words: Sequence[str]) -> None:
        live = switch(words[0] if words else "on", "live time")
        self._typed_at = self._clock() if live else None

    def _catch_up(self) -> None:
        """Let the time pass that somebody took to type, if time is live."""
        if self._typed_at is not None:
            now = self._clock()
            us, self._typed_at = int((now - self._typed_at) * 1_000_000), now
            self._pace.run(min(us, TIME_MOST_US))

    def _do_time(self, words: Sequence[str]) -> None:
        board = self.cabinet.board
        chip, next_us = board.chip, board.next_us()
        lines = [f"{shown_us(board.now_us):>14}  tick {board.ticks}, {running(self.cabinet)}"]
        if next_us < NEVER:
            lines.append(f"{shown_us(next_us):>14}  something happens next")
        if chip.watchdog.due_us < NEVER:
            lines.append(f"{shown_us(chip.watchdog.due_us):>14}  the watchdog bites, unless it is fed")
        bites = None if chip.watchdog.due_us >= NEVER else chip.watchdog.due_us
        fields = {"t_us": board.now_us, "tick": board.ticks, "next_us": None if next_us >= NEVER else next_us}
        self._say(Row("time", "\n".join(lines), {**fields, "watchdog_us": bites, "alive": board.alive}))

    def _do_back(self, words: Sequence[str]) -> None:
        absolute = words[:1] == ["to"]
        if len(words) != 1 + absolute:
            raise PromptError("a time must be given", ".back 500ms, or .back to 4.2s")
        us = time_us(words[-1])
        self._watch.hushed = True
        try:
            self.cabinet.rewind(us if absolute else max(0, self.cabinet.now_us - us))
        finally:
            self._watch.hushed = False
        self._say_stands()

    def _bar(self) -> AbstractContextManager[Callable[[int, int], None]]:
        """A bar would write into the rows of what is watched."""
        return unseen() if self._events.traced or self._watch.watched else self._passing()

    # -- looking ----------------------------------------------------------------------------------------

    def _do_look(self, words: Sequence[str]) -> None:
        answer = self.cabinet.peek(" ".join(words))
        fields = {"printed": answer.printed, "error": answer.error}
        kind, text = (
            ("error", answer.error) if answer.error else ("answer", answer.printed.removesuffix("\n"))
        )
        self._say(Row(kind, text, fields))

    def _do_show(self, words: Sequence[str]) -> None:
        self._say(standing(self.cabinet))

    def _do_list(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise PromptError("a place must be given", ".list handpay.py:27")
        self._say(source.lines_at(self.cabinet, words[0]))

    def _do_fram(self, words: Sequence[str]) -> None:
        for row in memory.read(self.cabinet, words):
            self._say(row)

    # -- lines of the board -----------------------------------------------------------------------------

    def _do_pins(self, words: Sequence[str]) -> None:
        rows = list(pins.table(self.cabinet, pins.lines_named(self.cabinet, words or ["*"])))
        self._say(Row("pins", pins.shown(rows), {"pins": rows}))

    def _do_watch(self, words: Sequence[str]) -> None:
        self._watch.watch(words)
        watched = self._watch.watched
        self._say(Row("watch", f"watching {', '.join(watched) or 'nothing'}", {"watched": watched}))

    def _do_unwatch(self, words: Sequence[str]) -> None:
        self._watch.unwatch()

    def _do_set(self, words: Sequence[str]) -> None:
        if len(words) != 2:
            raise PromptError("a pin and a level must be given", ".set button_start 0")
        self.cabinet.set_line(words[0], number(words[1], "a level"))

    def _do_free(self, words: Sequence[str]) -> None:
        wired = [line.name for line in self.cabinet.board.lines.values() if line.wired is not None]
        for name in wired if list(words) == ["all"] else words:
            self.cabinet.free_line(name)

    # -- the session ------------------------------------------------------------------------------------

    def _do_save(self, words: Sequence[str]) -> None:
        self._say(kept.write(self.cabinet, words))

    def _do_load(self, words: Sequence[str]) -> None:
        loaded = self._restore(kept.read(words))
        if not loaded.test:
            raise PromptError("a file must hold a TEST machine (got one of record)")
        self._watch.unwatch()
        if self._recorder is not None:
            self._recorder.close()
            said = f"the journal ends here: {self._journal} replays what came before"
            self._say(Row("journal", said, {"journal": str(self._journal)}))
            self._recorder = None
        self.cabinet = loaded
        loaded.probe()
        self._inputs.clear()
        self._attach()
        self._say_stands()

    def _do_trace(self, words: Sequence[str]) -> None:
        self._events.traced = switch(words[0] if words else "on", "the trace")

    def _do_journal(self, words: Sequence[str]) -> None:
        count = number(words[0], "inputs") if words else _INPUTS_SHOWN
        if self._recorder is None:
            text, lines = "no journal is written (--journal F)", 0
        else:
            self._recorder.flush()
            text, lines = f"{self._journal}: {self._recorder.lines} lines so far", self._recorder.lines
        name = None if self._recorder is None else str(self._journal)
        self._say(Row("journal", text, {"journal": name, "lines": lines}))
        for t_us, verb, given in list(self._inputs)[-count:] if count else []:
            values = ", ".join(f"{key}={value!r}" for key, value in given.items())
            text = f"{shown_us(t_us):>14}  {verb} {values}".rstrip()
            self._say(Row("input", text, {"t_us": t_us, "in": verb, "arguments": dict(given)}))

    def _do_help(self, words: Sequence[str]) -> None:
        self._say(Row("help", helping.text_of(words[0] if words else "")))

    def _do_quit(self, words: Sequence[str]) -> None:
        self.ended = True

    def _stands_after(self, verb: str) -> None:
        if verb == "cut_power":
            self._say(Row("cut", "planned: it happens while time passes, or in a line of Python", {}))
