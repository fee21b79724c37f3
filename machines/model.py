# SPDX-License-Identifier: MIT
"""
A machine as its manufacturer describes it: reads a model file, checks it, makes the core's tables.

    model = load_model("cierzo")       # a SkillModel (type A), CycleModel (B) or ChanceModel (C)
    model.price_cents                  # 20, from its rule profile
    model.tables.digest                # what the core plays

    try:
        load_model("mine.toml")
    except ModelError as error:
        print(error)                   # every mistake at once, each with the article it breaks

    draft = load_draft("mine.toml")    # a model that breaks the law alone, for a laboratory to refuse
    draft.problems                     # the mistakes; () of a lawful model
"""

from __future__ import annotations

import functools
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from cext import CoreError
from machines import MachinesError
from machines.check import wording
from machines.check.art import Reader, beside, check_looks, read_files, wanted_files
from machines.check.draft import read_draft
from machines.check.inherit import fill_texts, inherit
from machines.check.problems import Findings, ModelError, Problem
from machines.check.sounds import check_names, read_sounds
from machines.check.variants import parted, varied
from machines.rules import Profile, ProfileError, load_profile, profiles
from machines.support.currency import EURO, telling
from machines.support.paths import file_path
from machines.support.plain import JsonView, read_toml
from machines.types.common.base import HopperSpec, Model, WrongTypeError, refused, text_in
from machines.types.registry import TYPES, require_law, type_named

if TYPE_CHECKING:
    from machines.types.chance.model import ChanceModel
    from machines.types.cycle.model import CycleModel, need_cycle
    from machines.types.skill.model import SkillModel

__all__ = [
    "ChanceModel", "CycleModel", "HopperSpec", "Model", "ModelError", "Problem", "SkillModel",
    "WrongTypeError", "known_model", "load_cycle", "load_draft", "load_model", "model_names", "models_of",
    "need_cycle", "need_drawn", "read_model", "require_lawful", "text_in",
]  # fmt: skip

_Kind = TypeVar("_Kind", bound=Model)

MODELS_FOLDER = Path(__file__).parent / "models"


def __getattr__(name: str) -> object:
    """The models of each type, loaded for those who ask for them."""
    rooms = {"SkillModel": "skill", "CycleModel": "cycle", "need_cycle": "cycle", "ChanceModel": "chance"}
    if name not in rooms:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"machines.types.{rooms[name]}.model"), name)


def model_names() -> list[str]:
    """Names of the models that ship, sorted."""
    return list(_shipped())


@functools.cache
def _shipped() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in MODELS_FOLDER.glob("*.toml")))


def models_of(kind: type[_Kind]) -> list[_Kind]:
    """The models of one type that ship, such as ``models_of(CycleModel)``, sorted by name."""
    return [model for model in map(load_model, model_names()) if isinstance(model, kind)]


def load_model(name_or_path: str | Path, profile: str | None = None) -> Model:
    """
    Read and check a model.

    Args:
        name_or_path: the name of a shipped model, a file that ends in ``.toml``, or a folder that holds one
            of its own name; behind an @ the variant that is wanted: ``mine.toml@alto``.
        profile: rule profile instead of the one that the file names.

    Raises:
        ModelError: every mistake at once.
    """
    source, text = model_text(name_or_path)
    if name_or_path in _shipped() and not (profile or "").endswith(".toml"):
        return known_model(source, text, profile)
    return parse_model(text, source=source, profile=profile, pictures=beside(model_file(name_or_path)))


@functools.lru_cache(maxsize=64)
def known_model(source: str, text: bytes, profile: str | None) -> Model:
    """The model that says this, checked once: models never change, and checks take a while."""
    return parse_model(text, source=source, profile=profile)


def load_draft(name_or_path: str | Path, profile: str | None = None, *, surplus: bool = False) -> Model:
    """
    Read a model that may break the law, for an examination to say so.

    Args:
        name_or_path: as ``load_model`` takes it.
        profile: rule profile instead of the one that the file names.
        surplus: it may also pay more than it takes, which its ``slips`` then tell.

    Returns:
        The model; its ``problems`` name what it breaks, and are empty if it is lawful.

    Raises:
        ModelError: its format or the board forbids it, or what the law asks for is needed to make it.
    """
    source, text = model_text(name_or_path)
    reader = beside(model_file(name_or_path))
    return parse_model(text, source=source, profile=profile, draft=True, surplus=surplus, pictures=reader)


def pictured(model: Model, name_or_path: str | Path) -> Model:
    """
    A model that was made from its text alone, with its maker's own pictures, fonts and sounds.

    Raises:
        ModelError: one of them cannot be read.
    """
    draft, art = model.draft, model.draft.art
    if not any(wanted_files(draft)) and not (art and art.sounds):
        return model
    findings, reader = Findings(), beside(model_file(name_or_path))
    found, heard = read_files(draft, reader, findings), read_sounds(art, reader, findings)
    if findings.problems:
        raise ModelError(model.name, findings.problems)
    return replace(model, pictures=found, sounds=heard)


def require_lawful(model: Model) -> None:
    """
    Refuse a draft.

    Raises:
        ModelError: with every rule that it breaks.
    """
    if model.problems:
        raise ModelError(model.name, model.problems)


def load_cycle(name_or_path: str | Path, profile: str | None = None) -> CycleModel:
    """
    Read and check a model of type B.

    Raises:
        ModelError: every mistake at once.
        WrongTypeError: it is of another type.
    """
    from machines.types.cycle.model import need_cycle  # the other types do not wait for it

    return need_cycle(load_model(name_or_path, profile), "this needs")


def need_drawn(model: Model, doing: str) -> CycleModel | ChanceModel:
    """
    The model if its plays are drawn.

    Args:
        model: any checked model.
        doing: what it is needed for, as in "a PAR sheet needs".

    Raises:
        WrongTypeError: skill alone decides its plays.
    """
    if TYPES[model.type].drawn:
        return cast("CycleModel | ChanceModel", model)
    raise WrongTypeError(
        f"{doing} a model of type B or C, whose plays are drawn (got {model.name}, type {model.type})",
        "azar check takes it: skill alone decides, so there is no payout to compute",
    )


def model_text(name_or_path: str | Path) -> tuple[str, bytes]:
    """The name of a model's file and the file's bytes; ModelError if there is none to be read."""
    path = model_file(name_or_path)
    variant = parted(name_or_path)[1]
    chosen = b"" if variant is None else f'variant = "{variant}"\n'.encode()
    try:
        return path.name, chosen + file_path(path).read_bytes()
    except OSError as error:
        raise refused(path.name, f"must be a readable file ({error.strerror})", _names_hint()) from None


def parse_model(
    text: bytes,
    *,
    source: str = "model",
    profile: str | Profile | None = None,
    draft: bool = False,
    surplus: bool = False,
    pictures: Reader | None = None,
) -> Model:
    """
    Check a model given as the bytes of its file.

    Args:
        text: TOML in UTF-8.
        source: what the report calls it.
        profile: rule profile, or its name, instead of the one that the file names.
        draft: it may break the law.
        surplus: it may pay more than it takes.
        pictures: reads the maker's own pictures and fonts; left out, the model has none of them.

    Raises:
        ModelError: every mistake at once.
    """
    try:
        raw = read_toml(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        hint = "save it as UTF-8"
        raise refused(source, f"must be UTF-8 text (byte {error.start} is not)", hint) from None
    except ValueError as error:  # a number past Python's limits, too
        hint = "mend that line; texts stand in quotes, lists in []"
        raise refused(source, f"must be valid TOML ({error})", hint) from None
    return read_model(raw, source=source, profile=profile, draft=draft, surplus=surplus, pictures=pictures)


def read_model(
    raw: JsonView,
    *,
    source: str = "model",
    profile: str | Profile | None = None,
    draft: bool = False,
    surplus: bool = False,
    pictures: Reader | None = None,
) -> Model:
    """
    Check a model that is parsed already.

    Args:
        raw: the tables of the file as ``tomllib`` returns them.
        source: what the report calls it.
        profile: rule profile, or its name, instead of the one that the file names.
        draft: it may break the law: a model comes back where mistakes of the law alone were found, and
            its ``problems`` name them.
        surplus: it may pay more than it takes: its ``slips`` name what does.
        pictures: as ``parse_model`` takes it.

    Raises:
        ModelError: every mistake at once.
    """
    given = _Given(raw, source, profile, pictures, surplus)
    made, findings = _made(given, draft=False)
    if draft and findings.problems and all(problem.rule for problem in findings.problems):
        made, findings = _drafted(given, findings)
    if findings.barring or made is None:
        raise ModelError(source, findings.problems)
    return made


class _Given(NamedTuple):
    """A model file as it came."""

    raw: JsonView
    source: str
    profile: str | Profile | None
    pictures: Reader | None
    surplus: bool


_UNMADE = (AssertionError, ArithmeticError, LookupError, TypeError, ValueError, MachinesError, CoreError)
"""What stops a model that is made in spite of its mistakes."""


def _drafted(given: _Given, strict: Findings) -> tuple[Model | None, Findings]:
    """The model in spite of its mistakes, and all of them; where nothing can be made, those found before."""
    try:
        made, findings = _made(given, draft=True)
        if made is None or findings.barring:
            return None, findings
        made.settings()
    except _UNMADE:
        # What a rule asks for may be what there is nothing to build without: odds, texts, hoppers.
        return None, strict
    return replace(made, problems=tuple(findings.problems)), findings


def _made(given: _Given, *, draft: bool) -> tuple[Model | None, Findings]:
    """The model, if its mistakes leave one, and those mistakes."""
    findings = Findings(draft=draft, surplus=given.surplus)
    wanted = given.profile or given.raw.get("profile")
    law = _law(wanted, findings) if isinstance(wanted, str | Profile) else None
    if law is None or not law.free:
        return _built(given, law, findings)
    try:
        made, findings = _built(given, law, findings)
        if made is not None:
            made.settings()
        return made, findings
    except _UNMADE:
        # Nothing can be made without it, law or no law: the rows that ask for it say what.
        strict = Findings(surplus=True)
        made, strict = _built(given, replace(law, free=False), strict)
        if not strict.problems:
            raise
        return None, strict


def _built(given: _Given, law: Profile | None, findings: Findings) -> tuple[Model | None, Findings]:
    """The model by this law, if its mistakes leave one, and those mistakes, with what was found before."""
    findings.judge_by(law)
    raw, variants = varied(given.raw, findings)
    named = raw if given.profile is None or law is None else {**raw, "profile": law.id}
    kind = type_named(raw.get("type"))
    sections = read_draft(named, kind.shape, kind.draft, findings, TYPES)
    check_looks(sections, findings)
    pictures = read_files(sections, given.pictures, findings) if given.pictures else {}
    check_names(sections.art, findings)
    sounds = read_sounds(sections.art, given.pictures, findings) if given.pictures else {}
    made = None
    if law is not None:
        whole = fill_texts(inherit(sections, kind.inherits(sections, law), law), findings)
        money = whole.money.currency if whole.money else None
        with telling(money.currency if money else EURO):
            made = kind.made(whole, law, findings, given.source)
    if made and (pictures or sounds or findings.slips or variants):
        made = replace(made, pictures=pictures, sounds=sounds, slips=tuple(findings.slips), variants=variants)
    return made, findings


def _law(named: str | Profile, findings: Findings) -> Profile | None:
    try:
        law = named if isinstance(named, Profile) else load_profile(named)
        require_law(law)
        wording.require(law)
    except ProfileError as error:
        message = str(error).removeprefix("profile ")
        hint = "name one of them, or mend the profile"
        value = named.id if isinstance(named, Profile) else named
        findings.add("profile", message, hint, value=value, limit=profiles())
        return None
    return law


def model_file(name_or_path: str | Path) -> Path:
    """The file of a model that ships, or of a path, which may be its folder; ModelError of no such name."""
    name_or_path = parted(name_or_path)[0]
    if name_or_path in _shipped():
        return MODELS_FOLDER / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if path.is_dir():
        return path / f"{path.resolve().name}.toml"
    if isinstance(name_or_path, str) and not name_or_path.endswith(".toml"):
        names = ", ".join(model_names())
        message = f"must be one of {names} or a file *.toml, or a folder with one"
        raise refused(name_or_path, message, _names_hint())
    return path


def _names_hint() -> str:
    return 'run "azar models" to see what ships, or name a file that ends in .toml'
