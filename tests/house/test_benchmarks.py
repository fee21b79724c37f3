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
    "all": "--only mean --turns 1",
    "campaign": "--plays 200000 --turns 1 --no-cluster",
    "stream": "--bytes 20000000 --turns 1",
}
SLOW = {
    "art_picture": "--help",
    "black_jack": "--turns 1",
    "cards": "--turns 1",
    "chance": "--repeats 1",
    "contact_sheets": "--help",
    "core": "--turns 1",
    "drawing_pictures": "--help",
    "felts": "--help",
    "film": "--help",
    "gallery": "--help",
    "gamble_spread": "--plays 20000",
    "keeping": "1",
    "link": "--machines 4 --plays 2 --seconds 2",
    "machine_pictures": "--help",
    "pai_gow": "",
    "inside": "--frames 3 --size 800x600",
    "panel": "--frames 3",
    "par": "--turns 1",
    "powercut": "--chapters prize --fuel 50",
    "rng": "--turns 1",
    "runtimes": "--minutes 1 --cuts 3",
    "soak": "--help",
    "tables": "--turns 1",
    "store": "--rounds 1 --ticks 2 --writes 5",
}
# ``test_docs_strata`` holds what it prints against the docs.
ELSEWHERE = {"strata"}
# What others import.
PARTS = {"chance_contenders", "contact_rooms", "panel_views", "reference_game", "turns"}
# What some are compared with, from the extra [bench].
NEEDS = {"cards": "phevaluator", "chance": "numba", "tables": "crapssim"}


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


def test_the_readme_has_the_table_that_was_kept():
    table = ended("all", "--kept").stdout
    assert "AVX-512: reached" in table
    assert table in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def whole(monkeypatch):
    """The script of all rows, as a module."""
    monkeypatch.syspath_prepend(FOLDER)
    spec = importlib.util.spec_from_file_location("every_benchmark", FOLDER / "all.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEPT = {"seen": [7, 7, 7], "processor": "of old", "date": "2020-02-02"}


def test_a_row_that_lacks_its_contender_keeps_its_figures_and_says_what_brings_it(whole, capsys, monkeypatch):
    kept = {tier: dict.fromkeys(whole.ROWS, KEPT) for tier in whole.TIERS}
    monkeypatch.setattr(whole.importlib.util, "find_spec", lambda name: None)
    for name, package in (
        ("reference_game", "numba"),
        ("cards", "phevaluator"),
        ("random_bytes", "cryptography"),
    ):
        assert whole.measured(kept, ["avx2"], [name], 1) == kept
        assert f"pip install {package}" in capsys.readouterr().err


def test_a_figure_that_is_measured_tells_where_and_when(whole, capsys, monkeypatch):
    seen = {("mean", "avx2", 1): [0.512], ("mean", "avx512", 1): [1234.5]}
    monkeypatch.setattr(whole, "measured_apart", lambda *job: seen[job])
    kept = {tier: {"mean": KEPT, "cards": KEPT} for tier in whole.TIERS}
    found = whole.measured(kept, ["avx2", "avx512"], ["mean"], 1)
    assert [found[tier]["mean"]["seen"] for tier in whole.TIERS] == [[0.51], [1234]]
    assert "2 of 2, AVX-512: mean of" in capsys.readouterr().err
    table = whole.table(found)
    assert "| 0.51 ms | 1 ms | 1,234 ms | 1 ms | `benchmarks/par.py` |" in table
    assert f"- AVX2: {whole.processor()}, {whole.datetime.date.today()}; of old, 2020-02-02 (cards)." in table
    text = f"above\n{whole.MARKS[0]}old\n{whole.MARKS[1]}below\n"
    assert whole.written(text, found) == f"above\n{whole.MARKS[0]}{table}{whole.MARKS[1]}below\n"
    with pytest.raises(SystemExit, match="has no place for the table"):
        whole.written("above", found)


def test_a_row_is_measured_in_a_process_of_its_own():
    """Or memory that one gave back would change what the next one comes to."""
    code = (
        "import all, sys; print(all.measured_apart('mean', 'avx2', 1), {'par', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, timeout=300, check=True
    )
    assert re.fullmatch(r"\[[0-9.]+\] set\(\)\n", done.stdout), done.stdout


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
