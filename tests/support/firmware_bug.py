# SPDX-License-Identifier: MIT
"""
The bug that docs/firmware.md plants in a copy of the firmware, and what the commands of the page say of it.

    python tests/support/firmware_bug.py      # prints every block again, after a command prints otherwise
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from emulator.prototype.folder import new_folder

PLAY = "cycle/play.py"
RIGHT = "    counter.reveal(state)\n    credit.award(state)\n    state.phase = nvram.PHASE_SETTLED\n"
EARLY = "    counter.reveal(state)\n    state.phase = nvram.PHASE_SETTLED\n"
COMMIT = "        state.say(given_back)\n    store.commit(state)\n"
LATE = COMMIT + "    credit.award(state)\n"
PRINTS = {
    PLAY: (
        "    credit.award(state)\n",
        '    print("committed", state.sequence, "prize still to book", state.pending_cents)\n',
    ),
    "main.py": (
        "        state.power_ups += 1\n",
        (
            '        print("boot", state.sequence, "phase", state.phase, '
            '"prize still to book", state.pending_cents)\n'
        ),
    ),
}
SCENARIO = """\
title = "MISTRAL: a prize outlives a power cut at the end of its play"

[machine]
model = "mistral.toml"
seed = "07"
purse = { 20 = 1 }

[[step]]
after_ms = 4500
do = "insert"
cents = 20

[[step]]
after_ms = 1000
do = "press"
name = "start"

[[step]]
say = "The plug is pulled in the tick that books the prize"
after_ms = 2020
do = "cut_power"
ops = 900
until = { powered = false }

[[step]]
after_ms = 1000
do = "power_on"

[[step]]
say = "The prize is there"
after_ms = 8000
expect = { tilt = "", prizes = "1.00" }
"""
OWN = "--firmware mistral/firmware"
TRUSTED = f"{OWN} --trust-firmware"
COMMANDS = {
    "SCENARIO": f"azar scenario mistral/scenario.toml {TRUSTED}",
    "COVERAGE": f"azar scenario mistral/scenario.toml {TRUSTED} --coverage cov.json",
    "POWERCUT": f"azar powercut mistral {TRUSTED} --chapter prize --cuts 100 --seed 00",
    "CUT": f"azar scenario mistral/prize_cut.toml {TRUSTED}",
    "CONSOLE": f"azar scenario mistral/prize_cut.toml {OWN} --console -",
    "PDB": f"azar scenario mistral/prize_cut.toml {TRUSTED} --break cycle/play.py:336",
}
TYPED = (
    "p state.sequence, state.phase, state.pending_cents",
    "n",
    "p state.sequence, state.phase, state.pending_cents",
    "q",
)


def planted(folder: Path) -> Path:
    """A new machine with the bug in its firmware, and the scenario that shows it; its firmware."""
    made = new_folder(folder / "mistral", "B", firmware=True)
    (made.folder / "prize_cut.toml").write_text(SCENARIO, encoding="utf-8")
    own = made.folder / "firmware"
    changed(own / PLAY, RIGHT, EARLY)
    changed(own / PLAY, COMMIT, LATE)
    return own


def mended(own: Path) -> None:
    """Take the bug out again."""
    changed(own / PLAY, LATE, COMMIT)
    changed(own / PLAY, EARLY, RIGHT)


def prints(own: Path, *, there: bool = True) -> None:
    """Put the two prints in, or take them out."""
    for file, (line, printed) in PRINTS.items():
        changed(own / file, *((line, printed + line) if there else (printed + line, line)))


def changed(path: Path, old: str, new: str) -> None:
    """Replace what stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} must have once: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def shown(name: str, out: str, err: str, folder: Path) -> list[str]:
    """The lines of a command's output that the page has: notes, results, error."""
    said = [line.rstrip().replace(str(folder), "…") for line in err.splitlines()]
    split = next((at for at, line in enumerate(said) if line.startswith("error: ")), len(said))
    lines = (
        said[:split] + [line.rstrip().replace(str(folder), "…") for line in out.splitlines()] + said[split:]
    )
    if name == "COVERAGE":
        words = ("module", "cycle/play.py", "all", "coverage", "held")
        return [line.strip() for line in lines if line.strip().startswith(words)]
    if name == "POWERCUT":
        return [line for line in lines if line.startswith(("error: ", "prize, "))]
    if name == "CONSOLE":
        return [line for line in lines if line.startswith(("boot", "committed"))]
    if name == "PDB":
        return [line for line in with_typed(lines) if line and not line.startswith(("prize_cut", "error"))]
    return [line for line in lines if line and not line.startswith("hint: ")]


def with_typed(lines: list[str]) -> list[str]:
    """What was typed behind each prompt, as a terminal shows it."""
    text, typed = "\n".join(lines), iter(TYPED)
    first, *rest = text.split("(pdb) ")
    return "".join([first, *(f"(pdb) {next(typed)}\n{said}" for said in rest)]).splitlines()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        own = planted(folder)
        for block, line in COMMANDS.items():
            if block == "CONSOLE":
                prints(own)
            run = subprocess.run(
                [sys.executable, "-P", "-m", "emulator.cli", *line.split()[1:]],
                cwd=folder, input="".join(f"{one}\n" for one in TYPED), capture_output=True, text=True,
                check=False, env={**os.environ, "COLUMNS": "100"},
            )  # fmt: skip
            if block == "CONSOLE":
                prints(own, there=False)
            print(f"--- {block}", *shown(block, run.stdout, run.stderr, folder), sep="\n")


if __name__ == "__main__":
    main()
