# SPDX-License-Identifier: MIT
"""A linked machine beside a controller: what it shows, that it stands without it, and that both agree."""

from __future__ import annotations

from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

_FILE = "link.json"
_DOWN_MS = 3_000
_UP_MS = 6_500


def examine(exam: Examination) -> Findings:
    """Play with the link, without it, with it again; then hold both sides' books together."""
    found = Findings()
    if exam.model.link is None:
        return found
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        room = cab.room
        assert room is not None
        shown = _shown(visitor)
        plays = [_plays(visitor) for _ in range(exam.pick(4, 12, 30))]
        room.stop()
        visitor.bench.wait(_DOWN_MS)
        held = {"stands without the link": visitor.calls and not visitor.out_of_service()}
        room.start()
        visitor.bench.wait(_UP_MS)
        held["goes on with it"] = _plays(visitor)
        held["shows the pots of the controller"] = _shown(visitor) == [*room.pots_cents]
        visitor.collect()
        visitor.bench.wait(2_000)
        books = room.audit()
        told = books.plays
    seen = len(visitor.bench.starts)
    exam.keep(
        _FILE,
        {"shown_cents": shown, "played": plays, "held": held, "told_plays": told, "seen_plays": seen,
         "problems": books.problems, "text": exam.model.texts[DEFAULT_LANGUAGE].get("link", "")},
    )  # fmt: skip
    _lost(found, held)
    _agree(found, told, seen, len(books.problems))
    _front(exam, found, shown)
    return found


def _shown(visitor: Visitor) -> list[int]:
    link = visitor.cab.link
    return [] if link is None else [*link.pots_cents]


def _plays(visitor: Visitor) -> bool:
    try:
        visitor.rest()
        visitor.play()
    except (EmulatorError, AssertionError):
        return False
    return True


def _lost(found: Findings, held: Json) -> None:
    wrong = [what for what, one in held.items() if not one]
    said = Words(
        "Sin enlace la máquina no admite moneda ni partida y avisa; al volver sigue, con los mismos botes",
        "Without its link the machine takes no coin and no play and says so; once it is back it goes on, with"
        " the same pots",
    )
    if wrong:
        said = Words(f"No se cumple: {', '.join(wrong)}", f"Not met: {', '.join(wrong)}")
    figure = Figure("wrong", Words("estados incorrectos", "wrong states"), len(wrong), "states", 0, EXACTLY)
    found["G-64"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))


def _agree(found: Findings, told: int, seen: int, problems: int) -> None:
    said = Words(
        f"El controlador conoce las {told} partidas vistas y su registro se rehace sin diferencias",
        f"The controller knows the {told} plays that were seen, and its log folds again without a problem",
    )
    found["G-67"] = judged(
        said,
        Method.OBSERVED,
        Figure(
            "plays", Words("partidas de diferencia", "plays apart"), abs(told - seen), "plays", 0, EXACTLY
        ),
        Figure("problems", Words("problemas del registro", "problems of the log"), problems, "", 0, EXACTLY),
        files=(_FILE,),
    )


def _front(exam: Examination, found: Findings, shown: list[int]) -> None:
    """B-26, C-17: each machine shows the pots and says that it belongs to the link."""
    text = exam.model.texts[DEFAULT_LANGUAGE].get("link", "")
    row = "B-26" if exam.model.type == "B" else "C-17"
    word = "carrusel" if row == "B-26" else "superjackpot"
    figures = [
        Figure("pots", Words("botes a la vista", "pots shown"), len(shown), "pots", 1, AT_LEAST),
        Figure("said", Words("el frontal lo dice", "the front says so"), int(word in text), "", 1, EXACTLY),
    ]
    if row == "B-26":
        values = exam.law.rules[row].values
        pot, name = max(shown, default=0), Words("bote", "pot")
        figures += [
            Figure("least", name, pot, "cents", values["min_cents"], AT_LEAST),
            Figure("most", name, pot, "cents", values["max_cents"], AT_MOST),
        ]
    said = Words(
        f"La máquina enseña el bote y dice expresamente que forma parte del {word}",
        f"The machine shows the pot and says expressly that it belongs to the {word}",
    )
    found[row] = judged(said, Method.OBSERVED, *figures, files=(_FILE,))
