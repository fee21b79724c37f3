# SPDX-License-Identifier: MIT
"""azar simulate: what it prints, how it goes on, and the example of its page."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator.commands import console, simulate
from emulator.lab.campaign import InterruptedCampaignError, Running

PAGE = ROOT / "docs" / "campaigns.md"


def test_a_machine_of_chance_prints_features_pots_and_its_most_common_prizes(azar: Any) -> None:
    status, out, _ = azar("simulate aneto --plays 50000 --seed 00 --gamble 2")
    assert status == 0
    for words in ("gambles", "posets", "must_hit", "combination", "sigma", "all in --json"):
        assert words in out
    assert len(out.splitlines()) < 80


def test_json_of_a_machine_of_chance(azar: Any) -> None:
    told = json.loads(azar("simulate aneto --plays 50000 --machines 2 --seed 00 --json")[1])
    pots = {pot["name"]: pot for pot in told["pots"]}
    assert (told["kind"], told["type"], told["gamble_rounds"]) == ("plays", "C", 0)
    assert set(pots) == {"posets", "aneto"}
    assert Fraction(pots["aneto"]["expected_hits"]) > 0
    assert pots["posets"]["expected_hits"] is None
    assert sum(row["count"] for row in told["prizes"]) == 100_000


def test_the_line_that_goes_on_is_the_line_that_was_asked(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise InterruptedCampaignError("interrupted after 1 of 2 plays, which a file keeps")

    monkeypatch.setattr("emulator.lab.campaign.run_campaign", interrupted)
    line = "simulate aneto --plays 70 --machines 3 --gamble 2 --jobs 1 --prizes-only --checkpoint 'a b.json'"
    status, out, err = azar(f"{line} --seed 00")
    assert (status, out) == (1, "")
    assert err.splitlines()[0] == "error: interrupted after 1 of 2 plays, which a file keeps"
    assert err.splitlines()[-1] == f"hint: azar {line} --resume"


def test_a_checkpoint_is_gone_on_with_and_not_written_over(azar: Any, tmp_path: Path) -> None:
    line = f"simulate aneto --plays 5000 --checkpoint {tmp_path / 'c.json'} --json"
    first, again = json.loads(azar(line)[1]), json.loads(azar(f"{line} --resume")[1])
    assert again == first
    refused = json.loads(azar(line)[1])["error"]
    assert refused["message"].startswith("checkpoint must be a new file")
    assert "--resume" in refused["hint"]
    other = json.loads(azar(f"{line} --resume --machines 2")[1])["error"]
    assert other["message"].endswith("is of another campaign: machines 1 there, 2 here")


@pytest.mark.parametrize(("model", "plays"), [("aneto", 70_000), ("cierzo", 70_000), ("galacho", 30_000)])
def test_every_kernel_plays_the_same_and_is_named(azar: Any, model: str, plays: int) -> None:
    line = f"simulate {model} --plays {plays} --seed 00"
    refused = json.loads(azar(f"{line} --kernel nobody --json")[1])["error"]
    assert refused["message"].endswith("(got 'nobody')")
    names = refused["message"].removeprefix("kernel must be auto or one of ").partition(" (")[0].split(", ")
    auto = json.loads(azar(f"{line} --json")[1])
    assert "plain" in names and set(auto["kernels"]) <= set(names)
    assert sum(auto["kernels"].values()) == plays
    for name in names:
        told = json.loads(azar(f"{line} --kernel {name} --json")[1])
        assert told["kernels"] == {name: plays}
        for key in ("plays_per_second", "kernels"):
            told[key] = auto[key]
        assert told == auto
        assert re.search(rf"kernel +{name} *$", azar(f"{line} --kernel {name}")[1], re.MULTILINE)


def test_prizes_without_display_are_the_same_prizes_and_called_so(azar: Any) -> None:
    line = "simulate cierzo --plays 50000 --machines 2 --seed 00"
    played, drawn = (json.loads(azar(f"{line} --json{more}")[1]) for more in ("", " --prizes-only"))
    assert (played["kind"], drawn["kind"]) == ("plays", "prizes")
    assert drawn["digest"] != played["digest"]
    for key in ("kind", "digest", "plays_per_second"):
        drawn[key] = played[key]
    assert drawn == played
    assert ", prizes only" in azar(f"{line} --prizes-only")[1]
    refused = azar("simulate galacho --plays 10 --gamble 1 --prizes-only")[2]
    assert refused.startswith("error: gamble_rounds must be 0 where prizes alone are drawn")


def test_of_chance_the_window_decides_the_prize_so_prizes_only_changes_nothing(azar: Any) -> None:
    line = "simulate aneto --plays 3000 --seed 00 --kernel plain --json"
    assert json.loads(azar(line)[1]) | {"plays_per_second": 0} == json.loads(
        azar(f"{line} --prizes-only")[1]
    ) | {"plays_per_second": 0}


def test_what_the_machine_does_not_offer_is_refused(azar: Any) -> None:
    for model, message in (
        ("moncayo", "gamble_rounds must be"),
        ("cierzo", "gamble_rounds of a prize cycle"),
    ):
        status, _, err = azar(f"simulate {model} --plays 10 --gamble 1")
        assert status == 1
        assert err.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("now", "note"),
    [
        (Running(0, 10, None, None), ""),
        (Running(5, 10, 80.42, None), "80.4200 %"),
        (Running(5, 10, 80.42, 0.25), "80.4200 ± 0.2500 %"),
    ],
)
def test_the_progress_bar_tells_payout_and_interval(now: Running, note: str) -> None:
    assert simulate._note(now) == note


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_campaign_shows_a_bar_with_the_time_left(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of our own, on which two seconds pass from one look at the campaign to the next."""
    screen, clock_s, seen = Terminal(), [0.0], list[tuple[float, int]]()

    def look(now: Running) -> str:
        clock_s[0] += 2
        if now.done > (seen[-1][1] if seen else 0):
            seen.append((clock_s[0], now.done))
        if len(seen) == 5:
            raise KeyboardInterrupt
        return "as ever"

    monkeypatch.setattr(simulate, "_note", look)
    monkeypatch.setattr(console, "monotonic", lambda: clock_s[0])
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert azar("simulate cierzo --plays 1000000000 --jobs 1").status == 1
    (first_s, first), *_, (last_s, last), _ = seen
    left_s = ceil((10**9 - last) / ((last - first) / (last_s - first_s)))
    minutes, seconds = divmod(left_s, 60)
    assert "playing as ever" in screen.getvalue()
    assert re.findall(r"\d+:\d\d:\d\d", screen.getvalue())[-1] == f"0:{minutes:02}:{seconds:02}"


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    run = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("80.42 None ")
