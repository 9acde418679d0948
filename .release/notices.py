"""What is inside the programs: a CycloneDX bill of materials, and the licences of all of it.

By itself it prints the bill of materials of a program that the C compiler at hand has built: python3 .release/notices.py
"""

import json
import os
import pathlib
import re
import subprocess
import uuid
from base64 import b64decode
from urllib.parse import quote

from product import DIST, LICENSE, NAME, RELEASE, REPOSITORY, ROOT, SUMMARY, TARGETS, version

# What modules bring along from others: (name, where from, its licence's text here). A module of C sources has no file for it.
INSIDE = {
    "github.com/smacker/go-tree-sitter": [
        ("tree-sitter", "https://github.com/tree-sitter/tree-sitter", "tree-sitter"),
        ("ICU, in tree-sitter", "https://github.com/unicode-org/icu", "icu"),
        ("tree-sitter-bash", "https://github.com/tree-sitter/tree-sitter-bash", "tree-sitter-bash"),
        ("tree-sitter-elixir", "https://github.com/elixir-lang/tree-sitter-elixir", "tree-sitter-elixir"),
        ("tree-sitter-ocaml", "https://github.com/tree-sitter/tree-sitter-ocaml", "tree-sitter-ocaml"),
        ("tree-sitter-swift", "https://github.com/alex-pinkus/tree-sitter-swift", "tree-sitter-swift"),
    ],
}

# Licences by words that each has and no other, in this order.
KNOWN = [
    ("ZPL-2.1", r"Zope Public License"),
    ("Apache-2.0", r"Apache License\s+Version 2\.0"),
    ("MPL-2.0", r"Mozilla Public License,? [Vv]ersion 2\.0"),
    ("Unicode-DFS-2016", r"ICU 58 and later"),
    ("BSD-3-Clause", r"Neither the name of"),
    ("BSD-2-Clause", r"Redistributions in binary form must reproduce"),
    ("ISC", r"Permission to use, copy, modify, and/or distribute"),
    ("MIT", r"Permission is hereby granted, free of charge"),
]


def spdx(name, text):
    for identifier, words in KNOWN:
        if re.search(words, text):
            return identifier
    raise SystemExit(f"the licence of {name} is none of {', '.join(i for i, _ in KNOWN)}")


def modules():
    """The Go modules that any target links, as (path, version, folder)."""
    found = set()
    for t in TARGETS.values():
        out = subprocess.check_output(
            ["go", "list", "-deps", "-tags", "netgo,osusergo", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{.Main}}{{end}}", f"./cmd/{NAME}"],
            cwd=ROOT, text=True, env=os.environ | {"GOOS": t.goos, "GOARCH": t.goarch, "CGO_ENABLED": "1"})
        found |= {tuple(line.split("\t")[:3]) for line in out.splitlines() if line and not line.endswith("true")}
    return sorted(found)


def licences(folder):
    """The texts of a module's licence and notices."""
    names = sorted(n for n in os.listdir(folder) if re.match(r"(?i)(licen[cs]e|copying|copyright|notice|patents|third_party_licen[cs]es)", n))
    files = []
    for n in names:
        path = pathlib.Path(folder, n)
        files += sorted(f for f in path.rglob("*") if f.is_file()) if path.is_dir() else [path]
    return [f.read_text(encoding="utf-8", errors="replace") for f in files]


def parts(zig):
    """All parts of the programs, as (name, version, where from, package URL, texts). Without zig, those of a program that another compiler has built."""
    for path, number, folder in modules():
        texts = licences(folder)
        if not texts:
            raise SystemExit(f"{path} has no licence")
        yield path, number, f"https://{path}", f"pkg:golang/{path}@{number}", texts
        for name, source, file in INSIDE.get(path, []):
            yield name, number, source, f"pkg:generic/{name.split(',')[0].lower()}", [(RELEASE / "licenses" / f"{file}.txt").read_text()]
    go = subprocess.check_output(["go", "env", "GOVERSION", "GOROOT"], text=True).split("\n")
    number = go[0].removeprefix("go")
    yield "Go's standard library", number, "https://go.dev", f"pkg:golang/stdlib@{number}", [pathlib.Path(go[1], "LICENSE").read_text()]
    for name, source, file in zig and [
        ("zig's runtime", "https://ziglang.org", zig / "LICENSE"),
        ("musl, on Linux", "https://musl.libc.org", zig / "lib/libc/musl/COPYRIGHT"),
        ("mingw-w64, on Windows", "https://www.mingw-w64.org", zig / "lib/libc/mingw/COPYING"),
    ] or []:
        yield name, "", source, f"pkg:generic/{re.split('[, ]', name)[0].rstrip(chr(39) + 's')}", [file.read_text(errors="replace")]


def packages():
    """Components for the packages that the VS Code extension is bundled of: what npm's lock file lists, and not for its development alone."""
    for place, p in sorted(json.loads((ROOT / "editors/vscode/package-lock.json").read_text())["packages"].items()):
        if place and not p.get("dev") and not p.get("devOptional"):
            name = place.rsplit("node_modules/", 1)[1]
            purl = f"pkg:npm/{quote(name, safe='/')}@{p['version']}"
            algorithm, digest = p["integrity"].split("-", 1)
            yield {"type": "library", "bom-ref": purl, "name": name, "purl": purl, "version": p["version"], "licenses": [{"expression": p["license"]}],
                   "hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": b64decode(digest).hex()}]}


def bill(all):
    """The bill of materials of these parts, and of the VS Code extension. The same input gives the same bytes."""
    components = []
    for name, number, source, purl, texts in all:
        component = {"type": "library", "bom-ref": purl, "name": name, "purl": purl, "licenses": [{"license": {"id": spdx(name, texts[0])}}],
                     "externalReferences": [{"type": "website", "url": source}]}
        if number:
            component["version"] = number
        components.append(component)
    components += packages()
    product = {"type": "application", "bom-ref": f"pkg:golang/github.com/{NAME}/{NAME}@v{version()}", "name": NAME, "version": version(), "description": SUMMARY,
               "purl": f"pkg:golang/github.com/{NAME}/{NAME}@v{version()}", "licenses": [{"license": {"id": LICENSE}}]}
    return json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([product, components]) + REPOSITORY)}",
        "metadata": {"component": product}, "components": components,
        "dependencies": [{"ref": product["bom-ref"], "dependsOn": [c["bom-ref"] for c in components]}]}, indent=2) + "\n"


def write(zig):
    """Writes THIRD-PARTY-NOTICES and the bill of materials. zig is the compiler's folder."""
    DIST.mkdir(exist_ok=True)
    all = list(parts(zig))
    notices = [f"{NAME} {version()} has in it the following works of others, under their licences.\n"]
    for name, number, source, _, texts in all:
        notices.append("\n".join(["", "=" * 80, f"{name} {number}".strip(), source, "", *(t.strip() + "\n" for t in texts)]))
    (DIST / "THIRD-PARTY-NOTICES").write_text("\n".join(notices))
    (DIST / f"{NAME}-{version()}.cdx.json").write_text(bill(all))


if __name__ == "__main__":
    print(bill(parts(None)), end="")
