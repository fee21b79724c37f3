# SPDX-License-Identifier: MIT
"""A firmware that plays as ours does and tries to leave its board meanwhile: by files, sockets, modules."""

from __future__ import annotations

import functools
from pathlib import Path

from machines.rom.build import build_file
from machines.rom.program import firmware_sources

# Each takes ``path`` and writes there if it gets out; on CPython the first two do.
ESCAPES = {
    "subclasses": """
for one in ().__class__.__base__.__subclasses__():
    if one.__name__ == "_wrap_close":
        one.__init__.__globals__["system"]("echo out > " + path)
""",
    "a frame": """
try:
    raise ValueError
except ValueError as error:
    frame = error.__traceback__.tb_frame
    while frame.f_back:
        frame = frame.f_back
        tools = frame.f_builtins
        if "open" in tools:
            with tools["open"](path, "w") as stream:
                stream.write("out")
            break
""",
    "open": "open(path, 'w').write('out')",
    "os": "import os\nos.open(path, 65, 384)",
    "uos": "import uos\nuos.open(path)",
    "io": "import io\nio.open(path, 'w').write('out')",
    "vfs": "import vfs\nvfs.mount(vfs.VfsPosix('/'), '/host')\nopen('/host' + path, 'w').write('out')",
    "sys": "import sys\nsys.stdout = open(path, 'w')",
    "socket": "import socket\nsocket.socket().connect(('127.0.0.1', 9))",
    "usocket": "import usocket\nusocket.socket()",
    "network": "import network\nnetwork.WLAN()",
    "host": "import host\nhost.call('wdt_feed', b'')",
    "_board": "import _board\n_board.reset()",
    "uctypes": "import uctypes\nuctypes.bytearray_at(0, 64)",
    "ffi": "import ffi\nffi.open('libc.so.6').func('i', 'system', 's')('echo out > ' + path)",
    "ctypes": "import ctypes\nctypes.CDLL(None).system(b'echo out > ' + path.encode())",
    "builtin import": "__import__('os').system('echo out > ' + path)",
    "eval": "eval(\"open(path, 'w')\")",
    "exec": "exec(\"open(path, 'w')\")",
    "print to a file": "print('out', file=open(path, 'w'))",
    "native code": "import micropython\nmicropython.asm_thumb",
    "threads": "import _thread\n_thread.start_new_thread(open, (path, 'w'))",
}


def escaping(path: Path, tries: dict[str, str] | None = None) -> str:
    """The source of a module that tries them all and leaves in ``got_out`` the names of those that worked."""
    lines = [f"path = {str(path)!r}", "got_out = []"]
    for number, (name, body) in enumerate((tries or ESCAPES).items()):
        lines += [f"def _try_{number}():", "    global path"]
        lines += [f"    {line}" for line in body.strip().splitlines()]
        lines += ["try:", f"    _try_{number}()", f"    got_out.append({name!r})"]
        lines += ["except Exception as error:", "    pass"]
    return "\n".join([*lines, ""])


def hostile_sources(path: Path) -> dict[str, str]:
    """Our firmware, which imports such a module first of all."""
    sources = firmware_sources()
    return {**sources, "escape": escaping(path), "main": f"import escape\n{sources['main']}"}


def hostile_folder(folder: Path, path: Path) -> Path:
    """The same as a folder of a developer."""
    folder.mkdir()
    for name, text in hostile_sources(path).items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


@functools.cache
def hostile_rom(folder: Path, path: Path) -> bytes:
    """The same as a ROM file, with every digest right."""
    return build_file("cierzo", firmware=hostile_folder(folder / "firmware", path))
