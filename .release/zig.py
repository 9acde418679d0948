"""The C compiler, zig, which comes from PyPI by version and hash (zig.txt) into the user's cache."""

import os
import re
import subprocess
import sys

from product import RELEASE, cache


def zig():
    """The path of the C compiler, which is downloaded if it is not there."""
    wanted = RELEASE / "zig.txt"
    number = re.search(r"^ziglang==(\S+)", wanted.read_text(), re.M).group(1)
    folder = cache() / f"ziglang-{number}"
    program = folder / "ziglang" / ("zig.exe" if os.name == "nt" else "zig")
    if not program.exists():
        subprocess.check_call([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
                               "--require-hashes", "--only-binary", ":all:", "--target", folder, "--requirement", wanted])
    return program
