# SPDX-License-Identifier: MIT
"""
Runs the ports' self-test compiled to WebAssembly, in wasmtime: a line a topic.

    python tests/c/ports_wasm.py ports.wasm
"""

from __future__ import annotations

import sys

from wasmtime import Engine, Instance, Module, Store


def main(path: str) -> None:
    """Print the digest and the name of every topic."""
    engine = Engine()
    module = Module.from_file(engine, path)
    if module.imports:
        raise SystemExit(f"the core needs from outside: {[needed.name for needed in module.imports]}")
    store = Store(engine)
    exports = Instance(store, module, []).exports(store)
    memory = exports["memory"]
    for topic in range(exports["port_count"](store)):
        at = exports["port_name"](store, topic)
        name = bytes(memory.read(store, at, at + 40)).split(b"\0")[0].decode()
        print(f"{exports['port_digest'](store, topic) & (1 << 64) - 1:016x} {name}")


if __name__ == "__main__":
    main(sys.argv[1])
