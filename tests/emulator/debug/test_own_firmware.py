# SPDX-License-Identifier: MIT
"""Firmware of one's own from a folder: laid, changed, played, recorded, replayed, sealed, taken out again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from debug_rig import typed

from emulator.prototype.folder import FIRMWARE, new_folder
from machines.model import load_model, model_names
from machines.rom.program import FIRMWARE_FOLDER, model_files, model_sources

OWN = "--firmware mistral/firmware"
RUNTIMES = ("--runtime micropython", "--trust-firmware")


@pytest.fixture
def mistral(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a new machine with a firmware that prints; it is in the folder at hand."""
    monkeypatch.chdir(tmp_path)
    main = new_folder(Path("mistral"), "B", firmware=True).folder / FIRMWARE / "main.py"
    text = main.read_text(encoding="utf-8")
    assert text.count("    state.last_ticks = time.ticks_ms()\n    play.mark_start(state)\n") == 1
    main.write_text(
        text.replace("    play.mark_start", '    print("boot of", "mine")\n    play.mark_start'), "utf-8"
    )
    return tmp_path / "mistral"


def test_what_is_laid_is_what_ships_for_every_model(tmp_path: Path) -> None:
    own = new_folder(tmp_path / "mistral", "B", firmware=True).folder / FIRMWARE
    assert not any((own / apart).exists() for apart in ("cup", "wheel", "typecheck"))
    for name in model_names():
        model = load_model(name)
        assert model_sources(model, own) == model_sources(model), name
        assert {at.relative_to(own) for at in model_files(model, own).values()} == {
            at.relative_to(FIRMWARE_FOLDER) for at in model_files(model).values()
        }


def test_untouched_it_is_ours_and_needs_no_trust(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = azar("new mistral --type B --with-firmware")
    assert "azar play mistral --firmware mistral/firmware" in made.out
    assert "mistral/firmware" in Path("mistral/README.md").read_text(encoding="utf-8")
    shown = azar(f"play mistral --headless --seed 00 --json {OWN}").json
    assert (shown["firmware"]["ours"], shown["runtime"]) == (True, "cpython")


def test_it_prints_the_same_on_both_runtimes_and_its_journal_is_reproduced(azar: Any, mistral: Path) -> None:
    told, journals = [], []
    for at, runtime in enumerate(RUNTIMES):
        line = f"play mistral --headless --seed 00 {OWN} {runtime} --console c{at} --journal j{at}"
        shown = azar(line)
        assert shown.status == 0 and "not our firmware (main.py differs)" in shown.err
        told.append(Path(f"c{at}").read_text(encoding="utf-8"))
        journals.append(Path(f"j{at}").read_text(encoding="utf-8").splitlines()[1:])
    assert told[0] == told[1] == "boot of mine\n"
    assert len(journals[0]) == len(journals[1]) > 50
    assert azar(f"replay j0 {OWN} {RUNTIMES[1]}").status == 0
    by_steps = azar("recall j0 --json").json
    again = azar(f"recall j0 --json {OWN} --trust-firmware").json
    assert (by_steps["how"], again["how"]) == ("steps", "replay")
    assert len(again["plays"]) == len(by_steps["plays"]) == 5
    refused = azar("replay j0")
    assert refused.status == 1 and "firmware digest must be" in refused.err


def test_a_journal_is_looked_at_in_pdb(azar: Any, mistral: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert azar(f"play mistral --headless --seed 00 {OWN} --journal j").status == 0
    typed(monkeypatch, "p cents", "clear 1", "c")
    shown = azar(f"replay j {OWN} --trust-firmware --break coins.py:40")
    assert f"> {mistral / 'firmware' / 'coins.py'}(40)count()" in shown.out
    assert "(pdb) 50\n" in shown.out and "reproduced byte for byte" in shown.out
    assert shown.status == 0


def test_it_is_sealed_taken_out_again_and_a_rom_takes_no_other(azar: Any, mistral: Path) -> None:
    assert azar(f"build mistral {OWN} -o m.rom").status == 0
    assert azar("rom extract m.rom -o out").status == 0
    shown = azar("play mistral --headless --seed 00 --firmware out/firmware --trust-firmware --console c")
    assert shown.status == 0 and Path("c").read_text(encoding="utf-8") == "boot of mine\n"
    refused = azar(f"play m.rom --headless --seed 00 {OWN}")
    assert refused.status == 1 and "firmware must be what the ROM was sealed with" in refused.err


def test_the_source_of_a_rom_is_shown_out_of_it(
    azar: Any, mistral: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert azar(f"build mistral {OWN} -o m.rom").status == 0
    typed(monkeypatch, "l 50, 53", "q")
    shown = azar("play m.rom --headless --seed 00 --trust-firmware --pdb")
    assert f"> {mistral.parent / 'm.rom' / 'firmware' / 'main.py'}(51)boot()" in shown.out
    assert ' 52  \t    print("boot of", "mine")\n' in shown.out
