"""Packages for npm: one a platform with the program in it, and `contextls`, which depends on all and runs the one that fits."""

import json

import archive
from product import DIST, LICENSE, NAME, RELEASE, REPOSITORY, SUMMARY, TARGETS, version

FOLDER = RELEASE / "npm"


def manifest(name, **fields):
    common = {"name": name, "version": version(), "description": SUMMARY, "license": LICENSE, "homepage": REPOSITORY,
              "repository": {"type": "git", "url": f"git+{REPOSITORY}.git"}}
    return ("package/package.json", json.dumps(common | fields, indent=2).encode() + b"\n", 0o644)


def platform(t):
    """The package of one platform."""
    system, processor = t.node
    entries = [
        manifest(f"@{NAME}/{t.name}", description=f"{NAME} for {t.name}", os=[system], cpu=[processor], preferUnplugged=True),
        (f"package/bin/{t.program}", t.binary.read_bytes(), 0o755),
        ("package/README.md", f"The program of {NAME} for {t.name}.\n".encode(), 0o644),
        *((f"package/{n}", d, m) for n, d, m in archive.texts()),
    ]
    return f"{NAME}-{t.name}-{version()}.tgz", archive.tgz(entries)


def launcher():
    """The package that people name."""
    entries = [
        manifest(NAME, keywords=["mcp", "lsp", "llm", "context", "code-graph", "repository-map"], bin={NAME: "contextls.js"}, engines={"node": ">=18"},
                 mcpName=f"io.github.{NAME}/{NAME}", optionalDependencies={f"@{NAME}/{t}": version() for t in TARGETS}),
        ("package/contextls.js", (FOLDER / "contextls.js").read_bytes(), 0o755),
        ("package/README.md", (FOLDER / "README.md").read_bytes(), 0o644),
        *((f"package/{n}", d, m) for n, d, m in archive.texts()),
    ]
    return f"{NAME}-{version()}.tgz", archive.tgz(entries)


def write(targets):
    folder = DIST / "npm"
    folder.mkdir(exist_ok=True)
    for name, data in [*map(platform, targets), launcher()]:
        (folder / name).write_bytes(data)
