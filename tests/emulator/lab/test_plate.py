# SPDX-License-Identifier: MIT
"""The plate of a model (K-19) where a laboratory and an engineer write of the machine."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from places import ROOT

from emulator.lab.checks import front
from emulator.lab.dossier.block import BLANK
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.entity import Entity
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Finding
from emulator.lab.exam.sample import Sample
from emulator.lab.report.figures import Scribe
from emulator.lab.report.view import _plate

BOREAL = str(ROOT / "docs" / "art" / "boreal")
SAID = {"maker": "RECREATIVOS BOREAL", "registry": "ARA-0042", "model": "BOREAL 3", "series": "B"}


@pytest.fixture(scope="module")
def boreal() -> Sample:
    return Sample.of(BOREAL)


def test_a_dossier_says_the_plate_where_the_entity_is_silent(boreal: Sample) -> None:
    case = Case(boreal, Entity({"machine": {"series": "F"}}), "es", "00")
    assert (case.said("maker", "name"), case.said("maker", "registry")) == (SAID["maker"], SAID["registry"])
    assert (case.said("machine", "model_number"), case.said("machine", "series")) == ("BOREAL 3", "F")
    assert case.said("maker", "address") == BLANK


def test_a_report_says_the_plate_of_a_model_that_has_one(boreal: Sample) -> None:
    assert boreal.as_dict()["plate"] == SAID
    (row,) = _plate(boreal.as_dict(), Scribe("es"))
    assert row == ["Placa", "fabricante RECREATIVOS BOREAL · registro ARA-0042 · modelo BOREAL 3 · serie B"]
    assert _plate({}, Scribe("en")) == []


@pytest.mark.parametrize(
    ("name", "said"), [(BOREAL, "(RECREATIVOS BOREAL ARA-0042, BOREAL 3, B)"), ("cierzo", "")]
)
def test_the_row_of_the_plate_asks_a_person_what_is_left_to_see(name: str, said: str) -> None:
    sample = Sample.of(name)
    found: dict[str, Finding] = {}
    front._by_eye(cast("Examination", SimpleNamespace(model=sample.model, sample=sample)), found)
    assert said in found["K-19"].said.en and said in found["K-19"].said.es
    assert ("registry numbers of maker and model" in found["K-19"].said.en) is not bool(said)
