"""Archives whose bytes depend on nothing but their content: files in order, one moment, one owner."""

import gzip
import hashlib
import io
import lzma
import subprocess
import tarfile
import time
import zipfile

from product import DIST, NAME, ROOT, moment, version


def tar(entries):
    """A .tar of (name, bytes, mode)."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name, data, mode in entries:
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = len(data), mode, moment()
            t.addfile(info, io.BytesIO(data))
    return raw.getvalue()


def tgz(entries):
    """A .tar.gz of (name, bytes, mode)."""
    return gzip.compress(tar(entries), compresslevel=9, mtime=0)


def txz(entries):
    """A .tar.xz of (name, bytes, mode): three quarters of a .tar.gz."""
    return lzma.compress(tar(entries), preset=9 | lzma.PRESET_EXTREME)


def zipped(entries):
    """A .zip of (name, bytes, mode)."""
    out = io.BytesIO()
    when = time.gmtime(max(moment(), 315532800))[:6]  # the format begins with 1980
    with zipfile.ZipFile(out, "w") as z:
        for name, data, mode in entries:
            info = zipfile.ZipInfo(name, when)
            info.external_attr, info.create_system = (0o100000 | mode) << 16, 3
            z.writestr(info, data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def texts():
    """What goes with every program: (name, bytes, mode)."""
    return [("LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
            ("THIRD-PARTY-NOTICES", (DIST / "THIRD-PARTY-NOTICES").read_bytes(), 0o644)]


def manual():
    """The manual page, where there is man: (name, bytes, mode)."""
    return f"{NAME}.1", (ROOT / f"cmd/{NAME}/{NAME}.1").read_bytes(), 0o644


def plugin():
    """The plugin for Neovim as a folder, without its tests: (name, bytes, mode)."""
    folder = ROOT / "editors/nvim"
    listed = subprocess.check_output(["git", "-C", folder, "ls-files", "doc", "lsp", "lua", "plugin", "README.md"], text=True).split()
    return [(f"{NAME}.nvim/{f}", (folder / f).read_bytes(), 0o644) for f in listed] + [(f"{NAME}.nvim/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644)]


def write(targets):
    """Writes the archives of targets and of the plugin for Neovim, and the checksums of all that is in dist."""
    (DIST / f"{NAME}.nvim-{version()}.tar.gz").write_bytes(tgz(plugin()))
    for t in targets:
        stem = f"{NAME}-{version()}-{t.name}"
        entries = [(t.program, t.binary.read_bytes(), 0o755), *texts()]
        if t.goos == "windows":
            (DIST / f"{stem}.zip").write_bytes(zipped(entries))
        else:
            (DIST / f"{stem}.tar.xz").write_bytes(txz([(f"{stem}/{n}", d, m) for n, d, m in [*entries, manual()]]))
    checksums()


def checksums():
    """Writes SHA256SUMS, as sha256sum --check reads it."""
    files = sorted(f for f in DIST.iterdir() if f.is_file() and f.name != "SHA256SUMS")
    (DIST / "SHA256SUMS").write_text("".join(f"{sha256(f)}  {f.name}\n" for f in files))


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()
