# SPDX-License-Identifier: MIT
"""
One check done: its evidence in a folder of its own, and ``result.json`` when it is whole.

    done = examine(check, sample, Orders("quick", "00"), Path("evidence/checks/pace"))
    done["B-10"].grade

By hand, while a check is written:

    python -m emulator.lab.exam.work pace cierzo --mode quick -o /var/tmp/pace
"""

from __future__ import annotations

import argparse
import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from emulator.lab.exam.catalogue import Check, added, shipped
from emulator.lab.exam.examination import Told, _nobody, at_work, derived
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Finding, Findings, Grade, Words, read_findings
from emulator.lab.exam.intake import taken_in
from emulator.support.errors import EmulatorError
from machines import MachinesError

RESULT = "result.json"


@dataclass(frozen=True)
class Orders:
    """What holds for every check of an examination."""

    mode: str
    seed: str
    alpha: float = 0.01
    """Of each hypothesis test: the family-wise error shared among them."""
    runtime: str | None = None


def examine(
    check: Check, sample: Examinee, orders: Orders, folder: Path, told: Told = _nobody
) -> Mapping[str, Finding]:
    """Do one check and write what it found; what it found is read where it was done before."""
    result = folder / RESULT
    if result.exists():
        return read_findings(json.loads(result.read_text(encoding="utf-8")))
    folder.mkdir(parents=True, exist_ok=True)
    exam = at_work(
        sample, orders.mode, derived(orders.seed, check.id), folder, orders.alpha, orders.runtime, told
    )
    try:
        found = check.examine(exam)
        _require_own(check, found)
    except (EmulatorError, MachinesError, AssertionError) as error:
        found = _stopped(check, str(error))
    except Exception as error:
        # A fault of the check itself costs its rows, not the examination; what it says may name a path.
        traceback.print_exc()
        found = _stopped(check, f"{check.run}: {type(error).__name__}")
    text = json.dumps(found.as_dict(), indent=1, ensure_ascii=False, sort_keys=True)
    half = result.with_suffix(".part")
    half.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    half.replace(result)
    return found.rows


def _stopped(check: Check, why: str) -> Findings:
    """What is said of every row of a check that could not end: what stopped it."""
    found = Findings()
    why = " ".join(why.split())
    for row in check.rows:
        said = Words(f"El ensayo no pudo terminar: {why}", f"The check could not end: {why}")
        found[row] = Finding(Grade.NO_EXAMINADO, said, check.method)
    return found


def _require_own(check: Check, found: Findings) -> None:
    foreign = sorted(found.rows.keys() - set(check.rows))
    assert not foreign, f"check {check.id} must speak of its own rows {check.rows} (spoke of {foreign})"


def main() -> None:
    """Do one check by hand and print what it found."""
    parser = argparse.ArgumentParser(description="Do one check and print what it found.")
    parser.add_argument("check", help="id of a check that ships, or its TOML file")
    parser.add_argument("sample", help="a model or a ROM")
    parser.add_argument("--mode", default="quick")
    parser.add_argument("--seed", default="00")
    parser.add_argument("--firmware", type=Path)
    parser.add_argument("-o", type=Path, required=True, help="folder of its evidence")
    asked = parser.parse_args()
    known = {one.id: one for one in shipped()}
    check = known[asked.check] if asked.check in known else added([Path(asked.check)])[0]
    sample = taken_in(asked.sample, firmware=asked.firmware)
    for row, finding in sorted(examine(check, sample, Orders(asked.mode, asked.seed), asked.o).items()):
        print(row, finding.grade, finding.said.en)
        for figure in finding.figures:
            print(
                f"    {figure.name.en}: {figure.value} {figure.unit} {figure.sense or ''} {figure.limit}",
                figure.grade,
            )


if __name__ == "__main__":
    main()
