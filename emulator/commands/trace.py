# SPDX-License-Identifier: MIT
"""azar trace: pins, buses and devices of a run as a file for GTKWave or PulseView."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from emulator.commands import complete
from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    Seed,
    facts,
    flag,
    print_json,
    print_table,
    progress,
    say,
    valued,
)
from emulator.commands.firmware import RuntimeName, TrustFirmware, tell_choice, tell_fault
from machines.support.plain import Json

EXAMPLE = """\
azar trace cierzo --script visit -o visit.vcd
azar trace --scenario cctalk_hopper_runaway_while_paying -o runaway.vcd
azar trace --journal visit.jsonl --from 8000 --to 9000 --signals 'i2c,fram' -o commit.vcd"""

VISIT = "visit"

ModelName = Annotated[
    str | None,
    typer.Argument(
        metavar="[MODEL]",
        help="A model that ships, the path of a model or ROM file, or a dice cup; cierzo, or the run's own.",
        autocompletion=complete.models,
    ),
]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="F.vcd", help="The file, written anew.")]
ScriptName = Annotated[
    str | None,
    valued(
        "--script",
        "FILE",
        'Trace a script on a TEST machine; "visit", which ships, unless something else is named.',
        autocompletion=complete.scripts,
    ),
]
ScenarioName = Annotated[
    str | None,
    valued("--scenario", "FILE", "Trace a scenario on its machine.", autocompletion=complete.scenarios),
]
JournalPath = Annotated[
    Path | None, valued("--journal", "FILE", "Trace a recorded run, which is done again on its machine.")
]
Milliseconds = Annotated[
    int | None, valued("--ms", "N", "Trace so many milliseconds of a machine that nobody touches.", min=1)
]
Mechanisms = Annotated[
    Literal["parallel", "cctalk"] | None,
    typer.Option("--mechanisms", help="Other coin mechanisms than the model's own."),
]
From = Annotated[int, valued("--from", "MS", "Write from this millisecond of the run on.", min=0)]
To = Annotated[int | None, valued("--to", "MS", "Write up to this millisecond of the run.", min=1)]
Signals = Annotated[
    str | None,
    valued(
        "--signals", "GLOB,...", 'Only these scopes or signals: "cctalk,pins.hopper_*"; "-i2c.s*" leaves out.'
    ),
]
For = Annotated[
    Literal["gtkwave", "pulseview"],
    typer.Option(
        "--for",
        help="GTKWave: all signals, and a save file beside it; PulseView and sigrok-cli: wires alone.",
    ),
]
Levels = Annotated[
    bool, flag("--levels", "Lines as a probe on the pin finds them, instead of asserted or not.")
]
Decoder = Annotated[
    Path | None,
    valued("--decoder", "DIR", "Write the ccTalk decoder for PulseView and sigrok-cli here, and no trace."),
]


def trace(
    model: ModelName = None,
    output: Output = Path("trace.vcd"),
    script: ScriptName = None,
    scenario: ScenarioName = None,
    journal: JournalPath = None,
    ms: Milliseconds = None,
    seed: Seed = None,
    mechanisms: Mechanisms = None,
    runtime: RuntimeName = None,
    trust_firmware: TrustFirmware = False,
    from_: From = 0,
    to: To = None,
    signals: Signals = None,
    for_: For = "gtkwave",
    levels: Levels = False,
    decoder: Decoder = None,
    as_json: AsJson = False,
) -> None:
    """
    Write pins and buses of a run for GTKWave and PulseView.

    GTKWave shows it with decoded ccTalk packets and I2C transfers: gtkwave visit.gtkw. PulseView and
    sigrok-cli decode the lines themselves. Tracing changes nothing: the journal of a run is the same.

    Exit status 1: a step of the script or scenario did not hold, or the journal was not reproduced; the trace
    is written all the same.
    """
    if decoder is not None:
        _write_decoder(decoder, as_json)
        return
    from emulator.trace.chips import chips_of
    from emulator.trace.gtkw import write_save
    from emulator.trace.recording import Trace
    from emulator.trace.run import Wanted, of_journal, of_scenario, of_script, of_time

    _require_one(script=script, scenario=scenario, journal=journal, ms=ms)
    _require_of_run(journal, seed=seed, mechanisms=mechanisms)
    for read in (model, script, scenario, journal):
        if read is not None and Path(read).resolve() == output.resolve():
            raise CommandError(f"output must be a file of its own (got {output})", "name another file")
    if to is not None and to <= from_:
        raise CommandError(f"to must be above from, in ms (got {from_}, {to})", status=WRONG_USAGE)
    recording = Trace(
        output,
        signals=signals.split(",") if signals else ("*",),
        begin_us=from_ * 1000,
        end_us=None if to is None else to * 1000,
        reader=for_,
        levels=levels,
    )
    with progress("tracing", wanted=not as_json) as at, recording:
        wanted = Wanted(model, seed, mechanisms, runtime, trust_firmware)
        if journal is not None:
            ran = of_journal(recording, wanted, journal, at)
        elif scenario is not None:
            ran = of_scenario(recording, wanted, scenario, at)
        elif ms is not None:
            ran = of_time(recording, wanted, ms, at)
        else:
            ran = of_script(recording, wanted, script or VISIT, at)
    found: Json = {"run": ran.what, **recording.summary(), "failed": list(ran.failed), "save": None}
    if for_ == "gtkwave":
        begin_us, end_us = found["from_us"], found["to_us"]
        save = write_save(output, recording.signals, chips_of(ran.machine), begin_us=begin_us, end_us=end_us)
        found["save"] = str(save[0])
    tell_choice(ran.machine.choice)
    tell_fault(ran.machine.last_fault)
    if ran.failed:
        raise CommandError(f"{ran.what}: {ran.failed[0]}", f"the trace is whole: {output}", details=found)
    if as_json:
        print_json(found)
        return
    print_table(facts(None, _rows(found)))
    say(_next_step(found, for_))


def _write_decoder(folder: Path, as_json: bool) -> None:
    from emulator.trace.decoder import write_decoder

    own = write_decoder(folder)
    if as_json:
        print_json({"decoder": str(own)})
    else:
        print(f"{own}: the decoder cctalk, above uart")
        say(f"use it: SIGROKDECODE_DIR={folder.resolve()} pulseview")


def _require_one(**runs: object) -> None:
    named = [name for name, value in runs.items() if value is not None]
    if len(named) > 1:
        raise CommandError(
            f"{' and '.join(named)} must not both be given: a trace is of one run",
            "leave one of them out",
            status=WRONG_USAGE,
        )


def _require_of_run(journal: Path | None, **options: object) -> None:
    given = [name for name, value in options.items() if value is not None]
    if journal is not None and given:
        raise CommandError(
            f"{given[0]} must be left out with journal, whose machine has its own",
            "leave it out",
            status=WRONG_USAGE,
        )


def _rows(found: Json) -> list[tuple[str, str]]:
    i2c, cctalk = found["i2c"], found["cctalk"]
    seconds = (found["to_us"] - found["from_us"]) / 1e6
    lines = f"{i2c['transfers']:,} transfers, {i2c['with_lines']:,} of them with SCL and SDA"
    rows = [
        ("run", found["run"]),
        ("trace", f"{found['trace']}, {found['bytes']:,} bytes for {seconds:.3f} s"),
        ("signals", f"{found['signals']}, {found['changes']:,} changes"),
        (
            "I2C",
            f"{lines}; {i2c['bus_us'] / 1e6:.3f} s of bus, {i2c['longest_us'] / 1e3:.1f} ms at once at most",
        ),
    ]
    if cctalk is not None:
        rows.append(("ccTalk", f"{cctalk['packets']:,} packets, {cctalk['wrong']} broken"))
    return rows


def _next_step(found: Json, reader: str) -> str:
    if reader == "gtkwave":
        return f"open it: gtkwave {found['save']}"
    return f"open it: pulseview -I vcd -i {found['trace']}"
