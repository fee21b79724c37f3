# SPDX-License-Identifier: MIT
"""azar table verify and audit as a person sees them: tables, pages, JSON, statuses, lines for errors."""

from __future__ import annotations

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages import pofile
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from draws_rig import (
    biased_pocket,
    clumped,
    fair_dice,
    fair_shoes,
    fair_wheel,
    loaded_die,
    signed,
    without_cards,
)
from places import ROOT

import machines.tables.inspection as room
from emulator import cli
from emulator.sheets.writer import Writer
from emulator.tables.inspection import verify_page as verify_words
from emulator.tables.inspection.audit_page import audit_page
from emulator.tables.inspection.audit_words import BIASES, TRIALS
from emulator.tables.inspection.pictures import Bar, banded, rose
from emulator.tables.inspection.verify_page import Maker, verify_page
from machines.rom.seal import read_public
from machines.support.languages import FOLDER, languages
from machines.tables.inspection.audit import audit
from machines.tables.inspection.dice_trials import DiceDraws
from machines.tables.inspection.draws import DrawsRecord, read_draws
from machines.tables.inspection.read import read_record
from machines.tables.inspection.shoe_trials import ShoeDraws
from machines.tables.inspection.verified import Finding
from machines.tables.inspection.verify import verify
from machines.tables.inspection.wheel_trials import WheelDraws

EXAMPLES = Path(room.__file__).parent / "examples"
MAKER = Maker("0.1.0", "ab" * 32)
FACTS = dict.fromkeys(("place", "table", "date", "inspector", "remarks"), "x")
DOCS = ROOT / "docs" / "commands.md"


def of(draws: Any, ordered: bool = False) -> DrawsRecord:
    """A record of draws."""
    kind = {WheelDraws: "wheel", DiceDraws: "dice", ShoeDraws: "shoe"}[type(draws)]
    return DrawsRecord("f.txt", "cd" * 32, "x", "Title", "Source", kind, FACTS, draws, 500, ordered)


@pytest.fixture(scope="module")
def kinds() -> list[DrawsRecord]:
    """Records of every kind, fair and not, from which every word is heard."""
    few = fair_wheel(1, 25)
    dice = DiceDraws(tuple(tuple(sorted(throw)) for throw in fair_dice(3, 40).throws), ordered=False)
    short = ShoeDraws(tuple(shoe[:150] for shoe in fair_shoes(1, 2).shoes), 6)
    return [
        of(few), of(biased_pocket(0.1, 1, 500)), of(signed(0.3, 1, 900)), of(fair_wheel(1, 900, "boule")),
        of(loaded_die(0.4, 1, 500)), of(dice, True), of(without_cards(3, 1, 5, 290)), of(short),
        of(ShoeDraws((*fair_shoes(1, 1).shoes, fair_shoes(2, 1).shoes[0][:300]), 6, whole=True)),
        of(clumped(0.3, 1, 2)),
    ]  # fmt: skip


def findings() -> list[Finding]:
    """One of every kind and rule."""
    kinds = [
        Finding(kind, "1", "f, round 1", 1, "17", 100, least_cents=1, most_cents=2)
        for kind in ("refused", "decided", "procedure", "cards")
    ]
    rules = ("minimum", "maximum", "multiple", "spot", "contract", "first_throw", "odds", "chips")
    kinds += [Finding("taken", "1", "f", 1, "17", 100, rule=rule) for rule in rules]
    kinds += [
        Finding("taken", "1", "f", 1, "17", 100, least_cents=1, most_cents=2, rule=rule) for rule in rules[:2]
    ]
    kinds += [Finding("taken", "1", "f", 1, "17", 100, owed_cents=cents, rule="odds") for cents in (-5, 0, 5)]
    amounts = ((None, 5), (3, 5), (-3, -5), (3, -5), (-3, 5))
    kinds += [Finding("difference", "1", "f", 1, "17", 100, paid, owed) for paid, owed in amounts]
    return [*kinds, Finding("difference", "1", "f", 1, "17", 0, 5, 0, rule="no_stake")]


def test_every_message_is_in_spanish(kinds: list[DrawsRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[str] = set()
    monkeypatch.setattr(verify_words, "translator", lambda *_: lambda words: said.add(words) or words)
    write = Writer("en")
    for record in kinds:
        audit_page(audit(record), MAKER, write)
    for path in sorted(EXAMPLES.glob("*.*")):
        verify_page(verify(read_record(path)), MAKER, write)
    stopped = verify(read_record(EXAMPLES / "french_roulette.toml"))._replace(
        stopped="no throw", findings=tuple(findings())
    )
    verify_page(stopped, MAKER, write)
    catalogue = pofile.read_po(io.BytesIO((FOLDER / "es" / "LC_MESSAGES" / "inspection.po").read_bytes()))
    ready = {str(message.id): message.string for message in catalogue if message.id}
    assert {words for words in said if words not in ready} == set()
    assert all(ready.values())
    assert {words for words in ready if words not in said} == set()


def test_every_test_and_bias_has_a_name(kinds: list[DrawsRecord]) -> None:
    found = [one for record in kinds for one in audit(record).trials]
    assert {one.trial.name for one in found} == set(TRIALS)
    assert {re.sub(r" \d+$", "", bias.kind) for one in found for bias in one.biases} == set(BIASES)


@pytest.mark.parametrize("language", languages()[:1])
def test_a_page_needs_no_network_repeats_and_is_signed(language: str, kinds: list[DrawsRecord]) -> None:
    for record in kinds[2:3]:
        page = audit_page(audit(record), MAKER, Writer(language))
        assert page == audit_page(audit(record), MAKER, Writer(language))
        assert not re.search(r'(src|href)="(?!data:)', page)
        assert page.count("<svg") == 2 and page.count("min-height: 22mm") == 3
        assert MAKER.rules_sha256 in page and record.sha256 in page
    page = verify_page(verify(read_record(EXAMPLES / "differences.toml")), MAKER, Writer(language))
    assert "1, IV.1.A.b" in page and page.count("min-height: 22mm") == 3


def test_a_wheel_is_drawn_with_what_is_odd_in_red(kinds: list[DrawsRecord]) -> None:
    fair = [Bar(str(at), 20, 20.0, 5, 40) for at in range(37)]
    drawn = rose("t", fair, ["#000"] * 37, "740")
    assert drawn.count("<path") == 4 * 37 and "#d63c22" not in drawn
    drawn = rose("t", [*fair[:5], fair[5]._replace(seen=60, odd=True), *fair[6:]], ["#000"] * 37, "740")
    assert drawn.count("#d63c22") == 2 and ">60</text>" in drawn
    drawn = banded("t", [*fair[:3], fair[3]._replace(seen=60, odd=True)])
    bars = re.findall(r'height="([\d.]+)" fill="(#0e1b3d|#d63c22)"', drawn)
    assert [float(height) / float(bars[0][0]) for height, _ in bars] == pytest.approx([1, 1, 1, 3], rel=0.01)
    assert [fill for _, fill in bars] == ["#0e1b3d"] * 3 + ["#d63c22"]
    page = audit_page(audit(kinds[1]), MAKER, Writer("en"))
    assert page.count('fill="#d63c22"') == 1


@pytest.mark.parametrize("name", ["french_roulette.toml", "differences.toml"])
def test_verify_tells_and_ends_with_its_verdict(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = name.startswith("diff")
    page = tmp_path / "report.html"
    status = cli.run(["table", "verify", str(EXAMPLES / name), "--report", str(page), "--lang", "es"])
    shown = capsys.readouterr()
    assert (status, "Hallazgos" in shown.out) == (int(wrong), wrong)
    assert "wrote" in shown.err and ("no coincide" in page.read_text("utf-8")) == wrong


def test_audit_tells_and_ends_with_its_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", "audit", str(EXAMPLES / "audit" / "wheel.csv"), "--lang", "en"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "nothing found" in shown and "1 in 15.7 1 in 12.8" in shown
    numbers = " ".join(map(str, biased_pocket(0.1, 1, 500).numbers))
    (tmp_path / "spins.txt").write_text(numbers, encoding="utf-8")
    line = ["table", "audit", str(tmp_path / "spins.txt"), "--game", "french-roulette"]
    assert cli.run([*line, "--report", str(tmp_path / "r.html")]) == 1
    assert "What is odd" in capsys.readouterr().out
    assert cli.run([*line, "--level", "0.001", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["level"], found["odd"]) == (pytest.approx(1e-5), True)


def right(public: Ed25519PublicKey, signature: bytes, data: bytes) -> bool:
    try:
        public.verify(signature, data)
    except InvalidSignature:
        return False
    return True


def test_a_page_is_signed_with_a_key_that_anybody_can_check(tmp_path: Path) -> None:
    key, page = tmp_path / "key.pem", tmp_path / "r.html"
    assert cli.run(["rom", "keygen", "-o", str(key)]) == 0
    line = ["table", "verify", str(EXAMPLES / "boule.csv"), "--key", str(key)]
    assert cli.run([*line, "--report", str(page)]) == 0
    public = Ed25519PublicKey.from_public_bytes(read_public(tmp_path / "key.pem.pub"))
    signature = (tmp_path / "r.html.sig").read_bytes()
    assert right(public, signature, page.read_bytes())
    assert not right(public, signature, page.read_bytes() + b" ")
    assert cli.run(line) == 2


@pytest.mark.parametrize(
    ("verb", "name"), [("verify", "craps.toml"), ("audit", "audit/dice.txt"), ("audit", "audit/shoe.toml")]
)
def test_json_has_the_keys_of_the_docs(verb: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", verb, str(EXAMPLES / name), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    section = DOCS.read_text("utf-8").partition(f"\n### azar table {verb}\n")[2].partition("\n### ")[0]
    (said,) = re.findall(r"^\| `--json` \| `(.+)` \|$", section, re.MULTILINE)
    assert said.split(", ") == list(found)
    assert found["sha256"] == hashlib.sha256((EXAMPLES / name).read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["verify", "nothing.toml"], "nothing.toml: No such file"),
        (["verify", "{}/few.txt"], "a record must be .toml, .csv (got .txt)"),
        (["audit", "{}/few.txt", "--game", "craps"], "few.txt, line 1: a throw must be two faces"),
        (["audit", "{}/few.txt"], "game must be one of"),
        (["audit", "{}/few.txt", "--game", "boule", "--report", "r.pdf"], "a report must be a .html file"),
        (["audit", "{}/few.txt", "--level", "50"], "--level"),
    ],
)
def test_wrong_usage_is_a_line_and_a_hint(
    line: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "few.txt").write_text("1 2 3", encoding="utf-8")
    assert cli.run(["table", *(word.format(tmp_path) for word in line)]) == 2
    shown = capsys.readouterr().err
    assert says in shown and "Traceback" not in shown


def test_without_scipy_an_audit_says_which_extra_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.run(["table", "audit", str(EXAMPLES / "audit" / "wheel.csv")]) == 1
    assert "azar[lab]" in capsys.readouterr().err


def test_rounds_of_a_record_of_bets_can_be_looked_through(tmp_path: Path) -> None:
    plays = "".join(f"\n[[round]]\ngiven = {number}" for number in fair_wheel(2, 30).numbers)
    path = tmp_path / "rounds.toml"
    path.write_text(f'game = "american-roulette"{plays}\n', encoding="utf-8")
    assert not audit(read_draws(path)).odd
