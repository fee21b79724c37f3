# SPDX-License-Identifier: MIT
"""Small bugs of C: rules for the text of a function, where it is neither comment, string nor directive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutation.change import Change, neighbours, shortened

_SILENT = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^\s*#(?:[^\n\\]|\\.)*', re.DOTALL | re.MULTILINE
)
_HEAD = re.compile(r"^[A-Za-z][^;{}=]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)
_OPERATOR = re.compile(r" (<=|>=|==|!=|<<|>>|&&|\|\||\+=|-=|\|=|&=|\^=|[-<>+*/%&|^]) (?=\S)")
_NEW = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
    "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "^=": "|=",
}  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)(?=[uU]?\b)(?!\.)")
_STATEMENT = re.compile(
    r"^[ ]+((?:\*?[a-z]\w*(?:(?:->|\.)\w+|\[[^\]]*\])* (?:[-+*/|&^]|<<|>>)?= [^;{}]*|[a-z]\w*\([^;{}]*\)|"
    r"[a-z][\w.>\-]*(?:\[[^\]]*\])?(?:\+\+|--)|break|continue);)[ ]*$",
    re.MULTILINE,
)
_CONDITION = re.compile(r"\b(?:if|while) (\()")
_PAIR = re.compile(r"\b[a-z]\w*\((\w+), (\w+)(?=[,)])")


def _blanked(text: str) -> str:
    """The text with what is silent as spaces, so that places stay."""
    return _SILENT.sub(lambda one: re.sub(r"[^\n]", " ", one[0]), text)


def _closed(text: str, at: int) -> int:
    """Where the parenthesis that opens at a place is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return at


def bodies(text: str) -> list[tuple[str, int, int]]:
    """(name, first and last place) of every function's body; house style closes it in the first column."""
    found = []
    for head in _HEAD.finditer(text):
        end = text.find("\n}", head.end())
        if end > 0:
            found.append((head[1], head.end(), end))
    return found


def changes(file: str, source: bytes) -> Iterator[Change]:
    """Every change of a file; some do not compile."""
    text = source.decode("ascii", "replace")
    blank = _blanked(text)
    for name, first, last in bodies(blank):
        body = blank[:last]

        def row(start: int, end: int, new: str, what: str, name: str = name) -> Change:
            line = text.count("\n", 0, start) + 1
            return Change(file, line, line, start, end, new, what, name)

        for found in _OPERATOR.finditer(body, first):
            new = _NEW[found[1]]
            around = shortened(text[text.rfind("\n", 0, found.start()) + 1 : found.start()], 24)
            yield row(found.start(1), found.end(1), new, f"{around} {found[1]} -> {new}")
        for found in _NUMBER.finditer(body, first):
            value = int(found[1], 0)
            for new in (one for one in neighbours(value) if one >= 0):
                yield row(found.start(1), found.end(1), str(new), f"{found[1]} -> {new}")
        for found in _STATEMENT.finditer(body, first):
            yield row(
                found.start(1),
                found.end(1),
                ";",
                f"removed: {shortened(text[found.start(1) : found.end(1)])}",
            )
        for found in _CONDITION.finditer(body, first):
            end = _closed(blank, found.start(1))
            inner = text[found.start(1) : end + 1]
            yield row(found.start(1), end + 1, f"(!{inner})", f"negated: {shortened(inner)}")
        for found in _PAIR.finditer(body, first):
            if found[1] != found[2]:
                yield row(
                    found.start(1),
                    found.end(2),
                    f"{found[2]}, {found[1]}",
                    f"swapped: {found[1]}, {found[2]}",
                )
