"""What is released: the product's names, its version, and the platforms it is built for."""

import dataclasses
import os
import pathlib
import re
import subprocess

RELEASE = pathlib.Path(__file__).resolve().parent
ROOT = RELEASE.parent
DIST = RELEASE / "dist"

NAME = "contextls"
SUMMARY = "Decides what a model should see: a live symbol and import graph, and the right code in a hard token budget."
REPOSITORY = "https://github.com/contextls/contextls"
LICENSE = "Apache-2.0"


@dataclasses.dataclass(frozen=True)
class Target:
    """A platform: Node's name for it, and what others call it."""

    name: str  # as in names of archives: Node's platform and processor
    goos: str
    goarch: str
    zig: str  # the C compiler's target
    link: str  # flags for the linker
    wheel: str  # the tag of a wheel
    deb: str = ""  # Debian's name of the processor

    @property
    def program(self):
        return NAME + (".exe" if self.goos == "windows" else "")

    @property
    def binary(self):
        return DIST / "bin" / self.name / self.program

    @property
    def node(self):
        return self.name.split("-")


# glibc and musl alike run what is static. Go 1.26 wants macOS 12.
TARGETS = {
    t.name: t
    for t in [
        Target("linux-x64", "linux", "amd64", "x86_64-linux-musl", "-static -Wl,--gc-sections",
               "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64", "amd64"),
        Target("linux-arm64", "linux", "arm64", "aarch64-linux-musl", "-static -Wl,--gc-sections",
               "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64", "arm64"),
        Target("win32-x64", "windows", "amd64", "x86_64-windows-gnu", "-Wl,--gc-sections", "win_amd64"),
        Target("win32-arm64", "windows", "arm64", "aarch64-windows-gnu", "-Wl,--gc-sections", "win_arm64"),
        Target("darwin-x64", "darwin", "amd64", "x86_64-macos.12.0", "-Wl,-dead_strip", "macosx_12_0_x86_64"),
        Target("darwin-arm64", "darwin", "arm64", "aarch64-macos.12.0", "-Wl,-dead_strip", "macosx_12_0_arm64"),
    ]
}


def version():
    """The version, which is said in one place."""
    source = (ROOT / "cmd/contextls/version.go").read_text()
    return re.search(r'^const release = "(.+)"$', source, re.M).group(1)


def moment():
    """Seconds since 1970 that archives say their files are from: the last commit's."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    return int(subprocess.check_output(["git", "-C", ROOT, "log", "-1", "--format=%ct"]))


def cache():
    """Where downloads are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(home) / "contextls-release"


def built(names=None):
    """The named targets whose program is in dist, by default all of those."""
    found = [t for t in TARGETS.values() if t.binary.exists() and (not names or t.name in names)]
    missing = set(names or ()) - {t.name for t in found}
    if missing or not found:
        raise SystemExit(f"not built: {', '.join(sorted(missing)) or 'anything'}; .release/build TARGET does it")
    return found
