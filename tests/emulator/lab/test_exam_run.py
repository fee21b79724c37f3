# SPDX-License-Identifier: MIT
"""An examination: planned, carried out in any order, resumed, sealed, repeated, and every byte of it held."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path

import pytest
from mutants import Mutant

from emulator.lab.exam.catalogue import Check, CheckError, added, shipped
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
)
from emulator.lab.exam.folder import ExamError, altered, every_file, note_journals, seal, signer
from emulator.lab.exam.gather import gather
from emulator.lab.exam.going import Going, grown
from emulator.lab.exam.plan import make_plan
from emulator.lab.exam.run import Exam, begin, open_exam
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.verify import verify
from emulator.lab.exam.work import Orders, examine
from machines.rom.seal import make_key, read_private, read_public

# A check that plays a little, keeps a journal and a figure; {limit} is what a test makes of it.
MODULE = """
from emulator.lab.exam.going import Going, grown
from emulator.lab.exam.finding import AT_LEAST, Figure, Findings, Method, Words, judged

def examine(exam):
    with exam.recorded("play") as cabinet:
        cabinet.run(ms=4000)
        cabinet.insert(200)
        cabinet.run(ms=2000)
    exam.keep("seen.json", {{"credits": cabinet.display.credits, "seed": exam.seed}})
    found = Findings()
    credits = int(cabinet.display.credits.replace(".", ""))
    figure = Figure("credits", Words("créditos", "credits"), credits, "cents", {limit}, AT_LEAST)
    found["B-12"] = judged(Words("Visto", "Seen"), Method.OBSERVED, figure, files=["play.jsonl"])
    return found
"""
TABLE = """
[check]
id = "{id}"
run = "{id}:examine"
title = {{ es = "Créditos", en = "Credits" }}
method = "observed"
rows = ["B-12"]
seconds = {{ quick = 1 }}
tests = 2
"""
ROW = "B-12"


def own(folder: Path, id: str = "mine", limit: int = 200) -> Check:
    """A check of the laboratory's own, as its two files."""
    folder.mkdir(exist_ok=True)
    (folder / f"{id}.py").write_text(MODULE.format(limit=limit), encoding="utf-8")
    (folder / f"{id}.toml").write_text(TABLE.format(id=id), encoding="utf-8")
    return added([folder / f"{id}.toml"])[0]


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample.of("cierzo")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the checks that a test names, and the exact mathematics."""
    exact = tuple(check for check in shipped() if check.id == "exact")
    monkeypatch.setattr("emulator.lab.exam.plan.shipped", lambda: exact)


def done(folder: Path, sample: Sample, *checks: Check, **options: object) -> Exam:
    exam = begin(folder, sample, "quick", more=checks, **options)  # type: ignore[arg-type]
    exam.carry_out(jobs=1)
    note_journals(folder)
    return exam


def test_a_figure_is_conforme_only_if_its_whole_interval_meets_the_limit() -> None:
    def grade(value: int, sense: str, **more: float) -> Grade:
        return Figure("x", Words("x", "x"), value, "ms", 100, sense, **more).grade  # type: ignore[arg-type]

    assert grade(100, AT_LEAST) is Grade.CONFORME
    assert grade(99, AT_LEAST) is Grade.NO_CONFORME
    assert grade(100, AT_MOST) is Grade.CONFORME
    assert grade(101, AT_MOST) is Grade.NO_CONFORME
    assert grade(100, EXACTLY) is Grade.CONFORME
    assert grade(101, EXACTLY) is Grade.NO_CONFORME
    assert grade(105, AT_LEAST, low=101, high=109) is Grade.CONFORME
    assert grade(105, AT_LEAST, low=99, high=111) is Grade.NO_EXAMINADO
    assert grade(95, AT_LEAST, low=91, high=99) is Grade.NO_CONFORME
    assert grade(95, AT_MOST, low=91, high=99) is Grade.CONFORME
    assert grade(99, AT_MOST, low=91, high=107) is Grade.NO_EXAMINADO
    assert grade(100, EXACTLY, low=99, high=101) is Grade.NO_EXAMINADO, "a sample never shows equality"
    assert grade(110, EXACTLY, low=109, high=111) is Grade.NO_CONFORME
    assert grade(100, AT_LEAST, uncertainty=1) is Grade.NO_EXAMINADO
    assert grade(101, AT_LEAST, uncertainty=1) is Grade.CONFORME


def test_the_worse_grade_of_two_findings_stands() -> None:
    found = Findings()
    for grade in (Grade.CONFORME, Grade.NO_EXAMINADO, Grade.NO_APLICA):
        found["B-12"] = Finding(grade, Words(grade, grade), Method.OBSERVED)
    assert found.rows["B-12"].grade is Grade.NO_EXAMINADO
    found["B-12"] = Finding(Grade.NO_CONFORME, Words("rojo", "red"), Method.SAMPLED)
    assert found.rows["B-12"].said.en == "red"
    assert Finding.read(found.as_dict()["B-12"]) == found.rows["B-12"]


def test_a_plan_names_every_row_once_with_checks_or_a_reason(sample: Sample) -> None:
    for name in ("cierzo", "monegros", "mudejar", "cometa"):
        plan = make_plan(Sample.of(name), "quick")
        ids = [item.row.id for item in plan.items]
        assert len(ids) == len(set(ids)) > 5
        assert all(item.checks or item.reason for item in plan.items)
        assert plan.seconds == sum(check.seconds["quick"] for check in plan.checks)
    assert {row for check in shipped() for row in check.rows} >= {"B-07", "C-06"}


def test_hypothesis_tests_share_one_error(sample: Sample, tmp_path: Path, alone: None) -> None:
    plan = make_plan(sample, "quick", [own(tmp_path, "one"), own(tmp_path, "two")])
    assert plan.tests == 4
    assert plan.alpha * plan.tests == pytest.approx(0.01)


def test_one_sees_how_far_a_check_is_while_it_is_at_work(
    sample: Sample, tmp_path: Path, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.lab.exam.plan.shipped", tuple)
    mine = own(tmp_path / "own", "mine")
    module = tmp_path / "own" / "mine.py"
    text = module.read_text(encoding="utf-8")
    begins = text[: text.index("(exam):") + len("(exam):")]
    told = "\n".join(f"    exam.told({done}, 4)" for done in (1, 3, 2))
    module.write_text(text.replace(begins, f"{begins}\n{told}"), encoding="utf-8")
    seen: list[tuple[float, float, str]] = []
    exam = begin(tmp_path / "a", sample, "quick", more=[mine])
    exam.carry_out(jobs=1, told=lambda *one: seen.append(one))
    (total,) = {all_s for _, all_s, _ in seen}
    assert [done / total for done, _, _ in seen] == [0.25, 0.75, 0.75, 1.0]


def test_one_sees_how_far_checks_of_other_processes_are(sample: Sample, tmp_path: Path) -> None:
    seen: list[tuple[float, float, str]] = []
    checks = own(tmp_path, "one"), own(tmp_path, "two")
    each = checks[0].seconds["quick"]
    going = Going(checks, "quick", 5, 5 + 2 * each, lambda *one: seen.append(one))
    parts = going.shared(get_context("spawn"))
    parts[1] = grown(600, 600)  # as another process writes it
    going.look()
    going.ended(1)
    assert seen == [(5 + 0.99 * each, 5 + 2 * each, "two"), (5 + each, 5 + 2 * each, "two")]


@pytest.mark.long
def test_processes_order_and_interruption_change_nothing(sample: Sample, tmp_path: Path, alone: None) -> None:
    checks = own(tmp_path / "own", "one"), own(tmp_path / "own", "two")
    whole = done(tmp_path / "a", sample, *checks)
    beside = begin(tmp_path / "b", sample, "quick", more=checks)
    beside.carry_out(jobs=2)
    note_journals(tmp_path / "b")
    stopped = begin(tmp_path / "c", sample, "quick", more=checks)
    for _ in stopped._done(stopped.left[:1], 1, None, Going(stopped.left, "quick", 0, 1, None)):
        pass
    resumed = begin(tmp_path / "c", sample, "quick", more=checks, resume=True)
    assert len(resumed.left) == len(whole.plan.checks) - 1
    resumed.carry_out(jobs=1)
    note_journals(tmp_path / "c")
    kept = [
        {
            path.relative_to(tmp_path / name).as_posix(): path.read_bytes()
            for path in every_file(tmp_path / name)
        }
        for name in "abc"
    ]
    assert kept[0] == kept[1] == kept[2]
    assert gather(whole)["code"] == gather(beside)["code"]


def test_another_examination_is_not_resumed(sample: Sample, tmp_path: Path, alone: None) -> None:
    folder = tmp_path / "a"
    done(folder, sample, own(tmp_path / "own"))
    with pytest.raises(ExamError, match="must be a new or an empty folder"):
        begin(folder, sample, "quick")
    with pytest.raises(ExamError, match=r"checks\.mine must be what the examination began with"):
        begin(folder, sample, "quick", resume=True)
    with pytest.raises(ExamError, match="seed must be what"):
        begin(folder, sample, "quick", seed="01", more=[own(tmp_path / "own")], resume=True)
    with pytest.raises(ExamError, match=r"sample\..* must be what"):
        begin(folder, Sample.of("galacho"), "quick", more=[own(tmp_path / "own")], resume=True)
    with pytest.raises(ExamError, match="mode must be one of quick, standard, full"):
        begin(tmp_path / "b", sample, "slow")


def test_a_sealed_folder_notices_every_altered_added_or_missing_file(
    sample: Sample, tmp_path: Path, alone: None
) -> None:
    folder = tmp_path / "a"
    done(folder, sample, own(tmp_path / "own"))
    make_key(tmp_path / "key")
    seal(folder, read_private(tmp_path / "key"))
    public = read_public(tmp_path / "key.pub")
    assert altered(folder) == []
    assert signer(folder, public) == signer(folder)
    for path in every_file(folder):
        before = path.read_bytes()
        path.write_bytes(before[:-1] + bytes([before[-1] ^ 1]))
        assert path.relative_to(folder).as_posix() in {fault.file for fault in altered(folder)}
        path.write_bytes(before)
    (folder / "more.txt").write_text("x", encoding="utf-8")
    assert [str(fault) for fault in altered(folder)] == ["more.txt: added: the list does not name it"]
    (folder / "more.txt").unlink()
    journal = folder / "evidence/checks/mine/play.jsonl"
    journal.rename(tmp_path / "away")
    assert [str(fault) for fault in altered(folder)] == ["evidence/checks/mine/play.jsonl: missing"]
    (tmp_path / "away").rename(journal)
    listed = folder / "SHA256SUMS"
    listed.write_bytes(listed.read_bytes() + b"\n")
    with pytest.raises(ExamError, match="was not signed so"):
        signer(folder)


def test_a_signature_of_somebody_else_is_refused(sample: Sample, tmp_path: Path, alone: None) -> None:
    folder = tmp_path / "a"
    done(folder, sample)
    for name in ("key", "other"):
        make_key(tmp_path / name)
    with pytest.raises(ExamError, match="No such file"):
        altered(folder)
    seal(folder)
    assert signer(folder) is None
    with pytest.raises(ExamError, match="missing: must be signed by"):
        signer(folder, read_public(tmp_path / "key.pub"))
    seal(folder, read_private(tmp_path / "other"))
    with pytest.raises(ExamError, match=r"must be of \w+ \(got \w+\)"):
        signer(folder, read_public(tmp_path / "key.pub"))


def test_checks_done_again_leave_the_same_bytes(sample: Sample, tmp_path: Path, alone: None) -> None:
    check = own(tmp_path / "own")
    done(tmp_path / "a", sample, check)
    seal(tmp_path / "a")
    made = verify(tmp_path / "a", more=[check])
    assert made.holds and set(made.repeated) == {"exact", "mine"} and made.files == 5
    assert verify(tmp_path / "a", only=[ROW], more=[check], runtime="micropython").repeated == ("mine",)
    with pytest.raises(ExamError, match=r"only must name rows .* \(got B-99\)"):
        verify(tmp_path / "a", only=["B-99"], more=[check])


def test_evidence_that_was_made_up_does_not_come_out_again(
    sample: Sample, tmp_path: Path, alone: None
) -> None:
    """Sealed after it was altered: list and signature hold, the repetition does not."""
    check = own(tmp_path / "own")
    done(tmp_path / "a", sample, check)
    path = tmp_path / "a/evidence/checks/mine/result.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"value": 200', '"value": 400'), encoding="utf-8"
    )
    seal(tmp_path / "a")
    made = verify(tmp_path / "a", more=[check])
    assert [fault.file for fault in made.faults] == ["evidence/checks/mine/result.json"]
    assert "other bytes from byte" in made.faults[0].what


def test_a_retest_stays_beside_what_it_repeats(sample: Sample, tmp_path: Path, alone: None) -> None:
    check = own(tmp_path / "own")
    exam = done(tmp_path / "a", sample, check)
    before = gather(exam)
    with pytest.raises(ExamError, match="why must say"):
        exam.retest(check, " ")
    exam.retest(check, "door of the bench was open")
    note_journals(tmp_path / "a")
    exam = open_exam(tmp_path / "a", more=[check])
    report = gather(exam)
    assert report["code"] != before["code"]
    assert report["retests"] == [
        {"check": "mine", "number": 2, "why": "door of the bench was open",
         "before": {ROW: "conforme"}, "after": {ROW: "conforme"}}
    ]  # fmt: skip
    seeds = [
        json.loads((tmp_path / "a/evidence/checks" / name / "seen.json").read_text())["seed"]
        for name in ("mine", "mine.2")
    ]
    assert seeds[0] != seeds[1]
    seal(tmp_path / "a")
    assert set(verify(tmp_path / "a", more=[check]).repeated) == {"exact", "mine", "mine.2"}


def test_a_row_that_misses_its_limit_makes_the_verdict_red(
    sample: Sample, tmp_path: Path, alone: None
) -> None:
    report = gather(done(tmp_path / "a", sample, own(tmp_path / "own", limit=201)))
    assert report["verdict"] == "no conforme"
    assert [row["id"] for row in report["rows"] if row["grade"] == "no conforme"] == [ROW]
    assert sum(sum(counts.values()) for counts in report["areas"].values()) == len(report["rows"])
    assert gather(done(tmp_path / "b", sample, own(tmp_path / "own")))["verdict"] == "conforme"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[check]", "[chek]", r"must hold a table \[check\]"),
        ('method = "observed"', 'method = "guessed"', "check.method must be one of"),
        ("tests = 2", "test = 2", "check.test must be one of"),
        ('rows = ["B-12"]', "", "check.rows is missing"),
        ("quick = 1", "slow = 1", "check.seconds must be of quick, standard, full"),
        ("tests = 2", "tests =", "must be TOML"),
        ("mine:examine", "yours:examine", "must be the module of a check"),
    ],
)
def test_a_file_that_is_no_check_is_refused_by_its_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    own(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(CheckError, match=said):
        added([path])


def test_a_check_that_cannot_end_leaves_its_rows_unexamined_and_says_why(
    sample: Sample, tmp_path: Path, alone: None
) -> None:
    check = own(tmp_path / "own")
    path = tmp_path / "own/mine.py"
    path.write_text(path.read_text(encoding="utf-8").replace("insert(200)", "insert(3)"), encoding="utf-8")
    check = added([tmp_path / "own/mine.toml"])[0]
    row = next(row for row in gather(done(tmp_path / "a", sample, check))["rows"] if row["id"] == ROW)
    assert row["grade"] == "no examinado"
    assert (
        "could not end: cents must be a coin that the purse holds (got 3" in row["findings"][0]["said"]["en"]
    )


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("BenchError('the meters must come to rest')", "could not end: the meters must come to rest"),
        ("StuckError(Words('no hay premio', 'no prize'))", "could not end: no prize"),
        ("KeyError('/home/somebody')", "could not end: mine:examine: KeyError"),
    ],
)
def test_whatever_stops_a_check_ends_no_examination(
    sample: Sample, tmp_path: Path, alone: None, raised: str, said: str
) -> None:
    """Machine or check at fault: its rows are not examined, and nothing of this computer is told."""
    own(tmp_path / "own")
    names = (
        "from emulator.lab.bench.bench import BenchError\nfrom emulator.lab.bench.guest import StuckError\n"
        "from emulator.lab.exam.finding import Words\n"
    )
    text = f"{names}\ndef examine(exam):\n    raise {raised}\n"
    (tmp_path / "own/mine.py").write_text(text, encoding="utf-8")
    check = added([tmp_path / "own/mine.toml"])[0]
    row = next(row for row in gather(done(tmp_path / "a", sample, check))["rows"] if row["id"] == ROW)
    assert row["grade"] == "no examinado"
    assert row["findings"][0]["said"]["en"].endswith(said.removeprefix("could not end: "))
    assert "somebody" not in json.dumps(row)


def test_a_machine_whose_buttons_are_dead_ends_no_examination(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lit START that starts nothing is No conforme; a menu that nobody could read is not examined."""
    Mutant("machines/firmware/buttons.py", "state.presses |= bit", "pass", "").spoil(monkeypatch)
    dead = Sample.of("cierzo")
    found = {}
    for check in shipped():
        if check.id in ("pace", "meters", "service_tests"):
            rows = examine(check, dead, Orders("quick", "00"), tmp_path / check.id)
            assert check.id == "pace" or rows["G-29"].grade == Grade.NO_EXAMINADO
            found |= rows
    assert found["B-10"].grade == Grade.NO_CONFORME
    assert found["G-60"].grade == Grade.NO_CONFORME
