# SPDX-License-Identifier: MIT
"""azar lab retest: a check done once more, with the reason; both stay in the report."""

from __future__ import annotations

from typing import Annotated

import typer

from emulator.commands.console import AsJson, CommandError
from emulator.commands.lab import options
from emulator.commands.lab.examine import finish, tell
from machines.support.languages import DEFAULT_LANGUAGE

Name = Annotated[str, typer.Option("--check", metavar="ID", help="Which check; azar lab plan lists them.")]
Why = Annotated[
    str, typer.Option("--why", metavar="TEXT", help="Why it is done again; the report prints it.")
]


def retest(
    folder: options.Folder,
    check: Name,
    why: Why,
    check_file: options.Checks = None,
    entity: options.Entity = None,
    lang: options.Language = DEFAULT_LANGUAGE,
    key: options.Key = None,
    as_json: AsJson = False,
) -> None:
    """
    Do one check again, and say why.

    It has other chance; both results stay in the report, which is written anew under a new code.
    """
    import time

    from emulator.lab.exam.run import open_exam

    exam = open_exam(folder, more=options.own_checks(check_file))
    known = {one.id: one for one in exam.plan.checks}
    if check not in known:
        raise CommandError(
            f"check must be one of {', '.join(known)} (got {check})", "azar lab plan lists them"
        )
    began = time.monotonic()
    exam.retest(known[check], why)
    filled, signs = options.entity_of(entity), options.private_key(key)
    report = finish(exam, filled, lang, signs, 1, time.monotonic() - began)
    tell(report, folder, as_json=as_json)
