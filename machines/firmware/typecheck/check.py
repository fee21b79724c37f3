# SPDX-License-Identifier: MIT
"""
Type-check the firmware against MicroPython's own stubs, with mypy and with pyright.

    python machines/firmware/typecheck/check.py            # exit status 0: both agree that it fits

Host code and firmware see different standard libraries, so the firmware has configurations of its own.
The stubs come from the installed distributions and are laid out alone in a temporary folder: next to
the host's packages mypy would read those, too. No line of the firmware declares the rows of a record as
attributes of the state: they are written into a copy of committed.py, which is checked in its place.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import files
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent
# The layouts of the records, as the firmware itself imports them.
COMMON = "chance_device"
sys.path[:0] = [str(FIRMWARE), *(str(FIRMWARE / room) for room in (COMMON, "cup", "wheel"))]

import committed  # noqa: E402
import cup_record  # noqa: E402
import device_record  # noqa: E402
import nvram  # noqa: E402
import wheel_record  # noqa: E402

# Folders of which a machine has one or the other; modules of one name in two of them are checked apart.
ROOMS = (
    ("cycle", "cctalk", "drums", "alone"),
    ("cycle", "parallel", "drums", "linked"),
    ("chance", "parallel", "screen", "alone"),
    ("chance", "parallel", "drums", "linked"),
    ("skill", "parallel", "drums", "alone"),
)
# A table's device shares with coin machines how records are packed, how lines and bus are reached.
DEVICES = {
    (room, COMMON): device_record.record(own.RECORD).rows
    for room, own in (("cup", cup_record), ("wheel", wheel_record))
}
COMMITTED = "committed.py"
DEVICES_SHARE = ("committed", "nvram", "wiring")
DISTRIBUTIONS = ("micropython-rp2-stubs", "micropython-stdlib-stubs")


def lay_out_stubs(folder: Path) -> None:
    """Copy the stubs of the distributions into ``folder``; SystemExit names one that is missing."""
    for distribution in DISTRIBUTIONS:
        listed = files(distribution)
        if not listed:
            raise SystemExit(f"{distribution} must be installed with its list of files")
        for path in listed:
            if path.suffix == ".pyi" or path.name == "VERSIONS":
                target = folder / str(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(path.locate())), target)


def _pyright_config(typings: Path, folders: tuple[Path, ...], modules: list[Path]) -> str:
    """What pyright is told about one kind; it takes paths only as seen from the folder of its file."""
    return json.dumps(
        {
            "include": [os.path.relpath(path, typings) for path in modules],
            "extraPaths": [os.path.relpath(folder, typings) for folder in folders],
            "stubPath": os.path.relpath(HERE, typings),
            "pythonVersion": "3.11",
            "typeCheckingMode": "standard",
            "reportMissingModuleSource": "none",
        }
    )


def modules_of(folders: tuple[Path, ...]) -> list[Path]:
    """The modules that a ROM takes out of these folders."""
    return sorted(path for folder in folders for path in folder.glob("*.py") if path.name != "__init__.py")


def declared(layout: tuple[tuple[str, str, int, str], ...]) -> str:
    """committed.py with the rows of a record written out as annotations."""
    named = [f"    {name}: {_type_of(value)}\n" for name, value in committed.blank(layout)]
    text = (FIRMWARE / COMMITTED).read_text(encoding="utf-8")
    head, constructor, body = text.partition("    def __init__")
    return "".join((head, *named, "\n", constructor, body))


def _type_of(value: object) -> str:
    return f"list[{type(value[0]).__name__}]" if isinstance(value, list) else type(value).__name__


def check(typings: Path, rooms: tuple[str, ...]) -> int:
    """Run both checkers over every module that a ROM with these folders carries; return how many object."""
    kind = "_".join(rooms)
    own = typings / "declared" / kind
    if rooms in DEVICES:
        folders = (own, *(FIRMWARE / room for room in rooms), FIRMWARE)
        modules = [*modules_of(folders[1:3]), *(FIRMWARE / f"{name}.py" for name in DEVICES_SHARE)]
    else:
        folders = (own, FIRMWARE, *(FIRMWARE / room for room in rooms))
        modules = modules_of(folders[1:])
    own.mkdir(parents=True)
    (own / COMMITTED).write_text(declared(DEVICES.get(rooms, nvram.LAYOUT)), encoding="utf-8")
    modules = [own / COMMITTED if path.name == COMMITTED else path for path in modules]
    search = os.pathsep.join(str(path) for path in (*folders, HERE, typings))
    config = typings / f"{kind}.json"
    config.write_text(_pyright_config(typings, folders, modules), encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(HERE / "mypy.ini"), "--no-site-packages"]
    mypy += [
        "--custom-typeshed-dir",
        str(typings),
        "--cache-dir",
        str(typings / "cache"),
        *map(str, modules),
    ]
    pyright = [sys.executable, "-m", "pyright", "--project", str(config)]
    pyright += ["--typeshedpath", str(typings), "--pythonpath", sys.executable]
    failed = 0
    for command in (mypy, pyright):
        done = subprocess.run(command, check=False, env={**os.environ, "MYPYPATH": search})
        failed += done.returncode != 0
    return failed


def main() -> int:
    """Check in a temporary folder; 0 if both checkers are content."""
    with tempfile.TemporaryDirectory() as folder:
        typings = Path(folder)
        lay_out_stubs(typings)
        return 1 if sum([check(typings, rooms) for rooms in (*ROOMS, *DEVICES)]) else 0


if __name__ == "__main__":
    sys.exit(main())
