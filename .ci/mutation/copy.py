# SPDX-License-Identifier: MIT
"""A throw-away copy of a tree, in which changes are made, built and tested one after the other."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from mutation.change import Change
from mutation.choice import Choice
from mutation.core import Core, NoBugError
from mutation.score import TIME_IS_UP, Result
from mutation.watch import CLOCK_TIMES

TEST_SECONDS = 150
CHECK_SECONDS = 900
_HERE = Path(__file__).resolve().parents[1]
_FIRST = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", re.MULTILINE)


def copy_tree(root: Path, target: Path) -> None:
    """Copy what git knows of a tree or would take; all of it where it is in no repository."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False)
    if told.returncode == 0 and told.stdout:
        names = [name for name in told.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    for name in names:
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)


def environment(tree: Path, **more: str) -> dict[str, str]:
    """
    Python finds the copy and these plugins before whatever is installed, and compiles beside the copy.

    Each change has a time of its own, so that no file is taken for another that was compiled before.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    path = os.pathsep.join((str(tree), str(_HERE)))
    return {**kept, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": str(tree.parent / "compiled"), **more}


def pytest_command(*arguments: str) -> list[str]:
    """Run pytest as this Python does."""
    return [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", *arguments]


def _check_of(file: str) -> str:
    """The script of ``.ci`` that looks at a file beside the tests."""
    if file.endswith((".c", ".h")):
        return "check-c"
    return "check-firmware" if file.startswith("machines/firmware/") else "check-types"


class Copy:
    """
    One copy.

    Args:
        root: the tree.
        folder: where to lay the copy and what is compiled; empty.
        seconds: the most that tests of one change take.
    """

    def __init__(self, root: Path, folder: Path, seconds: float) -> None:
        self.tree, self._seconds = folder / "tree", seconds
        copy_tree(root, self.tree)
        self._core: Core | None = None
        self._sound: set[str] = set()
        self._running: subprocess.Popen[str] | None = None
        self._arguments = folder / "tests.txt"
        if (self.tree / "cext" / "build.py").is_file():
            self._core = Core(self.tree, folder / "objects")
            self._core.build()

    def stop(self) -> None:
        """End the tests that run, and what they began: they are in a session of their own."""
        if self._running is not None and self._running.poll() is None:
            os.killpg(self._running.pid, signal.SIGKILL)

    def tried(self, room: str, change: Change, choice: Choice) -> Result | None:
        """Make a change, test it and take it back; None where it is no bug that could be noticed."""
        begun = time.monotonic()
        path = self.tree / change.file
        before, kept = change.apply(self.tree), path.stat()
        is_c = change.file.endswith((".c", ".h"))
        try:
            if is_c and self._core is not None:
                self._core.rebuild(path)
            by, why = self._noticed(choice.tests(change))
        except NoBugError:
            return None
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns - 10**10))
            if is_c and self._core is not None:
                self._core.restore()
        by = by or self._checked(change)
        return Result(room, change, by, time.monotonic() - begun, "" if by else why)

    def _run(self, command: list[str], seconds: float, **more: str) -> tuple[int, str]:
        """Status and output of a command in the copy, which is killed when its time is over."""
        self._running = told = subprocess.Popen(
            command, cwd=self.tree, env=environment(self.tree, **more), text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            output, _ = told.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.stop()
            output, _ = told.communicate()
        return told.returncode, output

    def _checked(self, change: Change) -> str:
        """The script beside the tests that notices a change, if one does."""
        script = f".ci/{_check_of(change.file)}"
        if not (self.tree / script).is_file():
            return ""
        command = [script, str(Path(sys.executable).parent)]
        if script not in self._sound:
            if self._run(command, CHECK_SECONDS)[0] != 0:
                raise SystemExit(
                    f"{script} must pass without a bug\n\nhint: run it, and look at what it says"
                )
            self._sound.add(script)
        before = change.apply(self.tree)
        try:
            return script if self._run(command, CHECK_SECONDS)[0] > 0 else ""
        finally:
            (self.tree / change.file).write_bytes(before)

    def _noticed(self, tests: list[str]) -> tuple[str, str]:
        """(the test that failed, why none did)."""
        if not tests:
            return "", "no test runs it"
        self._arguments.write_text("\n".join(tests), encoding="utf-8")
        bounds = {"MUTANTS_SECONDS": str(self._seconds), "MUTANTS_TEST_SECONDS": str(TEST_SECONDS)}
        command = pytest_command(
            "-x", "-p", "no:xdist", "-o", "addopts=--import-mode=importlib", "-m", "not long",
            "-p", "mutation.watch", f"@{self._arguments}",
        )  # fmt: skip
        status, output = self._run(command, CLOCK_TIMES * self._seconds + TEST_SECONDS + 60, **bounds)
        found = _FIRST.search(output)
        if found:
            return found[1], ""
        if status < 0:
            hangs = -status in (signal.SIGALRM, signal.SIGKILL)
            return "hangs" if hangs else f"ends by signal {-status}", ""
        if status in (0, 5):
            return "", f"{len(tests)} asked"
        return ("", f"{len(tests)} asked, {TIME_IS_UP}") if TIME_IS_UP in output else ("does not start", "")
