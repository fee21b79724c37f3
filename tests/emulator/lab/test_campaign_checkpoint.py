# SPDX-License-Identifier: MIT
"""Checkpoints: what was interrupted ends in the same bits, and what does not fit is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from campaign_helpers import figures
from soon import soon

from emulator.lab import campaign_checkpoint
from emulator.lab.campaign import Campaign, CampaignError, InterruptedCampaignError, Running, run_campaign
from machines.model import CycleModel, load_cycle

PLAYS = 80_000_000


@pytest.fixture(scope="module")
def cierzo() -> CycleModel:
    return load_cycle("cierzo")


@pytest.fixture(scope="module")
def uninterrupted(cierzo: CycleModel) -> dict[str, Any]:
    return figures(run_campaign(cierzo, PLAYS, machines=2, seed="0123"))


def simulate(*options: str) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-P", "-m", "emulator.cli", "simulate", "cierzo", *options]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("number", soon([signal.SIGINT, signal.SIGTERM], signal.SIGINT))
def test_a_signal_keeps_what_is_done_and_resume_ends_in_the_same_bits(
    number: signal.Signals, tmp_path: Path, cierzo: CycleModel, uninterrupted: dict[str, Any]
) -> None:
    path = tmp_path / "campaign.json"
    options = ("--plays", str(PLAYS), "--machines", "2", "--seed", "0123", "--checkpoint", str(path))
    with simulate(*options) as process:
        while not path.exists():
            assert process.poll() is None, "the campaign must not end before it is interrupted"
            os.sched_yield()
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    done = json.loads(path.read_text())["totals"]["done"]
    assert (process.returncode, out) == (1, "")
    assert 0 <= done < 2 * PLAYS // 1_000_000
    first, _, hint = err.partition("\n\n")
    plays = f"{done * 1_000_000:,} of 160,000,000 plays"
    assert first == f"error: interrupted after {plays}, which {path} keeps"
    assert hint == (f"hint: azar simulate cierzo --plays {PLAYS} --machines 2 --checkpoint {path} --resume\n")
    campaign = run_campaign(cierzo, PLAYS, machines=2, checkpoint=path, resume=True)
    assert figures(campaign) == uninterrupted


def test_a_campaign_that_ended_gives_its_result_again(
    tmp_path: Path, cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "campaign.json"
    first = run_campaign(cierzo, 30_000, machines=3, checkpoint=path)
    monkeypatch.setattr("cext.campaign", lambda *_, **__: 1 // 0)
    again = run_campaign(cierzo, 30_000, machines=3, checkpoint=path, resume=True)
    assert figures(again) == figures(first)


def test_an_interruption_keeps_the_units_that_the_threads_had_done(
    tmp_path: Path, cierzo: CycleModel, uninterrupted: dict[str, Any]
) -> None:
    """Interrupted whenever it tells its progress, gone on with other threads: it comes to the same end."""
    path, told = tmp_path / "campaign.json", list[Running]()

    def interrupt(now: Running) -> None:
        told.append(now)
        if now.done < now.total:
            signal.raise_signal(signal.SIGINT)

    for jobs in range(1, 100):
        try:
            campaign = run_campaign(
                cierzo, PLAYS, machines=2, seed="0123", jobs=jobs % 3 + 1, checkpoint=path, resume=jobs > 1,
                progress=interrupt,
            )  # fmt: skip
        except InterruptedCampaignError:
            continue
        break
    assert len(told) > 2
    assert figures(campaign) == uninterrupted


def test_without_a_checkpoint_an_interruption_stays_one(cierzo: CycleModel) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run_campaign(cierzo, 10**9, seed="00", progress=lambda now: signal.raise_signal(signal.SIGINT))
    assert signal.getsignal(signal.SIGINT) is before


def test_signals_are_as_before_after_a_campaign(cierzo: CycleModel, tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    run_campaign(cierzo, 100, seed="00", checkpoint=tmp_path / "c")
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_another_thread_than_the_main_one_keeps_its_checkpoint_too(
    cierzo: CycleModel, tmp_path: Path
) -> None:
    found: list[Campaign] = []
    thread = threading.Thread(
        target=lambda: found.append(run_campaign(cierzo, 100, seed="00", checkpoint=tmp_path / "c"))
    )
    thread.start()
    thread.join()
    assert figures(found[0]) == figures(run_campaign(cierzo, 100, seed="00"))


def test_the_file_is_written_while_the_campaign_lasts(
    cierzo: CycleModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed leaves the file as it was last written."""
    monkeypatch.setattr(campaign_checkpoint, "KEEP_EVERY_S", 0)
    path, done = tmp_path / "campaign.json", list[int]()

    def look(now: Running) -> None:
        done.append(campaign_checkpoint.load(path).totals["done"])

    run_campaign(cierzo, PLAYS, machines=2, seed="00", jobs=1, checkpoint=path, progress=look)
    assert done == sorted(done)
    assert len(set(done)) > 2


# --- refusals -------------------------------------------------------------------------------------


@pytest.fixture
def kept(cierzo: CycleModel, tmp_path: Path) -> Path:
    path = tmp_path / "campaign.json"
    run_campaign(cierzo, 100, machines=2, seed="0123", checkpoint=path)
    return path


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"plays": 101}, "plays 100 there, 101 here"),
        ({"machines": 3}, "machines 2 there, 3 here"),
        ({"seed": "0124"}, f"key 0123{'00' * 30} there, 0124{'00' * 30} here"),
        ({"plays": 7, "machines": 7}, "plays 100 there, 7 here, machines 2 there, 7 here"),
    ],
)
def test_another_campaign_is_refused(
    cierzo: CycleModel, kept: Path, change: dict[str, Any], told: str
) -> None:
    asked: dict[str, Any] = {"plays": 100, "machines": 2, "seed": "0123"} | change
    with pytest.raises(CampaignError) as caught:
        run_campaign(cierzo, asked.pop("plays"), checkpoint=kept, resume=True, **asked)
    assert str(caught.value) == f"{kept} is of another campaign: {told}"


@pytest.mark.parametrize("name", ["model", "tables", "gamble_rounds", "core"])
def test_what_the_model_and_the_core_are_must_be_the_same(cierzo: CycleModel, kept: Path, name: str) -> None:
    checkpoint = campaign_checkpoint.load(kept)
    other = checkpoint._replace(identity={**checkpoint.identity, name: "other"})
    campaign_checkpoint.save(kept, other)
    with pytest.raises(CampaignError, match=f"is of another campaign: {name} other there, "):
        run_campaign(cierzo, 100, machines=2, checkpoint=kept, resume=True)


def test_a_file_that_exists_is_not_written_over(cierzo: CycleModel, kept: Path) -> None:
    before = kept.read_bytes()
    with pytest.raises(CampaignError, match="checkpoint must be a new file") as caught:
        run_campaign(cierzo, 100, machines=2, seed="0123", checkpoint=kept)
    assert "--resume" in caught.value.hint
    assert kept.read_bytes() == before


def test_damage_is_noticed_wherever_it_is(kept: Path) -> None:
    """A byte changed, or the file cut there: damaged, or nothing gone but white space at the end."""
    sound = kept.read_bytes()
    checkpoint = campaign_checkpoint.load(kept)
    for at in range(0, len(sound), 5):
        for damaged in (sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :], sound[:at]):
            kept.write_bytes(damaged)
            try:
                found = campaign_checkpoint.load(kept)
            except CampaignError as error:
                assert str(error) == f"{kept} is damaged: it is not what its SHA-256 says"
            else:
                assert found == checkpoint


def test_what_is_no_checkpoint_is_named(tmp_path: Path, cierzo: CycleModel) -> None:
    path = tmp_path / "none.json"
    with pytest.raises(CampaignError, match="no checkpoint at"):
        run_campaign(cierzo, 100, checkpoint=path, resume=True)
    with pytest.raises(CampaignError, match="resume needs the checkpoint"):
        run_campaign(cierzo, 100, resume=True)
    for other in ("", "[]", "{}", "null", '{"sha256": 3}', "\xff", "[" * 100_000):
        path.write_text(other, encoding="latin-1")
        with pytest.raises(CampaignError, match="is damaged"):
            campaign_checkpoint.load(path)
    kept: dict[str, Any] = {"format": "azar campaign 0"}
    path.write_text(json.dumps({**kept, "sha256": campaign_checkpoint._digest(kept)}))
    with pytest.raises(CampaignError, match="must be 'azar campaign 1'"):
        campaign_checkpoint.load(path)


def test_a_place_that_cannot_be_written_is_told_before_any_play(tmp_path: Path, cierzo: CycleModel) -> None:
    with pytest.raises(OSError):
        run_campaign(cierzo, 10**12, seed="00", checkpoint=tmp_path / "nowhere" / "campaign.json")
