# SPDX-License-Identifier: MIT
"""Ctrl-C ends azar in one line, also while it is still being imported."""

import signal
import subprocess
import sys

import pytest

from emulator.support.ending import told_to_end

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

# Is told to end, and told again while it keeps what it has.
TOLD_TWICE = """
import os, signal
from emulator.support.ending import told_to_end

with told_to_end() as ending:
    os.kill(os.getpid(), signal.SIGTERM)
    while ending.going():
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(1_000):
        pass
    print("kept")
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


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_second_signal_while_it_ends_asks_for_the_same_once_more(name):
    """As timeout sends it to a group of processes: what is being kept is kept, and nothing breaks off."""
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip("Windows has no such signal")
    before = signal.getsignal(number)
    with told_to_end() as ending:
        assert ending.going()
        for one in (number, number, signal.SIGTERM):
            broken_off = False
            try:
                signal.raise_signal(one)
            except KeyboardInterrupt:  # which would end the tests, and fail none
                broken_off = True
            assert not broken_off
            assert not ending.going()
    assert signal.getsignal(number) is before


def test_ctrl_c_breaks_off_who_was_asked_already():
    with told_to_end() as ending:
        signal.raise_signal(signal.SIGINT)
        assert not ending.going()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_second_sigterm_while_a_run_is_saved_leaves_it_saved():
    done = subprocess.run(
        [sys.executable, "-P", "-c", TOLD_TWICE], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "kept\n", "")
