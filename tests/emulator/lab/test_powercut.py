# SPDX-License-Identifier: MIT
"""The power-cut sweep: what it visits, that its cuts are real ones, and that our firmware stands it."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from places import ROOT, TESTS

from emulator.cabinet import Cabinet
from emulator.chapters.player import Chapter, Player
from emulator.lab.powercut import PowercutError, chapters, run_powercut
from emulator.lab.powercut_bench import SETTLED_US, Bench, moving
from emulator.lab.powercut_recorder import Place, Recorder, Tally
from emulator.types.cycle.chapters import CHAPTERS
from machines.memory.record import decode
from machines.model import Model, load_model, parse_model
from machines.rom.program import firmware_sources

KEY = bytes(32)
BUCKETS = ("credits_cents", "reserve_cents", "pending_cents", "prize_meter_cents")
JSON_KEYS = {
    "model", "profile", "seed", "runtime", "complete", "places", "cuts", "replugs", "warned_cuts",
    "fuel_cuts", "kills", "fram_write_points", "states", "merged", "boots", "rests", "violations", "found",
    "open", "chapters", "jobs", "ms", "cuts_per_second",
}  # fmt: skip


@functools.cache
def model() -> Model:
    """The shipped machine."""
    return load_model("cierzo")


def chapter_of(name: str) -> Chapter:
    """A chapter by its name."""
    return next(chapter for chapter in CHAPTERS if chapter.name == name)


# --- our firmware ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cuts", [120, pytest.param(250, marks=pytest.mark.long)])
def test_places_drawn_from_the_whole_script_find_nothing_wrong(cuts: int) -> None:
    """DESIGN promises 2 and 5; RD 2110/1998 arts. 6.13, 14.1.b, 14.2.a."""
    sweep = run_powercut(model(), cuts=cuts, seed="00")
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.violations == 0
    assert sweep.total.cuts == cuts == sweep.total.counts.states + sweep.total.counts.merged
    assert not sweep.complete
    # A sweep that never meets a coin between its sensor and the books has not looked there.
    assert sweep.total.open_coins_in and sweep.total.open_coins_out and sweep.total.open_pulses


@pytest.mark.long
def test_every_place_of_a_double_play_finds_nothing_wrong() -> None:
    sweep = run_powercut(model(), seed="00", only=("stratum",))
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.complete and sweep.total.cuts == sweep.places
    assert sweep.total.warned_cuts > 50


@pytest.mark.long
def test_every_place_of_the_script_finds_nothing_wrong() -> None:
    sweep = run_powercut("cierzo", seed="00")
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 40_000


# --- what it visits -------------------------------------------------------------------------------


def test_the_script_makes_the_machine_do_all_that_it_can_do_with_money() -> None:
    done: set[str] = set()
    for chapter in chapters(model()):
        cab = chapter.cabinet(model(), KEY)

        def listen(kind: str, _t_us: int, fields: Mapping[str, Any], cab: Cabinet = cab) -> None:
            if kind == "coin_accepted":
                done.add(f"in {fields['cents']}")
            elif kind == "hopper_coin":
                done.add(f"out {fields['cents']}")
            elif kind == "step":
                done.add(f"step {fields['simultaneous']} held {bool(fields['held'])}")
            elif kind in ("absorb", "meter"):
                done.add(kind + str(fields.get("name", "")))
            if cab.tilt:
                done.add(cab.tilt)
            record = decode(cab.nvram)
            assert record is not None
            done.update(name for name, _ in record["queue"])
            done.update(name for name in BUCKETS if record[name])

        cab.listen(listen)
        chapter.play(Player(cab))
        assert cab.fault is None and cab.flags == []
    assert done >= {
        "in 10", "in 20", "in 50", "in 100", "in 200", "out 10", "out 100", "step 1 held False",
        "step 1 held True", "step 2 held False", "absorb", "meterplays", "meterprizes", "meterin", "meterout",
        "hopper_100", "meter", "reel_1", "door", "refund", "prize", "reserve_cents", "pending_cents",
        "prize_meter_cents",
    }  # fmt: skip


def test_the_script_fits_a_machine_without_hold_and_double_plays() -> None:
    text = (TESTS / "support" / "sound_model.toml").read_text(encoding="utf-8")
    text = text.replace("hold = true", "hold = false").replace("simultaneous_max = 2", "simultaneous_max = 1")
    plain = parse_model(text.encode(), source="plain.toml")
    assert [chapter.name for chapter in chapters(plain)] == [
        chapter.name for chapter in CHAPTERS if chapter.name not in ("hold", "note", "gamble", "returned")
    ]
    for chapter in chapters(plain):
        cab = chapter.cabinet(plain, KEY)
        chapter.play(Player(cab))
        assert cab.fault is None and cab.flags == []


def test_the_documentation_has_every_chapter() -> None:
    text = (ROOT / "docs" / "power.md").read_text(encoding="utf-8")
    table = text.partition("| type | chapters |")[2].partition("\n\n")[0]
    names = ("cierzo", "galacho", "bochorno", "aneto", "mudejar", "veruela", "cometa", "verbena")
    there = {chapter.name for name in names for chapter in chapters(load_model(name))}
    assert there - {f"{name}_2" for name in there} == set(re.findall(r"`(\w+?)(?:_2)?`", table))


def test_joins_lie_where_their_chapters_say() -> None:
    import cext

    for name, entries in (("cycle", model().tables.cycle_plays), ("stratum", sum(model().tables.strata[0]))):
        cab = chapter_of(name).cabinet(model(), KEY)
        record = decode(cab.nvram)
        assert record is not None
        before = cext.view_state(model().tables, record["state"])
        assert (before.play, before.remaining) == (entries - 1, 1)
        chapter_of(name).play(Player(cab))
        record = decode(cab.nvram)
        assert record is not None
        assert cext.view_state(model().tables, record["state"]).play == entries + 1


def test_every_byte_that_is_written_is_a_place() -> None:
    recorder = Recorder(chapter_of("stratum"), model(), KEY, count_only=True)
    cab = recorder._cab
    before = cab.board.fram.writes
    tally = recorder.run()
    assert tally.fram_bytes == cab.board.fram.writes - before > 2_000
    assert recorder.places > tally.fram_bytes


def test_a_tally_begins_with_nothing() -> None:
    counts = {name: value for name, value in vars(Tally()).items() if isinstance(value, int)}
    assert set(counts.values()) == {0} and "misplaced_coins" in counts


def test_drawn_places_are_visited_each_once() -> None:
    recorder = Recorder(chapter_of("stratum"), model(), KEY, chosen=(3, 700, 701, 2_000))
    assert recorder.run().cuts == 4
    assert Recorder(chapter_of("stratum"), model(), KEY, chosen=()).run().cuts == 0


def test_a_place_is_replugged_only_while_something_moves() -> None:
    cab = chapter_of("coins").cabinet(model(), KEY)
    cab.run(ms=5_000)
    assert not moving(cab.board)
    cab.insert(10)
    assert moving(cab.board)
    cab.run(ms=320)
    assert moving(cab.board)
    cab.run(ms=3_000)
    assert not moving(cab.board)
    cab.press("start")
    assert moving(cab.board)


# --- its cuts are real ----------------------------------------------------------------------------


class _Gone(BaseException):
    """The power went: leaves the script, which cannot go on."""


def real_cut(chapter: Chapter, tick: int, op: int) -> Cabinet:
    """Play a chapter and cut it with the board's own cut; the cabinet as it is right afterwards."""
    cab = chapter.cabinet(model(), KEY)
    cab.board.power_off()

    def gone(kind: str, _t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "power" and not fields["on"]:
            raise _Gone

    cab.board.cut_at_op(op, tick)
    cab.listen(gone)
    with pytest.raises(_Gone):
        cab.board.power_on()
        chapter.play(Player(cab))
    return cab


def essence(cab: Cabinet) -> dict[str, Any]:
    """All that is left of a cabinet without power, but for what only the host counts."""
    state = cab.snapshot()
    assert state["board"]["chip"]["program"] is None
    del (
        state["board"]["chip"]["cut"],
        state["board"]["chip"]["tick"],
        state["board"]["fram"]["writes"],
        state["board"]["fram"]["pointer"],
    )
    del state["told_writes"]
    return state


@pytest.mark.parametrize(("name", "every"), [("stratum", 331), ("refund", 397)])
def test_a_cut_that_is_seen_in_passing_leaves_what_a_real_one_leaves(
    name: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watcher sees FRAM and devices; a real cut kills the firmware there. Nothing must differ."""
    chapter = chapter_of(name)
    seen: list[dict[str, Any]] = []
    places: list[tuple[Place, dict[str, Any]]] = []
    judge = Bench._judge

    def look(bench: Bench, *arguments: Any, **options: Any) -> Any:
        seen.append(essence(bench._cab))
        return judge(bench, *arguments, **options)

    monkeypatch.setattr(Bench, "_judge", look)
    counter = Recorder(chapter, model(), KEY, count_only=True)
    counter.run()
    recorder = Recorder(chapter, model(), KEY, chosen=tuple(range(7, counter.places, every)))
    # A place where nothing has changed since the one before is not judged again: what was seen there holds.
    monkeypatch.setattr(recorder.tally, "add", lambda place, verdict: places.append((place, seen[-1])))
    recorder.run()
    compared = 0
    for place, state in places:
        if place.op is not None:
            assert essence(real_cut(chapter, place.tick, place.op)) == state, place
            compared += 1
    assert compared >= 5


def test_the_plug_comes_back_long_after_the_last_coin_has_fallen() -> None:
    cab = chapter_of("coins").cabinet(model(), KEY)
    cab.run(ms=5_000)
    cab.insert(10)
    cab.run(ms=320)
    cab.board.power_off()
    cab.board.advance(SETTLED_US)
    assert not moving(cab.board) and cab.coins == []


# --- how it is asked ------------------------------------------------------------------------------


@pytest.mark.long
def test_the_result_is_the_same_for_any_number_of_processes() -> None:
    one = run_powercut("cierzo", cuts=20, seed="0a", only=("stratum", "maximum"), jobs=1).as_dict()
    two = run_powercut("cierzo", cuts=20, seed="0a", only=("stratum", "maximum"), jobs=2).as_dict()
    for name in ("jobs", "ms", "cuts_per_second"):
        del one[name], two[name]
    assert one == two


def test_another_seed_cuts_elsewhere() -> None:
    found = [run_powercut(model(), cuts=40, seed=seed, only=("stratum",)).as_dict() for seed in ("00", "01")]
    assert found[0]["states"] != found[1]["states"] or found[0]["open"] != found[1]["open"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cuts": 0}, r"cuts must be 1 or more \(got 0\)"),
        ({"jobs": 0}, r"jobs must be 1 to 256 \(got 0\)"),
        ({"only": ("nothing",)}, r"chapter must be one of coins, note, refund, .* \(got nothing\)"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PowercutError, match=message):
        run_powercut(model(), seed="00", **options)


def test_the_command_tells_what_it_did(azar: Any) -> None:
    line = "powercut cierzo --cuts 25 --chapter stratum --seed 00 --jobs 1"
    status, out, err = azar(line)
    assert status == 0 and err == ""
    assert "double play across two strata" in out and "violations" in out
    status, out, _ = azar(f"{line} --json")
    found = json.loads(out)
    assert status == 0 and set(found) == JSON_KEYS
    assert (found["cuts"], found["violations"], found["seed"]) == (25, 0, "00")


def test_the_command_fails_where_money_is_lost(tmp_path: Path, azar: Any) -> None:
    sources = firmware_sources()
    sources["store"] = sources["store"].replace("nvram.SLOTS[state.sequence & 1]", "nvram.SLOTS[0]")
    for name, text in sources.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    line = f"powercut cierzo --cuts 40 --chapter stratum --seed 00 --jobs 1 --firmware {tmp_path}"
    status, _, err = azar(line)
    assert status == 1
    assert (
        "cuts left something wrong" in err and "must never fall below" in err and "hint: docs/power.md" in err
    )
    status, out, _ = azar(f"{line} --json")
    found = json.loads(out)
    assert status == 1 and found["violations"] > 0
    assert {"chapter", "tick", "op", "turn", "at_us", "how", "what"} == set(found["found"][0])


@pytest.mark.parametrize("options", ["--cuts 0", "--cuts 5 --all-writes", "--seed 0"])
def test_wrong_usage_is_2(options: str, azar: Any) -> None:
    assert azar(f"powercut cierzo {options}")[0] == 2
