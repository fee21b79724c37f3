# SPDX-License-Identifier: MIT
"""An editor attaches: its breakpoints in a firmware's file bind, and it steps, looks and goes on."""

from __future__ import annotations

import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import pytest
from dap import Editor

from emulator.debug.adapter import Adapter, AdapterError
from emulator.prototype.folder import new_folder


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def test_an_editor_stops_in_a_firmware_of_ones_own(tmp_path: Path) -> None:
    assert find_spec("debugpy"), "pip install 'azar[test]'"
    new_folder(tmp_path / "mistral", "B", firmware=True)
    coins = tmp_path / "mistral" / "firmware" / "coins.py"
    with coins.open("a", encoding="utf-8") as stream:
        stream.write("# mine\n")
    line = coins.read_text(encoding="utf-8").splitlines().index("        credit.insert(state, coin)") + 1
    port = free_port()
    words = "play mistral --firmware mistral/firmware --trust-firmware --headless --seed 00 --journal j"
    command = [sys.executable, "-P", "-m", "emulator.cli", *words.split(), "--debugpy", str(port)]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with Editor(port) as editor:
        editor.ask("initialize", adapterID="azar", pathFormat="path", linesStartAt1=True)
        attached = editor.send("attach", justMyCode=True)
        editor.event("initialized")
        bound = editor.ask("setBreakpoints", source={"path": str(coins)}, breakpoints=[{"line": line}])
        assert [(one["verified"], one["line"]) for one in bound["breakpoints"]] == [(True, line)]
        editor.ask("configurationDone")
        editor.answer(attached)
        thread = stopped(editor, "breakpoint")
        frames = editor.ask("stackTrace", threadId=thread)["stackFrames"]
        assert [(one["name"], Path(one["source"]["path"]).name) for one in frames[:3]] == [
            ("count", "coins.py"),
            ("_count", "coin_drive.py"),
            ("_follow", "coin_drive.py"),
        ]
        assert (frames[0]["line"], frames[0]["source"]["path"]) == (line, str(coins))
        scopes = editor.ask("scopes", frameId=frames[0]["id"])["scopes"]
        rows = editor.ask("variables", variablesReference=scopes[0]["variablesReference"])["variables"]
        values = {row["name"]: row["value"] for row in rows}
        assert values.keys() == {"cents", "coin", "hopper", "state", "test", "to_hopper"}
        assert values["cents"] == "50"
        asked = {"expression": "cents * 100", "frameId": frames[0]["id"], "context": "repl"}
        assert editor.ask("evaluate", **asked)["result"] == "5000"
        editor.ask("stepIn", threadId=thread)
        frame = editor.ask("stackTrace", threadId=stopped(editor, "step"))["stackFrames"][0]
        assert (frame["name"], Path(frame["source"]["path"]).parent.name) == ("insert", "cycle")
        editor.ask("setBreakpoints", source={"path": str(coins)}, breakpoints=[])
        editor.ask("continue", threadId=thread)
        editor.event("terminated")
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert f"waiting for an editor at 127.0.0.1:{port}" in err and "journal: j" in out


def stopped(editor: Editor, why: str) -> int:
    """Wait until the run stops; return its thread."""
    told = editor.event("stopped")
    assert told["reason"] == why
    thread: int = told["threadId"]
    return thread


@pytest.mark.parametrize("place", ["", "x", ":5678", "70000", "127.0.0.1:", "0"])
def test_a_place_is_a_port_and_a_host_that_is_named(place: str) -> None:
    with pytest.raises(AdapterError, match=r"debugpy must be \[HOST:\]PORT"):
        Adapter.at(place, print)


def test_without_debugpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "debugpy", None)
    with pytest.raises(AdapterError, match="debugpy is not installed") as caught:
        Adapter.at("5678", print)
    assert caught.value.hint == "pip install 'azar[debug]'"


def test_only_the_loopback_is_listened_at_unless_a_host_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fake:
        """debugpy as it is called, without a port of its own."""

        listened: ClassVar[list[tuple[str, int]]] = []

        def listen(self, place: tuple[str, int]) -> None:
            self.listened.append(place)

        def wait_for_client(self) -> None:
            pass

    said: list[str] = []
    fake = Fake()
    monkeypatch.setitem(sys.modules, "debugpy", fake)
    Adapter.at("5678", said.append)
    assert len(said) == 1
    Adapter.at("0.0.0.0:5679", said.append)
    assert fake.listened == [("127.0.0.1", 5678), ("0.0.0.0", 5679)]
    assert "whoever reaches 0.0.0.0:5679 can run programs here as you" in said
