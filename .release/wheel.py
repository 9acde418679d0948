"""Wheels for PyPI: one a platform with nothing but the program in it, which pip puts beside the environment's others."""

import base64
import hashlib

import archive
from product import DIST, LICENSE, NAME, RELEASE, REPOSITORY, SUMMARY, version


def wheel(t):
    """The wheel of one platform (https://packaging.python.org/en/latest/specifications/binary-distribution-format/)."""
    info = f"{NAME}-{version()}.dist-info"
    metadata = f"""Metadata-Version: 2.4
Name: {NAME}
Version: {version()}
Summary: {SUMMARY}
Project-URL: Source, {REPOSITORY}
Project-URL: Changelog, {REPOSITORY}/blob/main/CHANGELOG.md
License-Expression: {LICENSE}
License-File: LICENSE
License-File: THIRD-PARTY-NOTICES
Keywords: mcp,lsp,llm,context,repository map
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{(RELEASE / 'wheel.md').read_text()}"""
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in t.wheel.split("."))
    entries = [(f"{NAME}-{version()}.data/scripts/{t.program}", t.binary.read_bytes(), 0o755),
               (f"{info}/METADATA", metadata.encode(), 0o644),
               (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644),
               *((f"{info}/licenses/{n}", d, m) for n, d, m in archive.texts())]
    record = "".join(f"{n},sha256={digest(d)},{len(d)}\n" for n, d, _ in entries) + f"{info}/RECORD,,\n"
    entries.append((f"{info}/RECORD", record.encode(), 0o644))
    return f"{NAME}-{version()}-py3-none-{t.wheel}.whl", archive.zipped(entries)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write(targets):
    folder = DIST / "pypi"
    folder.mkdir(exist_ok=True)
    for t in targets:
        name, data = wheel(t)
        (folder / name).write_bytes(data)
