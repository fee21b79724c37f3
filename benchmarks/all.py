# SPDX-License-Identifier: MIT
"""
Measures every row of README's table of campaigns and prints it: reached and asked, by width of registers.

AVX2 is forced where the processor has AVX-512. A column that cannot be measured here, and a row that lacks
what it is compared with, keep the figures of figures.json; their dates and processors stand under the table.
Runs beside an installed wheel as well as in a clone; two rows need a C compiler. Each row has a process of
its own: memory that the rows before it gave back would make numpy a fifth quicker.

    python benchmarks/all.py                       # ten minutes, best on an idle computer
    python benchmarks/all.py --tier avx2 --only cycle cards
    python benchmarks/all.py --write               # keeps the figures, in README as well
    python benchmarks/all.py --kept                # the table as it was kept, nothing measured
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
FIGURES = FOLDER / "figures.json"
README = FOLDER.parent / "README.md"
TIERS = {"avx2": "AVX2", "avx512": "AVX-512"}
MARKS = ("<!-- python benchmarks/all.py --write: from here -->\n", "<!-- to here -->\n")

Figures = dict[str, dict[str, dict[str, Any]]]  # tier, row: `seen`, `processor`, `date`


class Job(NamedTuple):
    """What a row is measured with."""

    tier: str
    turns: int
    folder: Path
    """Where C is compiled."""


class Row(NamedTuple):
    """
    A row of the table.

    Attributes:
        measure: returns what is seen, as many figures as are asked.
        asked: by tier.
        unit: "x": how many times quicker; "M/s": millions of plays a second; "ms": less is better.
        needs: packages beside azar's own.
    """

    name: str
    script: str
    measure: Callable[[Job], list[float]]
    asked: dict[str, list[float]]
    unit: str = "x"
    needs: tuple[str, ...] = ()


def _reference_game(job: Job) -> list[float]:
    import chance

    found: Any = chance.reference_game(job.turns, job.tier)["core_is_quicker"]
    return [found[name] for name in ("numpy", "numpy_line_table", "numba")]


def _any_stop_count(job: Job) -> list[float]:
    import chance

    found: Any = chance.any_stop_count(job.folder, job.turns, job.tier)
    return [found[stops]["core_is_quicker"] for stops in ("72", "100")]


def _random_bytes(job: Job) -> list[float]:
    import rng

    # A turn takes milliseconds, and the two are close.
    found = rng.held_fill(job.tier, 40 * job.turns)
    return [found.get("times openssl", found["times cryptography"])]


def _models(*names: str) -> Callable[[Job], list[float]]:
    def measure(job: Job) -> list[float]:
        import chance
        import core

        import cext
        from machines.model import load_model

        calls: dict[str, tuple[chance.Call, int]] = {}
        for name in names:
            tables: Any = load_model(name).tables
            if isinstance(tables, cext.Tables):
                plays = 20 * tables.cycle_plays
                calls[name] = core.campaign_of(tables, plays, job.tier, display=True), plays
            else:
                calls[name] = chance.campaign(tables, 1 << 21, chance.quickest(tables, job.tier)), 1 << 21
        times = chance.in_turns(calls, job.turns)
        return [chance.rate(times[name]) for name in names]

    return measure


def _cycle(job: Job) -> list[float]:
    import core

    return [core.beside_permutation(2_000_000, job.turns, job.tier)]


def _cards(job: Job) -> list[float]:
    import cards

    found: Any = cards.ranking(job.turns, list(TIERS).index(job.tier) + 1)
    return [found["times phevaluator"]]


def _mean(job: Job) -> list[float]:
    import par

    tables = par.reference(100)
    return [par.milliseconds({"mean": lambda: par.mean_cents(tables)}, 10 * job.turns)["mean"]]


ROWS = {
    "reference_game": Row(
        "reference game 5x32, 20 lines, whole histogram: numpy / with a table of lines / numba",
        "chance.py", _reference_game, {"avx2": [850, 65, 36], "avx512": [1000, 110, 48]}, needs=("numba",),
    ),
    "any_stop_count": Row(
        "any number of stops (72 / 100), beside naive C",
        "chance.py", _any_stop_count, {"avx2": [8, 9.8], "avx512": [10.4, 12.9]},
    ),
    "random_bytes": Row(
        "random bytes, beside OpenSSL's ChaCha20 of the same tier",
        "rng.py", _random_bytes, {"avx2": [1], "avx512": [1.05]}, needs=("cryptography",),
    ),
    "moncayo": Row(
        "moncayo, million plays a second",
        "all.py", _models("moncayo"), {"avx2": [351], "avx512": [690]}, "M/s",
    ),
    "features": Row(
        "mudejar / aneto / galacho, million plays a second",
        "all.py", _models("mudejar", "aneto", "galacho"),
        {"avx2": [43, 49, 64], "avx512": [27, 38, 58]}, "M/s",
    ),
    "cycle": Row(
        "prize cycle with display, beside numpy's quickest permutation",
        "core.py", _cycle, {"avx2": [2.1], "avx512": [3]},
    ),
    "cards": Row(
        "hands of seven cards, beside phevaluator called from Python",
        "cards.py", _cards, {"avx2": [240], "avx512": [313]}, needs=("phevaluator",),
    ),
    "mean": Row(
        "mean of a game of 10^10 combinations with the share of every row",
        "par.py", _mean, {"avx2": [1], "avx512": [1]}, "ms",
    ),
}  # fmt: skip


def processor() -> str:
    """The name of the processor, as the system tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    fields = {line.partition(":")[0].strip(): line.partition(":")[2].strip() for line in lines if ":" in line}
    # Virtual computers tell short names, which family and model complete.
    name = fields.get("model name") or platform.processor() or platform.machine()
    whose = [
        f"{word} {fields[key]}"
        for word, key in (("family", "cpu family"), ("model", "model"))
        if key in fields
    ]
    return f"{name} ({', '.join(whose)})" if whose else name


def measured(kept: Figures, tiers: list[str], names: list[str], turns: int) -> Figures:
    """The figures with those of this computer in place of kept ones; says on stderr what it does."""
    figures = {tier: dict(rows) for tier, rows in kept.items()}
    where = {"processor": processor(), "date": datetime.date.today().isoformat()}
    jobs = [(tier, name) for tier in tiers for name in names]
    for n, (tier, name) in enumerate(jobs, 1):
        row = ROWS[name]
        lacks = [package for package in row.needs if importlib.util.find_spec(package) is None]
        if lacks:
            say(f"{row.name}: pip install {' '.join(lacks)} brings what it is compared with")
            continue
        say(f"{n} of {len(jobs)}, {TIERS[tier]}: {row.name} …")
        seen = measured_apart(name, tier, turns)
        if not seen:
            say(f"{row.name}: needs a C compiler (apt-get install gcc)")
            continue
        figures[tier][name] = {"seen": [round(value, 2 if value < 20 else 0) for value in seen], **where}
    return figures


def measured_apart(name: str, tier: str, turns: int) -> list[float]:
    """What one row comes to in a process of its own; nothing if there is no C compiler."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measured_here, name, tier, turns).result()


def measured_here(name: str, tier: str, turns: int) -> list[float]:
    """The same in this process."""
    from cffi import VerificationError

    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        try:
            return ROWS[name].measure(Job(tier, turns, Path(folder)))
        except VerificationError:
            return []
        finally:
            sys.path.remove(folder)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def shown(row: Row, tier: str, figure: dict[str, Any] | None) -> str:
    """A row's figures in a column: reached, then asked."""

    def listed(values: list[float]) -> str:
        return " / ".join(f"{value:,g}" + ("x" if row.unit == "x" else "") for value in values)

    unit = " ms" if row.unit == "ms" else ""
    reached = listed(figure["seen"]) + unit if figure else "not measured"
    return f"{reached} | {listed(row.asked[tier])}{unit}"


def table(figures: Figures) -> str:
    """The table in Markdown, and below it where and when each column was measured."""
    lines = [
        "| the same work, azar beside | AVX2: reached | asked | AVX-512: reached | asked | script |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in ROWS.items():
        columns = " | ".join(shown(row, tier, figures[tier].get(name)) for tier in TIERS)
        lines.append(f"| {row.name} | {columns} | `benchmarks/{row.script}` |")
    lines.append("")
    for tier, title in TIERS.items():
        of: dict[str, list[str]] = {}
        for name, figure in figures[tier].items():
            of.setdefault(f"{figure['processor']}, {figure['date']}", []).append(name)
        most = max(of.values(), key=len, default=[])
        told = [place if names is most else f"{place} ({', '.join(names)})" for place, names in of.items()]
        lines.append(f"- {title}: {'; '.join(told) or 'not measured'}.")
    return "\n".join(lines) + "\n"


def written(text: str, figures: Figures) -> str:
    """README's text with this table between its marks."""
    before, _, rest = text.partition(MARKS[0])
    _, mark, after = rest.partition(MARKS[1])
    if not mark:
        raise SystemExit(f"README.md has no place for the table\n\nhint: put {MARKS[0]}and {MARKS[1]}into it")
    return f"{before}{MARKS[0]}{table(figures)}{MARKS[1]}{after}"


def main() -> None:
    """Read the arguments, measure, print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tier", choices=TIERS, help="this column alone")
    parser.add_argument(
        "--only", nargs="+", choices=ROWS, default=list(ROWS), metavar="ROW", help=", ".join(ROWS)
    )
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="keep the figures in figures.json and README.md")
    parser.add_argument("--kept", action="store_true", help="measure nothing")
    chosen = parser.parse_args()
    figures: Figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    if not chosen.kept:
        import cext

        here = list(TIERS)[: cext.widest_tier()]
        tiers = [tier for tier in here if chosen.tier in (None, tier)]
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        widest = TIERS[here[-1]] if here else "neither AVX2 nor AVX-512"
        say(f"{processor()}, {widest}, {datetime.date.today()}")
        figures = measured(figures, tiers, chosen.only, chosen.turns)
    print(table(figures), end="")
    if chosen.write:
        FIGURES.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        if README.exists():
            README.write_text(written(README.read_text(encoding="utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    main()
