# SPDX-License-Identifier: MIT
"""azar trace: what runs it takes, what it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trace_rig

from emulator.cctalk import headers


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "F.vcd"


def test_window_of_a_scenario_is_written_with_its_save_file(azar: Any, out: Path) -> None:
    signals = "run,pins,coins,supply.tilt"
    found = azar(f"trace --scenario coin_jam --from 4400 --to 6000 --signals {signals} -o {out} --json").json
    assert (found["bytes"], found["failed"]) == (out.stat().st_size, [])
    assert (found["from_us"], found["to_us"], found["cctalk"]) == (4_400_000, 6_000_000, None)
    trace = trace_rig.read(out)
    assert len(trace.bits) == found["signals"]
    assert sum(map(len, trace.changes.values())) == found["changes"]
    times = [at_us for rows in trace.changes.values() for at_us, _ in rows]
    assert 4_400_000 <= min(times) <= max(times) <= 6_000_000
    # The coin that is stuck asserts its line from before the window on, until it is freed.
    assert trace.first["pins.coin_200"] == 1
    assert trace.values("supply.tilt")[:2] == ["", "coin"]
    save = Path(found["save"]).read_text("utf-8")
    assert "pins.coin_200\n" in save
    assert "coins.tray_cents[31:0]\n" in save


def test_journal_gives_the_trace_of_its_run(azar: Any, out: Path, tmp_path: Path) -> None:
    journal, again = tmp_path / "j.jsonl", tmp_path / "again.vcd"
    assert azar(f"play cierzo --seed 00 --headless --script visit --journal {journal}").status == 0
    signals = "-i2c.scl,-i2c.sda"
    assert azar(f"trace cierzo --seed 00 --signals {signals} -o {out}").status == 0
    assert azar(f"trace --journal {journal} --signals {signals} -o {again}").status == 0
    assert out.read_bytes() == again.read_bytes()


def test_pulseview_gets_wires_alone(azar: Any, out: Path) -> None:
    line = f"trace cierzo --ms 300 --mechanisms cctalk --for pulseview -o {out} --json --signals"
    assert azar(f"{line} cctalk").status == 1  # it has texts and numbers alone
    found = azar(f"{line} uart0,pins").json
    assert found["save"] is None
    assert found["cctalk"]["packets"] > 5
    trace = trace_rig.read(out)
    assert set(trace.bits.values()) == {1}
    assert {value for name in trace.bits for value in trace.values(name)} <= {0, 1}
    assert len(trace_rig.serial_bytes(trace, "azar.uart0_tx")) == 5 * found["cctalk"]["packets"]


def test_cup_is_shaken_once(azar: Any, out: Path) -> None:
    shown = azar(f"trace cubilete --signals displays,pins -o {out}")
    assert shown.status == 0
    assert "one throw" in shown.out
    assert trace_rig.read(out).values("displays.dice")[-1] == ""
    assert azar(f"trace cubilete --script other.toml -o {out}").status == 1
    assert azar(f"trace cubilete --mechanisms cctalk --ms 5 -o {out}").status == 1


def test_cup_of_a_table_is_traced_from_its_journal(azar: Any, out: Path, tmp_path: Path) -> None:
    journal = tmp_path / "t.jsonl"
    assert azar(f"pai-gow play --headless --deals 1 --seed 00 --journal {journal}").status == 0
    assert azar(f"trace --journal {journal} --signals displays,pins -o {out}").status == 0
    shown = {len(str(value).split("\\x20")) for value in trace_rig.read(out).values("displays.dice") if value}
    assert shown == {3}


def test_step_that_does_not_hold_leaves_a_whole_trace(azar: Any, out: Path, tmp_path: Path) -> None:
    script = tmp_path / "s.toml"
    script.write_text('[[step]]\nafter_ms = 50\nexpect = { credits = "9.99" }\n', encoding="utf-8")
    shown = azar(f"trace --script {script} --signals supply -o {out}")
    assert shown.status == 1
    assert "9.99" in shown.err
    assert trace_rig.read(out).end_us == 50_000


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("trace --script visit --ms 5", 2, "script and ms must not both be given"),
        ("trace --journal j.jsonl --seed 01", 2, "seed must be left out with journal"),
        ("trace --from 10 --to 10", 2, "to must be above from"),
        ("trace --ms 5 --signals spi", 1, "signals must name some of this machine (got spi)"),
        ("trace nobody --ms 5", 1, "nobody"),
        ("trace --ms 0", 2, "--ms"),
        ("trace --ms 5 --for surfer", 2, "surfer"),
        ("trace --ms 5 -o /nowhere/F.vcd", 1, "/nowhere/F.vcd"),
        ("trace --journal F.vcd", 1, "output must be a file of its own"),
        ("trace F.vcd", 1, "output must be a file of its own"),
    ],
)
def test_what_cannot_be_is_told(azar: Any, out: Path, line: str, status: int, says: str) -> None:
    line = line if "-o" in line else f"{line} -o {out}"
    shown = azar(line.replace(" F.vcd", f" {out}", 1))
    assert shown.status == status
    assert says in " ".join(shown.err.split())
    assert not out.exists() or not out.stat().st_size


def test_decoder_is_written_with_the_names_of_headers(azar: Any, tmp_path: Path) -> None:
    found = azar(f"trace --decoder {tmp_path / 'd'} --json").json
    folder = Path(found["decoder"])
    names: dict[str, Any] = {}
    exec((folder / "headers.py").read_text("utf-8"), names)
    assert names["NAMES"] == headers.NAMES
    assert "class Decoder(srd.Decoder)" in (folder / "pd.py").read_text("utf-8")
    assert "from .pd import Decoder" in (folder / "__init__.py").read_text("utf-8")
