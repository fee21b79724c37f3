# SPDX-License-Identifier: MIT
"""A kiosk's file: its sample, all its mistakes at once, and the exit status that they have."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from emulator import cli
from emulator.kiosk.hours import volume_at
from emulator.kiosk.reading import SettingsError, read_kiosk, verify
from emulator.kiosk.settings import Settings, Sound
from emulator.kiosk.shipped import SAMPLE, UNIT


def written(folder: Path, text: str) -> Path:
    path = folder / "kiosk.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_sample_says_what_is_so_unless_written() -> None:
    raw = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
    raw.pop("folder")
    assert Settings.model_validate(raw) == Settings()


def test_the_sample_names_every_key() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    schema = Settings.model_json_schema()
    keys = {key for one in [schema, *schema["$defs"].values()] for key in one["properties"]}
    assert {key for key in keys if f"{key} =" not in text and f"[{key}]" not in text} - {
        "machines",
        "hours",
    } == set()


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[visit]\nidle_s = 2\n[attendant]\npin = "1234"\n[screen]\nrotation = 45\nmillimetres = [1, 500]\n'
        '[status]\npage = "here"\n[sound]\nvolum = 3\n[languages]\nfirst = "xx"\n[[machines]]\nserial = 0\n',
    )
    with pytest.raises(SettingsError) as caught:
        read_kiosk(path)
    told = {one.path: one.message for one in caught.value.mistakes}
    assert told == {
        "visit.idle_s": "must be at least 5 (got 2)",
        "attendant.pin": "must be a hidden PIN (got '1234')",
        "screen.rotation": "must be 0, 90, 180 or 270 (got 45)",
        "screen.millimetres[0]": "must be at least 20 (got 1)",
        "status.page": "must be HOST:PORT such as 127.0.0.1:7780, or empty for none (got 'here')",
        "sound.volum": "is no key of a kiosk (got 3)",
        "languages.first": "must be one of " + ", ".join(_languages()) + " (got 'xx')",
        "machines[0].model": "must be there",
        "machines[0].serial": "must be at least 1 (got 0)",
    }
    assert all(one.hint for one in caught.value.mistakes)
    assert str(caught.value).startswith(f"{path}: 9 mistakes\n")


def _languages() -> tuple[str, ...]:
    from machines.support.languages import languages

    return languages()


def test_what_is_named_must_be_there(tmp_path: Path) -> None:
    text = 'folder = "s"\n[[machines]]\nmodel = "nowhere"\n'
    text += '[[machines]]\nmodel = "cierzo"\nfile = "../out.nvram"\n'
    path = written(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        verify(read_kiosk(path), str(path))
    assert [one.path for one in caught.value.mistakes] == ["machines[0].model", "machines[1].file"]
    assert not (tmp_path / "s").exists()


def test_wrong_settings_have_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "[visit]\nidle_s = 2\n")
    assert cli.run(["kiosk", "--config", str(path)]) == 2
    assert "visit.idle_s: must be at least 5" in capsys.readouterr().err
    assert cli.run(["kiosk", "--config", str(tmp_path / "none.toml")]) == 2
    assert "azar kiosk --sample" in capsys.readouterr().err


def test_check_opens_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'folder = "s"\n[[machines]]\nmodel = "aneto"\nserial = 4\n')
    assert cli.run(["kiosk", "--check", "--config", str(path)]) == 0
    assert "aneto-000004.nvram" in capsys.readouterr().out.replace("\n", "")
    assert not (tmp_path / "s").exists()


def test_sample_and_unit_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for name, path in (("--sample", SAMPLE), ("--unit", UNIT)):
        assert cli.run(["kiosk", name]) == 0
        assert capsys.readouterr().out == path.read_text(encoding="utf-8")


def test_the_unit_starts_again_only_what_that_helps() -> None:
    text = UNIT.read_text(encoding="utf-8")
    for line in ("Type=notify", "Restart=on-failure", "RestartPreventExitStatus=2", "WatchdogSec=20"):
        assert f"\n{line}\n" in text


def test_nobody_answers_where_no_kiosk_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'folder = "s"\n')
    assert cli.run(["kiosk", "status", "--config", str(path), "--json"]) == 1
    assert "no kiosk answers" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.parametrize(("hour", "volume"), [(7, 0.0), (8, 0.6), (21, 0.6), (22, 0.0), (0, 0.0), (15, 0.2)])
def test_it_is_as_loud_as_the_hour_says(hour: int, volume: float) -> None:
    import time

    sound = Sound.model_validate(
        {
            "volume": 60,
            "hours": [
                {"begin": "22:00", "end": "08:00", "volume": 0},
                {"begin": "14:00", "end": "16:00", "volume": 20},
            ],
        }
    )
    assert volume_at(sound, time.struct_time((2026, 1, 1, hour, 0, 0, 0, 1, 0))) == volume


def test_tables_are_named_as_the_registry_does_and_each_once(tmp_path: Path) -> None:
    for tables, got in (('["boule", "bouls"]', "got bouls"), ('["boule", "boule"]', "got boule")):
        with pytest.raises(SettingsError, match=got):
            read_kiosk(written(tmp_path, f"tables = {tables}\n"))
    kiosk = read_kiosk(written(tmp_path, 'tables = ["craps", "pai-gow"]\n'))
    assert kiosk.settings.tables == ["craps", "pai-gow"]


def test_wheels_stand_at_tables_of_the_kiosk(tmp_path: Path) -> None:
    for wheels, got in (('["craps"]', "got craps"), ('["french-roulette"]', "got french-roulette")):
        with pytest.raises(SettingsError, match=got):
            read_kiosk(written(tmp_path, f'tables = ["craps", "boule"]\nwheels = {wheels}\n'))
    with pytest.raises(SettingsError, match="got boule"):
        read_kiosk(written(tmp_path, 'tables = ["boule"]\nwheels = ["boule", "boule"]\n'))
    kiosk = read_kiosk(written(tmp_path, 'tables = ["craps", "boule"]\nwheels = ["boule"]\n'))
    assert kiosk.settings.wheels == ["boule"]
