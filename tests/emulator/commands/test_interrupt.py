# SPDX-License-Identifier: MIT
"""Ctrl-C ends azar in one line, also while it is still being imported."""

import subprocess
import sys

import pytest

# Sends the signal at the moment at which a module is looked for.
PRESSED = """
import os, signal, sys
from importlib.abc import MetaPathFinder
import emulator.__main__

class Press(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Press())
signal.signal(signal.SIGINT, {before})
sys.argv = ["azar", "models"]
emulator.__main__.main()
"""


def run(name, before="signal.default_int_handler"):
    code = PRESSED.format(name=name, before=before)
    return subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("name", ["emulator.cli", "typer", "emulator.commands.models"])
def test_an_interrupt_while_importing_ends_in_one_line(name):
    done = run(name)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "error: interrupted\n")


def test_an_interrupt_of_the_command_itself_says_the_same():
    done = run("emulator.support.cache")  # imported by the command, not by the command line
    assert done.returncode == 1
    assert done.stderr.rstrip() == "error: interrupted"


def test_a_process_that_ignores_interrupts_goes_on():
    """A shell starts what it puts into the background like this."""
    done = run("typer", before="signal.SIG_IGN")
    assert done.returncode == 0
    assert "cierzo" in done.stdout
