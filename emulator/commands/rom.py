# SPDX-License-Identifier: MIT
"""azar rom: what a ROM file holds, whether it is as it was built, and keys to sign it with."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    FAILED,
    AsJson,
    CommandError,
    facts,
    print_json,
    print_table,
    table,
    valued,
)
from emulator.commands.groups import group, verb
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.rom.file import Box, DamagedRomError

EXAMPLE = "azar rom verify cierzo.rom --key maker.pem.pub"

rom = group("Look into a ROM file, verify it, or make a key to sign with.", EXAMPLE)

RomFile = Annotated[Path, typer.Argument(metavar="FILE", help="A ROM file.")]
PublicKey = Annotated[Path | None, valued("--key", "PUB", "The public key that must have signed it.")]
Folder = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A new folder.")]
NewKey = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="KEY", help="Where the new private key goes; KEY.pub beside it."),
]


@verb(rom, "azar rom info cierzo.rom")
def info(file: RomFile, as_json: AsJson = False) -> None:
    """List what a ROM file holds."""
    with _telling(file):
        _info(file, as_json)


@verb(rom, EXAMPLE)
def verify(file: RomFile, key: PublicKey = None, as_json: AsJson = False) -> None:
    """
    Verify every byte of a ROM file, and name whatever is to blame.

    The parts must agree, the bytecode must be what its sources compile to, and the signature must be right.
    """
    with _telling(file):
        _verify(file, key, as_json)


@verb(rom, "azar rom extract cierzo.rom -o cierzo")
def extract(file: RomFile, output: Folder, as_json: AsJson = False) -> None:
    """
    Write the parts of a ROM file to a new folder.

    For a real board, or to be read. Every byte is checked before; firmware is there as source and bytecode.
    """
    with _telling(file):
        written = _extract(file, output)
    if as_json:
        print_json({"rom": str(file), "folder": str(output), "files": written})
        return
    print(f"{output}: {len(written)} files")
    print("put them on a board: docs/real_board.md")


@verb(rom, "azar rom keygen -o maker.pem")
def keygen(output: NewKey, as_json: AsJson = False) -> None:
    """Make a key to sign ROMs with; none is ever overwritten."""
    from machines.rom.seal import make_key, public_path

    found = {"key": str(output), "public": str(public_path(output)), "fingerprint": make_key(output)}
    if as_json:
        print_json(found)
        return
    rows = [("private key", f"{output}, for your eyes only"), ("public key", found["public"])]
    print_table(facts(None, [*rows, ("fingerprint", found["fingerprint"])]))


def _extract(path: Path, folder: Path) -> list[str]:
    """The names of the parts, each a file now; nothing that is there already is touched."""
    from machines.rom.file import unpack

    box = unpack(path.read_bytes())
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise CommandError(f"{folder} must be a new or an empty folder (it is not)", "name another")
    for name in box.parts:
        if not (folder / name).resolve().is_relative_to(folder.resolve()):
            hint = "no ROM that azar built names such a part"
            raise CommandError(f"{path}: a part must lie inside of the folder (got {name})", hint)
    for name, part in box.parts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(part)
    (folder / "manifest.json").write_text(
        json.dumps(box.manifest, indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    return [*box.parts, "manifest.json"]


@contextlib.contextmanager
def _telling(file: Path) -> Iterator[None]:
    """What is wrong with a damaged ROM, as the error of the command."""
    from machines.rom.file import DamagedRomError

    try:
        yield
    except DamagedRomError as damage:
        raise _refused(file, damage) from None


def _refused(path: Path, damage: DamagedRomError) -> CommandError:
    lines = [f"{path}: refused", *(f"  {finding}" for finding in damage.findings), "", f"hint: {damage.hint}"]
    details = {"rom": str(path), "findings": [finding._asdict() for finding in damage.findings]}
    message = f"{path}: refused, {len(damage.findings)} findings, the first: {damage.findings[0]}"
    return CommandError(message, damage.hint, details=details, status=FAILED, report="\n".join(lines))


_TOLD = ("model", "title", "type", "profile", "language", "tables_version", "mpy_cross", "mpy_version")


def _info(path: Path, as_json: bool) -> None:
    from machines.rom.file import unpack

    data = path.read_bytes()
    box = unpack(data)
    found = {"rom": str(path), "size_bytes": len(data), "digest": box.digest, **box.manifest}
    found |= {"signer": _signer(box), "core_same": _core_same(box)}
    if as_json:
        print_json(found)
        return
    # Whole is not the same as right: verify says whether the facts agree.
    fact = {name: str(box.manifest.get(name, "not told")) for name in _TOLD}
    rows = [
        ("model", f"{fact['model']}, {fact['title']}, type {fact['type']}, {fact['profile']}"),
        ("message line", fact["language"]),
        ("tables", f"format {fact['tables_version']}"),
        ("bytecode", f"by mpy-cross {fact['mpy_cross']}, format {fact['mpy_version']}"),
        ("core", "the one at hand" if found["core_same"] else "another one than at hand"),
        ("signature", "none" if found["signer"] is None else f"right, by {found['signer']}"),
    ]
    print_table(facts(f"{path}: {len(data):,} bytes", rows))
    shown = table(None, "part", ">bytes", "sha256")
    for row in box.manifest["parts"]:
        shown.add_row(row["name"], f"{row['size']:,}", row["sha256"][:32])
    print_table(shown)
    print(f"digest: {box.digest}")


def _signer(box: Box) -> str | None:
    from machines.rom.seal import signer

    return signer(box) if box.signature else None


def _core_same(box: Box) -> bool:
    from machines.rom.build import core_digest

    return bool(box.manifest.get("core_sha256") == core_digest())


def _verify(path: Path, key: Path | None, as_json: bool) -> None:
    from machines.rom.file import DamagedRomError
    from machines.rom.read import read_rom, verify_compiled
    from machines.rom.seal import read_public

    required = None if key is None else read_public(key)
    sealed = read_rom(path, key=required)
    findings = verify_compiled(sealed)
    if findings:
        raise DamagedRomError(findings, str(path))
    box = sealed.box
    found: Json = {
        "rom": str(path),
        "ok": True,
        "digest": sealed.digest,
        "parts": len(box.parts),
        "model": sealed.model.name,
        "profile": sealed.model.profile.id,
        "signer": sealed.signer,
        "signer_required": key is not None,
        "core_same": _core_same(box),
        "mpy_cross": box.manifest["mpy_cross"],
    }
    if as_json:
        print_json(found)
        return
    trust = "the key that was asked for" if key is not None else "nobody asked for this key: --key PUB does"
    core = "the builder's own" if found["core_same"] else "other sources than the builder's"
    rows = [
        ("parts", f"{len(box.parts)}, every byte as the manifest says"),
        ("agreement", "tables, settings and manifest follow from model and law"),
        ("bytecode", f"what mpy-cross {found['mpy_cross']} makes of the sources"),
        ("core at hand", f"{core}; {box.manifest['known_answer']['plays']:,} known plays are the same"),
        ("signature", "none" if sealed.signer is None else f"right, by {sealed.signer}; {trust}"),
    ]
    print_table(facts(f"{path}: verified, {sealed.model.name}, profile {sealed.model.profile.id}", rows))
    print(f"digest: {sealed.digest}")
