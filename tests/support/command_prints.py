# SPDX-License-Identifier: MIT
"""
Small prints of what commands say: standard output and error, exit status, and the files that they write.

``vectors/command_prints.json`` holds a digest for each command line. After a change that is meant, see which
differ and write the prints anew:

    python tests/support/command_prints.py DIR     # saves what was said as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
from prints import keep

from emulator import cli

# Command lines in their order, in a folder of their own: what one writes, the next ones read.
CHAPTERS: dict[str, str] = {
    "machine": """
        play cierzo --headless --script visit --seed 00 --nvram c.nvram --journal c.jsonl
        play cierzo --plays 12 --seed 01 --nvram c.nvram --journal c.jsonl --json
        play cierzo --plays 7 --seed 00 --nvram c.nvram --journal c.jsonl --json
        play cierzo --plays 9 --seed 05 --nvram d.nvram --fresh --journal d.jsonl
        inspect c.nvram
        inspect c.nvram --json
        recall c.nvram
        recall c.nvram --plays 16 --json --lang en
        recall c.jsonl --plays 3
        replay c.jsonl
        replay d.jsonl --json
        service c.nvram
        service c.nvram --json
        counter read c.nvram
        counter read c.nvram --json
    """,
    "damaged": """
        play aneto --plays 8 --seed 02 --nvram a.nvram --journal a.jsonl
        DAMAGE a.nvram 300 b.nvram
        inspect b.nvram
        inspect b.nvram --json
        service b.nvram
        service b.nvram --mend --json
        service b.nvram --backup a.nvram --mend
        service b.nvram --backup a.jsonl --json
        recall b.nvram
        CUT a.jsonl 3000 e.jsonl
        replay e.jsonl
        recall e.jsonl --json
        DAMAGE a.jsonl 900 f.jsonl
        replay f.jsonl --json
        inspect f.jsonl
    """,
    "kinds": """
        play mudejar --plays 7 --seed 00 --nvram m.nvram --journal m.jsonl --json
        inspect m.nvram
        recall m.nvram --plays 4
        play moncayo_tarjeta --plays 6 --seed 00 --nvram t.nvram --journal t.jsonl --json
        inspect t.nvram --json
        recall t.nvram --json
        play monegros --plays 10 --seed 00 --nvram g.nvram --journal g.jsonl
        recall g.nvram --plays 5 --lang en
        inspect g.nvram
        play ronda --plays 2 --seed 00 --nvram r.nvram --journal r.jsonl
        recall r.nvram
        inspect r.nvram --json
        play bochorno --plays 3 --seed 00 --link here --nvram b.nvram --journal b.jsonl --json
        inspect b.nvram
        recall b.nvram
    """,
    "lists": """
        models
        models --json
        check galacho
        check galacho --json
        check mudejar --profile nacional
        scenario --list
        scenario --list --json
        par cierzo
        par galacho --lang es --csv -
        par mudejar --json
        par aneto --html a.html --xlsx a.xlsx
        par mudejar --html m.html --lang es
        par monegros --html g.html --xlsx g.xlsx
        par moncayo --html c.html
    """,
    "draws": """
        rng draws --seed 00 --count 30
        rng draws --seed 00 --dice 3 --count 10 --machine 7
        rng draws --seed 00 --shuffle 53 --count 3
        rng draws --seed 00 --stops cierzo --count 5
        rng draws --seed 00 --stops mudejar --count 4
        rng draws --below 5 --dice 3
        rng stream --seed 00 --bytes 40
        simulate cierzo --plays 2000 --seed 00
        simulate galacho --plays 2000 --seed 00 --gamble 3 --json --machines 2
        simulate mudejar --plays 2000 --seed 00 --json
        simulate aneto --plays 500 --seed 00
        simulate veruela --plays 500 --seed 00 --bet 7
        simulate monegros --plays 900 --seed 00 --prizes-only
        simulate moncayo --plays 900 --seed 00 --checkpoint m.point --json
        simulate moncayo --plays 900 --seed 00 --checkpoint m.point --resume
        simulate cierzo --plays 900 --gamble 2 --prizes-only
        simulate aneto --plays 900 --seed 03 --gamble 2
    """,
    "cuts": """
        powercut cierzo --cuts 2 --seed 00 --json --jobs 1 --chapter coins
        powercut mudejar --cuts 3 --seed 00 --json --jobs 1
        powercut aneto --cuts 3 --seed 00 --jobs 1
        powercut cierzo --cuts 3 --chapter nothing
    """,
    "tables": """
        pai-gow dice
        pai-gow dice --json
        pai-gow deal --seed 00
        pai-gow deal --seed 01 --json
        pai-gow simulate --seed 00 --deals 2000 --json
        pai-gow play --seed 00 --deals 3 --headless --journal p.jsonl
        replay p.jsonl
    """,
    "link": """
        link demo --seconds 9 --seed 00
        link demo --link superjackpot --seconds 20 --seed 00 --json
        link audit --store nothing.db
        link key --machine 3
        link status --store nothing.db --json
        link change --store nothing.db
    """,
    "scenarios": """
        scenario hopper_jam
        scenario notes_visit --json
        scenario nothing
        scenario hopper_jam --model mudejar --json
        scenario hopper_jam --show
    """,
    "rom": """
        build cierzo -o c.rom
        rom info c.rom
        rom verify c.rom
        DAMAGE c.rom 900 d.rom
        rom verify d.rom
        rom verify d.rom --json
        build cierzo -o c.rom --lang en --json
        rom verify c.rom --key nothing.pub
        inspect cierzo
    """,
}


# These tell how large the firmware is, or how much it does.
SIZED = ("build", "rom", "powercut")


def _damage(file: str, at: str, new: str) -> None:
    data = bytearray(Path(file).read_bytes())
    data[int(at)] ^= 0x10
    Path(new).write_bytes(data)


def _cut(file: str, at: str, new: str) -> None:
    Path(new).write_bytes(Path(file).read_bytes()[: int(at)])


HANDS: dict[str, Callable[[str, str, str], None]] = {"DAMAGE": _damage, "CUT": _cut}


def said(line: str) -> list[str]:
    """Exit status and every line of both outputs."""
    os.environ["COLUMNS"] = "80"
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.run(shlex.split(line))
    found = f"status {status}\n"
    for stream in (out, err):
        stream.flush()
        found += stream.buffer.getvalue().decode(errors="replace")
    # Digests and sizes of ROM and firmware are other tests' matter; how fast a computer is, and by which
    # kernel, nobody's.
    found = re.sub("[0-9a-f]{12,}", "#", found.replace(str(Path.cwd()), "HERE"))
    if line.startswith(SIZED):
        found = re.sub(r"\d[\d,]{2,}|\d+(?=  +#)", "#", re.sub("[ ─]+", " ", found))
    lines = found.splitlines()
    lines = [one for one in lines if "firmware/" not in one]
    hushed = r'plays/s|cuts/s|"ms"|_per_second"|^ +kernel |"[a-z-]*(avx2|avx512|neon|plain)": \d'
    return [one for one in lines if not re.search(hushed, one)]


def _written() -> dict[str, list[str]]:
    """Pages and the cells of workbooks, whatever else a release of their writer puts into the file."""
    found = {}
    for path in sorted(Path().glob("*.html")):
        found[path.name] = re.sub("[0-9a-f]{12,}", "#", path.read_text(encoding="utf-8")).splitlines()
    for path in sorted(Path().glob("*.xlsx")):
        found[path.name] = [
            f"{sheet.title} {cell.coordinate} {_short(cell.value)} {cell.number_format} {cell.font.b}"
            for sheet in openpyxl.load_workbook(path)
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        ]
    return found


def _short(value: object) -> object:
    """No digests; numbers to twelve digits: from Python 3.12 on a sum of floats has another last one."""
    return f"{value:.12g}" if isinstance(value, float) else re.sub("[0-9a-f]{64}", "#", str(value))


def chapter(name: str) -> dict[str, list[str]]:
    """Command line -> what it said, in a new folder."""
    found = {}
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for line in filter(None, map(str.strip, CHAPTERS[name].splitlines())):
                word, *rest = line.split()
                if word in HANDS:
                    HANDS[word](*rest)
                else:
                    found[line] = said(line)
            found |= _written()
        finally:
            os.chdir(before)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:  # nobody's own machines
        os.environ["XDG_DATA_HOME"] = home
        keep("command_prints", {name: chapter(name) for name in CHAPTERS}, Path(sys.argv[1]).resolve())
