# SPDX-License-Identifier: MIT
"""
The folder of an examination: what was examined, what each check left, and the list that seals it.

    evidence/          the same bytes on every computer, processor and runtime
      exam.json        sample, mode, seed, checks, versions
      sample.rom       the machine; model.toml, profile.json, manifest.json are taken out of it to be read
      checks/ID/       what a check kept, and result.json
      retests.json     checks that were done again, and why
      journals.json    last hash of every journal's chain
    about/             computer, times, runtime, processes: need not repeat
    vm/                the MicroPython module that evidence runs on (AZAR_VM=FILE)
    report.html, report.pdf, report.json
    SHA256SUMS         of every file above; SHA256SUMS.sig: an Ed25519 signature over it
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulator.records.chain import verify_chain
from emulator.support import files
from emulator.support.errors import HintedError
from machines.support.plain import Json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

EVIDENCE, CHECKS, ABOUT, VM = "evidence", "checks", "about", "vm"
EXAM, RETESTS, JOURNALS = "exam.json", "retests.json", "journals.json"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
RESULT = "result.json"
EVIDENCE_MOST_BYTES = 200_000_000
# What is signed begins with these bytes, so that no signature of another thing serves here.
PURPOSE = b"azar examination\n"


class ExamError(HintedError):
    """An examination cannot begin, go on, be repeated or be sealed; ``hint`` is the next step."""


class Fault(NamedTuple):
    """Something in a folder that is not as it was sealed."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what}"


def write_json(path: Path, value: Json | list[Any]) -> None:
    """Plain values as JSON, the same bytes for the same values, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True)
    files.replace(path, f"{text}\n".encode(), durable=False)


def read_json(path: Path) -> Any:
    """
    What ``write_json`` wrote.

    Raises:
        ExamError: no such file, or it holds no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExamError(f"{path}: {error.strerror or error}", "name the folder of an examination") from None
    except ValueError as error:
        raise ExamError(f"{path}: must be JSON ({error})", "azar lab verify says what was altered") from None


def check_folder(folder: Path, name: str) -> Path:
    """Where a check, or its retest, keeps its evidence."""
    return folder / EVIDENCE / CHECKS / name


def every_file(folder: Path) -> Iterator[Path]:
    """Every file of a folder that the list names, sorted by name."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.is_file() and path.relative_to(folder).as_posix() not in (SUMS, SIGNATURE):
            yield path


def digest_of(path: Path) -> str:
    """SHA-256 of a file in hex digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def evidence_digest(folder: Path) -> str:
    """One digest over all evidence: SHA-256 of its sorted lines ``digest  name``."""
    root = folder / EVIDENCE
    lines = [f"{digest_of(path)}  {path.relative_to(root).as_posix()}\n" for path in every_file(root)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def note_journals(folder: Path) -> None:
    """Write the last hash of each journal's chain, which the signature over the list then covers."""
    root = folder / EVIDENCE
    found = {path.relative_to(root).as_posix(): _last_hash(path) for path in sorted(root.rglob("*.jsonl"))}
    write_json(root / JOURNALS, found)


def _last_hash(path: Path) -> str:
    """The hash of a journal's last line."""
    with path.open("rb") as stream:
        last = stream.read().rstrip(b"\n").rpartition(b"\n")[2]
    return str(json.loads(last)["h"])


def seal(folder: Path, key: Ed25519PrivateKey | None = None) -> None:
    """
    Write the list of every file and sign it.

    Args:
        folder: of the examination.
        key: signs; None leaves it unsigned.

    Raises:
        ExamError: the evidence is larger than it may be.
    """
    size = sum(path.stat().st_size for path in every_file(folder / EVIDENCE))
    if size > EVIDENCE_MOST_BYTES:
        raise ExamError(
            f"evidence must be at most {EVIDENCE_MOST_BYTES:,} bytes (got {size:,})",
            "a check of your own keeps too much; keep tallies instead of plays",
        )
    lines = [f"{digest_of(path)}  {path.relative_to(folder).as_posix()}\n" for path in every_file(folder)]
    text = "".join(lines).encode()
    files.replace(folder / SUMS, text, durable=False)
    (folder / SIGNATURE).unlink(missing_ok=True)
    if key is not None:
        from cryptography.hazmat.primitives import serialization

        raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
        signed = key.public_key().public_bytes(*raw) + key.sign(PURPOSE + text)
        files.replace(folder / SIGNATURE, base64.b64encode(signed) + b"\n", durable=False)


def altered(folder: Path) -> list[Fault]:
    """What of a sealed folder is not as its list says: altered, missing or added files, broken journals."""
    listed = _listed(folder)
    there = {path.relative_to(folder).as_posix(): path for path in every_file(folder)}
    found = [Fault(name, "missing") for name in sorted(listed.keys() - there.keys())]
    found += [
        Fault(name, "added: the list does not name it") for name in sorted(there.keys() - listed.keys())
    ]
    for name in sorted(listed.keys() & there.keys()):
        got = digest_of(there[name])
        if got != listed[name]:
            found.append(Fault(name, f"altered: SHA-256 must be {listed[name]} (got {got})"))
    named = f"{EVIDENCE}/{JOURNALS}"
    return found if named in {fault.file for fault in found} else found + _journals(folder)


def _journals(folder: Path) -> list[Fault]:
    """Journals whose chain is broken, or does not end as it was sealed."""
    root, found = folder / EVIDENCE, []
    for name, last in read_json(root / JOURNALS).items():
        path = root / name
        if not path.exists():
            continue
        line = verify_chain(path.read_bytes())
        if line is not None:
            found.append(Fault(f"{EVIDENCE}/{name}", f"line {line} does not follow from the line before it"))
        elif _last_hash(path) != last:
            found.append(Fault(f"{EVIDENCE}/{name}", "its last hash is not the one that was sealed"))
    return found


def _listed(folder: Path) -> dict[str, str]:
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ExamError(
            f"{folder / SUMS}: {error.strerror or error}",
            "name the folder of a finished examination; azar lab MODEL -o DIR --resume finishes one",
        ) from None
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def signer(folder: Path, required: bytes | None = None) -> str | None:
    """
    Whose signature a folder has.

    Args:
        folder: of the examination.
        required: public key that must have signed it, 32 bytes; None takes any, and none.

    Returns:
        Fingerprint of the key; None: it is not signed.

    Raises:
        ExamError: the signature is wrong, another key's, or missing although one is required.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from machines.rom.seal import fingerprint

    path = folder / SIGNATURE
    hint = "get the folder again from whoever sealed it"
    if not path.exists():
        if required is not None:
            raise ExamError(f"{path}: missing: must be signed by {fingerprint(required)}", hint)
        return None
    try:
        data = base64.b64decode(path.read_bytes(), validate=False)
        public, signature = data[:32], data[32:]
        Ed25519PublicKey.from_public_bytes(public).verify(signature, PURPOSE + (folder / SUMS).read_bytes())
    except (InvalidSignature, ValueError):
        raise ExamError(f"{path}: wrong: this list was not signed so", hint) from None
    if required is not None and public != required:
        raise ExamError(f"{path}: must be of {fingerprint(required)} (got {fingerprint(public)})", hint)
    return fingerprint(public)
