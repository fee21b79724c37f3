# SPDX-License-Identifier: MIT
"""azar lab: from a model or a ROM to a sealed report, repeated, retested, and refused where it must be."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator import cli
from emulator.lab.exam.catalogue import shipped

DOCS = (ROOT / "docs" / "commands.md").read_text("utf-8")


@pytest.fixture(autouse=True, scope="module")
def few() -> Iterator[None]:
    """Three checks of a moment; what the others find is theirs to test."""
    chosen = tuple(check for check in shipped() if check.id in ("exact", "price", "documents"))
    assert len(chosen) == 3
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emulator.lab.exam.plan.shipped", lambda: chosen)
        yield


def run(*line: str | Path) -> int:
    return cli.run(["lab", *map(str, line)])


def said(capsys: pytest.CaptureFixture[str], *line: str | Path) -> dict[str, Any]:
    run(*line, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def keys(verb: str) -> set[str]:
    """The keys that docs/commands.md gives of a verb's object."""
    section = DOCS.partition(f"\n### azar lab {verb}\n")[2].partition("\n### ")[0].partition("\n## ")[0]
    (text,) = re.findall(r"^\| `--json` \| (.+) \|$", section, re.MULTILINE)
    return set(
        re.findall(r"\b[a-z_]+\b", re.sub(r"\([^()]*\)", "", " ".join(re.findall(r"`([^`]+)`", text))))
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an examination, signed by the key beside it."""
    folder = tmp_path_factory.mktemp("lab")
    assert cli.run(["rom", "keygen", "-o", str(folder / "key")]) == 0
    line = ("cierzo", "--quick", "--jobs", "1", "--key", folder / "key", "-o", folder / "informe")
    assert run(*line) == 0
    return folder


@pytest.fixture
def informe(made: Path, tmp_path: Path) -> Path:
    """A copy of it to work with."""
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy" / "informe"


def test_a_machine_leaves_a_sealed_report(informe: Path) -> None:
    names = {path.relative_to(informe).as_posix() for path in informe.rglob("*") if path.is_file()}
    assert {"report.html", "report.pdf", "report.json", "SHA256SUMS", "SHA256SUMS.sig"} <= names
    assert {"evidence/exam.json", "evidence/sample.rom", "evidence/checks/price/result.json"} <= names
    assert {"about/run.json", "vm/micropython.wasm", "pictures/rest.png", "pictures/recall.png"} <= names
    assert (informe / "report.pdf").read_bytes().startswith(b"%PDF")
    report = json.loads((informe / "report.json").read_text("utf-8"))
    assert report["verdict"] == "conforme" and report["code"] in (informe / "report.html").read_text("utf-8")


def test_it_is_repeated_and_its_signature_is_held(informe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, "verify", informe, "--key", f"{informe.parent / 'key'}.pub")
    assert set(found) == keys("verify")
    assert found["holds"] and set(found["checks"]) == {"documents", "exact", "price"}
    assert run("verify", informe, "--only", "B-02", "--runtime", "micropython") == 0
    assert "done again" in capsys.readouterr().out
    path = informe / "evidence" / "checks" / "price" / "price.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"cents":', b'"cents" :', 1))
    assert run("verify", informe, "--only", "B-02") == 1
    assert "price.jsonl: altered: SHA-256 must be" in capsys.readouterr().err


@pytest.mark.long
def test_a_retest_gives_the_report_another_code(informe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = json.loads((informe / "report.json").read_text("utf-8"))["code"]
    assert run("retest", informe, "--check", "price", "--why", "la moneda se atascó") == 0
    after = json.loads((informe / "report.json").read_text("utf-8"))
    assert after["code"] != before
    assert [(one["check"], one["why"]) for one in after["retests"]] == [("price", "la moneda se atascó")]
    assert "la moneda se atascó" in (informe / "report.html").read_text("utf-8")
    assert run("verify", informe) == 0
    capsys.readouterr()
    assert run("retest", informe, "--check", "nothing", "--why", "x") == 1
    assert "check must be one of documents, exact, price (got nothing)" in capsys.readouterr().err


def test_the_plan_lists_every_row_and_the_time_of_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, "plan", "mudejar", "--quick")
    assert set(found) == keys("plan")
    assert [check["id"] for check in found["checks"]] == ["documents", "exact"], "price is of type B"
    assert run("plan", "mudejar", "--quick") == 0
    out = capsys.readouterr().out
    assert "C-06" in out and "hypothesis tests share an error of 1 %" in out


@pytest.mark.long
def test_a_red_row_is_told_and_the_status_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The model whose plan starves its first 5,000 plays, taken in as a draft."""
    assert run("sample", "pobre", "-o", tmp_path / "pobre.rom") == 0
    assert run(tmp_path / "pobre.rom", "--quick", "--jobs", "1", "-o", tmp_path / "informe") == 1
    out = capsys.readouterr().out
    assert "No conforme" in out and "B-08" in out


@pytest.mark.long
def test_a_machine_whose_books_are_wrong_has_a_report_as_well(tmp_path: Path) -> None:
    """It is drawn as it plays; that its books contradict its coins is for the checks to say."""
    assert run("sample", "doble", "-o", tmp_path / "doble.rom") == 0
    assert run(tmp_path / "doble.rom", "--quick", "--jobs", "1", "-o", tmp_path / "informe") == 0
    assert (tmp_path / "informe" / "pictures" / "after.png").exists()


def test_the_faulty_machines_are_listed_with_their_rows(capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, "sample")
    machines = {"doble", "memorion", "otras_tiras", "pobre", "sordo"}
    devices = {"cargado", "indecisa", "olvidadiza", "precipitada", "sesgada"}
    assert {one["name"] for one in found["samples"]} == machines | devices
    assert all(one["rows"] and one["wrong"]["es"] for one in found["samples"])
    assert run("sample", "nobody") == 1
    assert "name must be one of cargado" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        (["cierzo", "--quick", "--full", "-o", "x"], 2, "--quick and --full must not both be given"),
        (["cierzo", "--quick"], 2, "missing option '--output'"),
        (["cierzo", "--lang", "fr", "-o", "x"], 2, "in es and en only (got fr)"),
        (["examine", "cierzo", "--quick", "--lang", "ca", "-o", "x"], 2, "in es and en only (got ca)"),
        (["retest", "x", "--check", "rom", "--why", "y", "--lang", "gl"], 2, "in es and en only (got gl)"),
        (["diff", "cierzo", "moncayo", "--lang", "eu"], 2, "in es and en only (got eu)"),
        (["nobody", "--quick", "-o", "x"], 1, "nobody"),
        (["verify", "nowhere"], 1, "SHA256SUMS: No such file"),
        (["cierzo", "--quick", "-o", "x", "--entity", "bad.toml"], 1, "entitty must be one of entity"),
        (["cierzo", "--quick", "-o", "x", "--check-file", "no.toml"], 1, "no.toml: No such file"),
        (["cierzo", "--resume", "--quick", "-o", "x"], 1, "exam.json: No such file"),
    ],
)
def test_a_wrong_line_is_answered_with_the_next_step(
    line: list[str], status: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text('entitty = "x"\n', encoding="utf-8")
    assert run(*line) == status
    told = capsys.readouterr().err
    assert words in told and "hint: " in told
    assert not Path("x").exists()
