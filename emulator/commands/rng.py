# SPDX-License-Identifier: MIT
"""azar rng: the generator for outsiders, as raw bytes, as draws that machines make, and in the battery."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    Seed,
    facts,
    open_model,
    print_json,
    print_table,
    progress,
    say,
    table,
)

if TYPE_CHECKING:
    import cext
    from emulator.lab.rng_battery import Battery
    from emulator.lab.rng_stats import Array

EXAMPLE = "azar rng test --seed 00"

_BUFFER_BYTES = 1 << 22  # large beside what two threads take to hand a buffer over
_PIPE_BYTES = 1 << 20  # as much as any user may have: the reader is busy while the next bytes are made
_DRAWN = 20  # plays that are shown unless --count says how many
_BELOW = 100  # and the bound unless something else is drawn
_PIECE_DRAWS = 1 << 17
_PIECE_STEPS = 1 << 8

Action = Annotated[Literal["stream", "draws", "test"], typer.Argument(help="What to do.")]
Bytes = Annotated[
    int | None,
    typer.Option("--bytes", metavar="N", min=0, help="Bytes of stream 0 (stream: no end without; test)."),
]
Below = Annotated[
    int | None,
    typer.Option("--below", metavar="N", min=1, max=(1 << 32) - 1, help="Draws below N (draws); 100."),
]
Dice = Annotated[
    int | None, typer.Option("--dice", metavar="N", min=1, max=12, help="Throws of N dice, 1 to 6 (draws).")
]
Shuffle = Annotated[
    int | None,
    typer.Option("--shuffle", metavar="N", min=2, max=255, help="Decks of N cards from 0 (draws)."),
]
Stops = Annotated[
    str | None, typer.Option("--stops", metavar="MODEL", help="Stops that a machine shows (draws).")
]
Count = Annotated[
    int | None, typer.Option("--count", metavar="N", min=0, help="Plays; 0 has no end (draws); 20.")
]
Machine = Annotated[
    int | None, typer.Option("--machine", metavar="M", min=0, help="Number of the machine (draws); 1.")
]
Binary = Annotated[
    bool, typer.Option("--binary", help="Four bytes a draw, little endian, instead of text (draws).")
]
LevelName = Annotated[
    Literal["quick", "lab"] | None,
    typer.Option("--level", metavar="L", help="quick: seconds; lab: minutes (test)."),
]


def rng(
    action: Action,
    bytes_: Bytes = None,
    below: Below = None,
    dice: Dice = None,
    shuffle: Shuffle = None,
    stops: Stops = None,
    count: Count = None,
    machine: Machine = None,
    binary: Binary = False,
    level: LevelName = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """
    The generator for outsiders: raw bytes, draws as machines make them, or the built-in battery.

    stream writes ChaCha20 keystream from block 0 of stream 0, draws writes one play a line, and test ends
    with status 1 if a test finds the generator too odd to be fair.
    """
    which = {"--below": below, "--dice": dice, "--shuffle": shuffle, "--stops": stops}
    only_draws = {**which, "--count": count, "--machine": machine, "--binary": binary or None}
    if action != "draws":
        _refuse(action, only_draws)
    if action != "test":
        _refuse(action, {"--level": level, "--json": as_json or None})
    if action == "stream":
        _stream(seed, bytes_)
    elif action == "test":
        _test(seed, level or "quick", bytes_, as_json)
    else:
        _refuse(action, {"--bytes": bytes_})
        if sum(value is not None for value in which.values()) > 1:
            raise CommandError(
                f"draws takes one of {', '.join(which)}", "azar rng draws --dice 3", status=WRONG_USAGE
            )
        rows = _rows(which, _key(seed), 1 if machine is None else machine, _DRAWN if count is None else count)
        _write_rows(rows, binary, endless=count == 0)


def _refuse(action: str, options: dict[str, Any]) -> None:
    for name, value in options.items():
        if value is not None:
            raise CommandError(f"{action} takes no {name}", "azar rng --help", status=WRONG_USAGE)


def _key(seed: str | None) -> bytes:
    """The key of a seed, or a fresh one, of which people are told so that they can repeat the run."""
    import os

    from emulator.seed import KEY_BYTES, seed_key

    if seed is not None:
        return seed_key(seed)
    key = os.urandom(KEY_BYTES)
    say(f"seed {key.hex()}")
    return key


# --- bytes ----------------------------------------------------------------------------------------


def _need_no_terminal() -> None:
    if sys.stdout.isatty():
        hint = "azar rng stream --bytes 125000 > stream.bin"
        raise CommandError("raw bytes are not for a terminal", hint, status=WRONG_USAGE)


def _stream(seed: str | None, size: int | None) -> None:
    """Write the keystream; while one buffer goes out another thread fills the other."""
    from concurrent.futures import ThreadPoolExecutor

    import cext

    _need_no_terminal()
    key = _key(seed)
    buffers = [memoryview(bytearray(_BUFFER_BYTES)) for _ in range(2)]
    pieces = itertools.count() if size is None else range(-(-size // _BUFFER_BYTES))

    def fill(number: int) -> memoryview:
        left = _BUFFER_BYTES if size is None else min(_BUFFER_BYTES, size - number * _BUFFER_BYTES)
        piece = buffers[number % 2][:left]
        cext.fill_keystream(key, 0, number * (_BUFFER_BYTES // 64), piece)
        return piece

    _widen_pipe()
    with _reader_may_leave(endless=size is None), ThreadPoolExecutor(1) as pool:
        coming = None
        for number in pieces:
            ready, coming = coming, pool.submit(fill, number)
            if ready is not None:
                _write(ready.result())
        if coming is not None:
            _write(coming.result())


def _widen_pipe() -> None:
    """Ask for a larger pipe where the system has such; a file or a smaller pipe does as well."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError, ValueError):
            fcntl.fcntl(sys.stdout.buffer.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _write(data: memoryview) -> None:
    """Write past Python's own buffer, which would only copy; a pipe may take less than it is given."""
    out: Any = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
    while len(data):
        data = data[out.write(data) :]


@contextlib.contextmanager
def _reader_may_leave(*, endless: bool) -> Iterator[None]:
    """Whoever reads something without an end decides when it is enough."""
    try:
        yield
    except BrokenPipeError:
        if not endless:
            raise
        raise typer.Exit(0) from None


# --- draws ----------------------------------------------------------------------------------------


def _rows(which: Mapping[str, Any], key: bytes, machine: int, plays: int) -> Iterator[Array]:
    """Draws of plays, shape (plays, draws), in pieces that fit in memory; without an end for 0 plays."""
    if which["--stops"] is not None:
        return _shown(which["--stops"], key, machine, plays)
    import cext

    dice, cards, below = which["--dice"], which["--shuffle"], which["--below"] or _BELOW
    if dice is not None:
        return _made(plays, dice, lambda first, many: cext.throws(key, first, many, dice, machine=machine))
    if cards is not None:
        return _made(plays, cards, lambda first, many: cext.deals(key, first, many, cards, machine=machine))
    from emulator.lab.rng_source import CoreSource

    source = CoreSource(key)
    return _made(plays, 1, lambda first, many: source.draws(machine, cext.PURPOSE_PLAY, first, many, [below]))


def _made(plays: int, draws: int, make: Callable[[int, int], Array]) -> Iterator[Array]:
    for first, many in _pieces(plays, _PIECE_DRAWS // draws):
        yield make(first, many)


def _shown(name: str, key: bytes, machine: int, plays: int) -> Iterator[Array]:
    """Stops of single plays without hold, or of paid plays, by the very steps that firmware calls."""
    import numpy as np

    from machines.model import ChanceModel, need_drawn

    model = need_drawn(open_model(name), "stops are those of")
    every: Iterator[tuple[int, ...]]
    if isinstance(model, ChanceModel):
        from emulator.lab.rng_chance import paid_plays

        every = (paid.stops for paid, _ in paid_plays(model.tables, key, machine, None))
    else:
        every = _cycle_stops(model.tables, key, machine)
    for _, many in _pieces(plays, _PIECE_STEPS):
        yield np.array(list(islice(every, many)), dtype=np.uint32)


def _cycle_stops(tables: cext.Tables, key: bytes, machine: int) -> Iterator[tuple[int, ...]]:
    import cext

    state = cext.new_state(tables, key, machine)
    while True:
        state, outcome = cext.step(tables, state)
        if outcome.phase:  # a gamble is offered, and declined
            state, _ = cext.answer_gamble(tables, state, dare=False)
        yield outcome.entries[0].stops


def _pieces(plays: int, most: int) -> Iterator[tuple[int, int]]:
    """First play and number of plays of each piece."""
    first = 0
    while not plays or first < plays:
        many = min(most, plays - first) if plays else most
        yield first, many
        first += many


def _write_rows(rows: Iterator[Array], binary: bool, *, endless: bool) -> None:
    if binary:
        _need_no_terminal()
    with _reader_may_leave(endless=endless):
        for piece in rows:
            if binary:
                _write(memoryview(piece.astype("<u4").tobytes()))
                continue
            lines = "".join(" ".join(map(str, row)) + "\n" for row in piece.tolist())
            _write(memoryview(lines.encode("ascii")))


# --- battery --------------------------------------------------------------------------------------


def _test(seed: str | None, level: Literal["quick", "lab"], size: int | None, as_json: bool) -> None:
    from emulator.lab.rng_battery import run_battery

    with progress("testing", wanted=not as_json) as at:
        battery = run_battery(seed=seed, level=level, stream_bytes=size, progress=at)
    if as_json:
        print_json(battery.as_dict())
    else:
        print_table(_findings(battery))
        print_table(facts(None, _summary(battery)))
    if not battery.passed:
        raise typer.Exit(FAILED)


def _findings(battery: Battery) -> Any:
    shown = table("azar rng test", "test", "of", ">p-values", ">smallest", ">together", ">all tests", "")
    shown.columns[0].no_wrap = True
    failed = battery.failed()
    for test in battery.tests:
        adjusted = battery.adjusted(test)
        if test.p is None or adjusted is None:
            shown.add_row(test.name, test.group, "0", "", "", "", "not applicable")
            continue
        verdict = "FAILED" if test in failed else "passed"
        smallest = f"{min(test.p_values):.4g}"
        row = (test.name, test.group, f"{len(test.p_values):,}", smallest)
        shown.add_row(*row, f"{test.p:.4g}", f"{adjusted:.4g}", verdict)
    return shown


def _summary(battery: Battery) -> list[tuple[str, str]]:
    failed = ", ".join(test.name for test in battery.failed())
    return [
        ("seed", battery.seed),
        ("level", f"{battery.level}, {battery.stream_bytes:,} bytes of stream 0"),
        ("false alarms", "at most one fair key in 100, by p-values times their number"),
        ("verdict", f"FAILED: {failed}" if failed else "passed: nothing odd was found"),
        ("time", f"{battery.ms / 1000:.1f} s"),
    ]
