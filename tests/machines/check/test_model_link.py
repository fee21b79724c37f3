# SPDX-License-Identifier: MIT
"""What a model says about pots that it shares, before the law and before its own reels and hoppers."""

from __future__ import annotations

import pytest

from machines.model import MODELS_FOLDER, ModelError, load_model, parse_model
from machines.rom.program import build_rom

B = (MODELS_FOLDER / "bochorno.toml").read_text(encoding="utf-8")
C = (MODELS_FOLDER / "veruela.toml").read_text(encoding="utf-8")
PRIZE = '[["siete", "siete", "siete"]]'

# The file, text in it, what stands there instead, key path, rule.
MISTAKES = {
    "another kind": (B, 'kind = "carrusel"', 'kind = "superjackpot"', "link.kind", "B-26"),
    "another kind of type C": (C, 'kind = "superjackpot"', 'kind = "carrusel"', "link.kind", "C-17"),
    "too little": (B, "award_max_cents = 40000", "award_max_cents = 11999", "link.award_max_cents", "B-26"),
    "too much": (B, "award_max_cents = 40000", "award_max_cents = 40001", "link.award_max_cents", "B-26"),
    "a front that does not say it": (B, "forma parte de un", "conoce un", "link.text.es", "B-26"),
    "a front that says something else": (
        C,
        "parte del superjackpot",
        "parte de la sala",
        "link.text.es",
        "C-17",
    ),
    "hoppers that hold too little": (B, "fill_coins = 700", "fill_coins = 500", "hoppers", "B-20"),
    "a symbol that there is not": (C, PRIZE, '[["siete", "siete", "ocho"]]', "link.prizes[0]", None),
    "a reel too many": (C, PRIZE, '[["siete", "siete", "siete", "siete"]]', "link.prizes[0]", None),
    "any symbols": (C, PRIZE, '[["*", "*", "*"]]', "link.prizes[0]", None),
    "a special machine": (B, "hold = true", "hold = true\nspecial = true", "link", "S-03"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_one_mistake_is_one_problem(name: str) -> None:
    text, old, new, path, rule = MISTAKES[name]
    assert text.count(old) == 1, name
    with pytest.raises(ModelError) as caught:
        parse_model(text.replace(old, new).encode())
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.problems]


def test_a_combination_is_read_where_the_first_line_runs() -> None:
    """Veruela's seven stands at stop 0 of each reel, and the line runs through the middle."""
    assert load_model("veruela").settings()["LINK_PRIZES"] == ((1, 1, 1),)
    upper = parse_model(C.replace("paylines = [[1, 1, 1]]", "paylines = [[0, 1, 2]]").encode())
    sets = upper.settings()["LINK_PRIZES"]
    assert sets == ((1 << 19, 1, 1 << 1),)
    assert upper.window((19, 0, 1))[0][0] == upper.window((19, 0, 1))[2][2] == "siete"


def test_only_a_linked_machine_carries_the_firmware_of_the_link() -> None:
    for name, linked in (("bochorno", True), ("cierzo", False), ("veruela", True), ("moncayo", False)):
        model = load_model(name)
        assert ("link_frames" in build_rom(model).sources) is linked  # type: ignore[arg-type]
        assert ("link" in model.texts["es"]) is linked
