# SPDX-License-Identifier: MIT
"""Every script of benchmarks/ starts and ends, on work so small that its figures mean nothing."""

import importlib.util
import re
import subprocess
import sys

import pytest
from places import ROOT

FOLDER = ROOT / "benchmarks"

# Arguments that make it short. These few are quick enough for every run.
QUICK = {
    "campaign": "--plays 200000 --turns 1 --no-cluster",
    "stream": "--bytes 20000000 --turns 1",
}
SLOW = {
    "cards": "--turns 1",
    "chance": "--repeats 1",
    "core": "--turns 1",
    "gamble_spread": "--plays 20000",
    "keeping": "1",
    "link": "--machines 4 --plays 2 --seconds 2",
    "machine_pictures": "--help",
    "pai_gow": "",
    "panel": "--frames 3",
    "par": "--turns 1",
    "powercut": "--chapters prize --fuel 50",
    "rng": "--turns 1",
    "runtimes": "--minutes 1 --cuts 3",
    "store": "--rounds 1 --ticks 2 --writes 5",
}
# ``test_docs_strata`` holds what it prints against the docs.
ELSEWHERE = {"strata"}
# What others import.
PARTS = {"chance_contenders", "reference_game", "turns"}
# What some are compared with, from the extra [bench].
NEEDS = {"cards": "phevaluator", "chance": "numba"}


def ended(script, arguments):
    # Called in the clone, as README and the scripts' own examples do: the folder must hide nothing.
    command = [sys.executable, str(FOLDER / f"{script}.py"), *arguments.split()]
    return subprocess.run(
        command, cwd=FOLDER.parent, capture_output=True, text=True, timeout=300, check=False
    )


def test_every_script_is_tried():
    scripts = {path.stem for path in FOLDER.glob("*.py")}
    assert scripts == {*QUICK, *SLOW, *ELSEWHERE, *PARTS}


@pytest.mark.parametrize("script", QUICK)
def test_a_short_run_ends_well(script):
    done = ended(script, QUICK[script])
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.long
@pytest.mark.parametrize("script", SLOW)
def test_each_script_ends_well_or_names_what_is_missing(script):
    done = ended(script, SLOW[script])
    needed = NEEDS.get(script)
    if needed and importlib.util.find_spec(needed) is None:
        assert (done.returncode, done.stderr) == (
            1,
            f"{needed} is missing\n\nhint: pip install 'azar[bench]'\n",
        )
    else:
        assert done.returncode == 0, done.stderr


def test_no_script_takes_the_folder_that_it_is_called_in_for_the_package():
    """``python -m`` puts that folder first, and a clone has no compiled core after a plain install."""
    for path in FOLDER.glob("*.py"):
        for command in re.findall(r"sys\.executable, (.*?)\]", path.read_text(encoding="utf-8")):
            assert not command.startswith('"-m"'), path.name
