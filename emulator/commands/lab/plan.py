# SPDX-License-Identifier: MIT
"""azar lab plan: what an examination will do, row by row, and how long it takes."""

from __future__ import annotations

from emulator.commands.console import AsJson, ProfileName, print_json, print_table, table
from emulator.commands.lab import options


def plan(
    machine: options.Machine,
    quick: options.Quick = False,
    full: options.Full = False,
    profile: ProfileName = None,
    firmware: options.Firmware = None,
    check_file: options.Checks = None,
    as_json: AsJson = False,
) -> None:
    """
    List what examines each requirement.

    And why nothing examines the others, and the time that each check takes on one core.
    """
    from emulator.lab.exam.intake import taken_in
    from emulator.lab.exam.plan import make_plan

    sample = taken_in(machine, profile=profile, firmware=firmware)
    made = make_plan(sample, options.mode_of(quick, full), options.own_checks(check_file))
    if as_json:
        print_json({"sample": sample.as_dict(), **made.as_dict()})
        return
    rows = table(
        f"{sample.title}: {len(made.items)} rows, {made.mode}", "row", "topic", "article", "examined by"
    )
    for item in made.items:
        by = ", ".join(check.id for check in item.checks)
        if not by and item.reason is not None:
            by = f"{item.row.grade or 'no examinado'}: {item.reason.en}"
        rows.add_row(item.row.id, item.row.topic.en, item.row.article, by)
    print_table(rows)
    checks = table(None, "check", "method", ">rows", ">seconds")
    for check in made.checks:
        checks.add_row(check.id, check.method, str(len(check.rows)), f"{check.seconds[made.mode]:g}")
    print_table(checks)
    open_rows = sum(not item.checks and item.row.grade is None for item in made.items)
    print(
        f"{made.seconds:.0f} s on one core; {open_rows} rows that nothing examines; "
        f"{made.tests} hypothesis tests share an error of 1 %"
    )
