# SPDX-License-Identifier: MIT
"""The builtins and library modules that firmware finds on CPython: no more than MicroPython has."""

from __future__ import annotations

import array
import binascii
import collections
import errno
import hashlib
import json
import struct
from types import ModuleType

# MicroPython's builtins on the rp2 port without files, console input and code loading.
_BUILTINS = """
    False None True NotImplemented Ellipsis __build_class__ __debug__ ArithmeticError AssertionError
    AttributeError BaseException EOFError Exception ImportError IndentationError IndexError KeyError
    KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError
    RuntimeError StopIteration SyntaxError SystemExit TypeError UnicodeError ValueError
    ZeroDivisionError
    abs all any bin bool bytearray bytes callable chr classmethod delattr dict dir divmod enumerate
    filter float frozenset getattr hasattr hash hex id int isinstance issubclass iter len list map
    max memoryview min next object oct ord pow property range repr reversed round set setattr slice
    sorted staticmethod str sum super tuple type zip
"""
BUILTIN_NAMES = tuple(_BUILTINS.split())


def _const(value: int) -> int:
    return value


def _collect() -> None:
    """Memory is the host's business here; a real collection in every tick would only cost time."""


_CONTENTS: dict[str, dict[str, object]] = {
    "array": {"array": array.array},
    "binascii": {
        name: getattr(binascii, name)
        for name in ("a2b_base64", "b2a_base64", "crc32", "hexlify", "unhexlify")
    },
    "collections": {name: getattr(collections, name) for name in ("OrderedDict", "deque", "namedtuple")},
    "errno": {name: getattr(errno, name) for name in ("EIO", "ENODEV", "EINVAL", "ETIMEDOUT")},
    "gc": {"collect": _collect},
    "hashlib": {"sha256": hashlib.sha256},
    "json": {"dumps": json.dumps, "loads": json.loads},
    "micropython": {"const": _const},
    "struct": {
        name: getattr(struct, name) for name in ("calcsize", "pack", "pack_into", "unpack", "unpack_from")
    },
}


def library_modules() -> dict[str, ModuleType]:
    """Fresh module objects, so that a machine that writes into one writes into its own."""
    modules = {}
    for name, contents in _CONTENTS.items():
        module = ModuleType(name)
        module.__dict__.update(contents)
        modules[name] = module
    return modules
