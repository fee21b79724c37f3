# SPDX-License-Identifier: MIT
"""What the maker prints: texts, prizes, names and numbers, read in the model that the ROM carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words, judged
from machines.model import Model, load_model, model_names
from machines.par.sheet import par_sheet
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE
from machines.support.plain import Json
from machines.types.chance.model import ChanceModel
from machines.types.cycle.model import CycleModel
from machines.types.skill.model import SkillModel

_FILES = ("front.json",)
_ES = DEFAULT_LANGUAGE
# Article 8, word for word.
_SPECIAL = "máquina especial para salones de juego, bingos y casinos"
_WRONG = Words("faltas", "omissions")
# The name of each thing that a front must say, in both languages.
_NAMES = {
    "rules": Words("las reglas", "the rules"),
    "minimum_payout": Words("el porcentaje mínimo de devolución", "the minimum payout"),
    "minors": Words("la prohibición a menores", "the ban on minors"),
    "addiction": Words("el aviso de ludopatía", "the warning of addiction"),
    "prizes": Words("cada premio del plan", "each prize of the plan"),
    "bets": Words("las apuestas posibles y la mínima", "the possible and the least bets"),
    "money": Words("las monedas, fichas o tarjetas admitidas", "the coins, tokens or cards taken"),
    "special": Words(f"«{_SPECIAL}»", "the words of a special machine"),
    "name": Words("un nombre comercial propio", "a commercial name of its own"),
    "spanish": Words("las instrucciones en castellano", "instructions in Spanish"),
    "units": Words("cada premio en dinero", "each prize as money"),
    "games": Words(
        "cada juego con su nombre y sus reglas, y el número de modelo",
        "each game with its name and rules, the model number",
    ),
    "link": Words("que no se interconecta", "that it has no link"),
}

Look = Callable[[], bool]


def examine(exam: Examination) -> Findings:
    """Each row of the front that the type has."""
    model, found = exam.model, Findings()
    exam.keep(
        "front.json",
        {
            "texts": model.texts[_ES],
            "title": model.title,
            "prizes_cents": [*_declared(model)],
            **_plate(exam),
        },
    )
    looks = _looks(exam)
    of_type: dict[str, dict[str, tuple[str, ...]]] = {
        "A": {"K-21": ("spanish",)},
        "B": {"B-29": ("rules", "minimum_payout", "minors", "addiction", "prizes")},
        "C": {"C-21": ("rules", "bets", "money", "prizes"), "C-22": ("minors",)},
    }
    rows = dict(of_type[model.type])
    if model.type != "A":
        rows |= {"K-21": ("spanish",), "G-20": ("rules", "prizes", "units")}
    if isinstance(model, SkillModel) and len(model.games) > 1:
        rows["A-06"] = ("games",)
    if model.special:
        rows |= {"S-03": ("link",), "S-04": ("name",), "S-06": ("special",)}
    for row, wanted in rows.items():
        found[row] = _read(wanted, looks)
    _only_game(exam, found)
    _by_eye(exam, found)
    return found


def _read(wanted: Iterable[str], looks: dict[str, Look]) -> Finding:
    """Conforme if everything wanted is there."""
    names = [*wanted]
    missing = [name for name in names if not looks[name]()]
    told = missing or names
    spanish, english = (_listed(told, language) for language in (DEFAULT_LANGUAGE, SOURCE_LANGUAGE))
    said = Words(f"Se lee en el modelo: {spanish}", f"Read in the model: {english}")
    if missing:
        said = Words(f"Falta en el modelo: {spanish}", f"Missing in the model: {english}")
    figure = Figure("missing", _WRONG, len(missing), "texts", 0, EXACTLY)
    return judged(said, Method.DOCUMENTARY, figure, files=_FILES)


def _listed(names: Iterable[str], language: str) -> str:
    return ", ".join(_NAMES[name].said(language) for name in names)


def _looks(exam: Examination) -> dict[str, Look]:
    """How each thing is found."""
    model, law = exam.model, exam.law
    texts = model.texts[_ES]

    def has(name: str, *parts: str) -> bool:
        text = texts.get(name, "")
        return bool(text.strip()) and all(part.casefold() in text.casefold() for part in parts)

    percent = law.value("B-07" if model.type == "B" else "C-06")
    years = law.value("B-29" if model.type == "B" else "C-22")
    return {
        "rules": lambda: has("rules"),
        "minimum_payout": lambda: has("minimum_payout", f"{percent} %"),
        "minors": lambda: has("minors", "prohib", f"{years} años"),
        "addiction": lambda: has("addiction", "ludopatía"),
        "prizes": lambda: _printed(model),
        "bets": lambda: has("bets", *(_euros(bet) for bet in model.bets_cents), "mínima"),
        "money": lambda: _money(model, texts.get("bets", "")),
        "special": lambda: has("special", _SPECIAL),
        "name": lambda: _own_name(model),
        "spanish": lambda: bool(texts) and all(text.strip() for text in texts.values()),
        "units": lambda: all(cents > 0 for cents in _declared(model)),
        "games": lambda: _games(model),
        "link": lambda: model.link is None,
    }


def _declared(model: Model) -> list[int]:
    """The amounts on the printed table, ascending."""
    if isinstance(model, CycleModel):
        return sorted({row.cents for row in model.paytable})
    if isinstance(model, ChanceModel):
        return sorted({row.prize_cents for row in model.layout.combos if row.prize_cents})
    return []


def _printed(model: Model) -> bool:
    """Whether every prize that a play can win stands on the table, or adds up from what does."""
    printed = set(_declared(model))
    if isinstance(model, CycleModel):
        raised = {row.to_cents for row in model.raises}
        won = {*model.plan.prizes_cents[1:]}
        return bool(won) and won - raised <= printed
    rows = [row for row in par_sheet(model)["contributions"] if row["feature"] != "cap"]
    return bool(printed) and all(Fraction(row["times_per_play"]) > 0 for row in rows)


def _money(model: Model, text: str) -> bool:
    """Whether the bets' text names each coin, the token or the card."""
    if model.card_name is not None and "tarjeta" not in text.casefold():
        return False
    if model.tokens is not None:
        return "ficha" in text.casefold()
    whole = [cents // 100 for cents in model.coins_cents if cents >= 100]
    return all(str(euros) in text for euros in whole)


def _own_name(model: Model) -> bool:
    """Whether no ordinary machine of type B that is known here has the name."""
    known = (load_model(name) for name in model_names())
    ordinary = {one.title.casefold() for one in known if one.type == "B" and not one.special}
    return bool(model.title.strip()) and model.title.casefold() not in ordinary


def _games(model: Model) -> bool:
    """Whether each game has a name and rules, and a model that games are added to has its number."""
    assert isinstance(model, SkillModel)
    names = {game.title.casefold() for game in model.games}
    ruled = all(game.rules is not None for game in model.games[1:])
    return len(names) == len(model.games) and ruled and bool(model.draft.model_number)


def _euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02d}"


def _plate(exam: Examination) -> Json:
    """What the ROM and the cabinet say of who they are, and what art. 22 wants beside it."""
    manifest = exam.sample.rom.box.manifest
    return {
        "identification": {
            "model": manifest["model"],
            "title": manifest["title"],
            "digest": exam.sample.rom.digest,
            "signer": exam.sample.rom.signer,
            "serial": exam.sample.serial,
        },
        "missing": ["maker's registry number", "model's registry number", "series"],
    }


def _only_game(exam: Examination, found: Findings) -> None:
    if isinstance(exam.model, SkillModel) and len(exam.model.games) == 1:
        one = Words("El modelo se inscribe con un solo juego", "The model is registered with one game")
        found["A-06"] = Finding(Grade.NO_APLICA, one, Method.DOCUMENTARY, files=_FILES)


def _by_eye(exam: Examination, found: Findings) -> None:
    """K-19, A-07: what a person has to look at."""
    name, digest, signer = exam.model.name, exam.sample.rom.digest[:16], exam.sample.rom.signer
    signed = Words(f"firmada por {signer}", f"signed by {signer}")
    of = signed if signer else Words("sin firma", "unsigned")
    plate = exam.model.plate
    missing = Words(
        "los números de registro de fabricante y modelo, la serie,",
        "registry numbers of maker and model, the series,",
    )
    if plate.given:
        by = f" ({plate.made_by}, {plate.model or exam.model.title}, {plate.of_series})"
        missing = Words(
            f"que esos datos{by} sean los inscritos,", f"that these data{by} are the registered ones,"
        )
    found["K-19"] = Finding(
        Grade.NO_EXAMINADO,
        Words(
            f"La memoria dice modelo {name}, resumen {digest} y está {of.es}; la máquina, su número de serie."
            f" Faltan {missing.es} y las placas de mueble, frontal y cristales, que ha de ver una persona",
            f"The memory says model {name}, digest {digest} and is {of.en}; the machine, its serial number."
            f" Missing: {missing.en} and the plates on cabinet, front and glasses, which a person must look"
            " at",
        ),
        Method.DOCUMENTARY,
        files=_FILES,
    )
    if exam.model.type == "A":
        found["A-07"] = Finding(
            Grade.NO_EXAMINADO,
            Words(
                "Una persona ha de ver dibujos, textos, colores y melodías de cada juego: ninguna prueba los"
                " juzga",
                "A person must look at drawings, texts, colours and tunes of each game: no test judges them",
            ),
            Method.DOCUMENTARY,
            files=_FILES,
        )
