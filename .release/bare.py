"""A machine that has nothing: a root with a shell, the programs that are named, and what they are linked with."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

USER = 1000  # not root: few users are
HOME = "/home/user"
ENV = {"HOME": HOME, "PATH": f"{HOME}/.local/bin:/usr/local/bin:/usr/bin:/bin"}


class Machine:
    """The root, which goes away with all that was started in it."""

    def __init__(self, root):
        self.root, self.mounts = pathlib.Path(root), []
        for d in ["proc", "dev", "tmp", HOME[1:]]:
            (self.root / d).mkdir(parents=True)
        for d in ["tmp", HOME[1:]]:
            os.chown(self.root / d, USER, USER)
        os.chmod(self.root, 0o755)
        self.has(os.path.realpath("/bin/sh"), "/bin/sh")
        self.has("/usr/bin/env")

    def has(self, program, name=None):
        """Puts a program into the root, with its libraries; name is where."""
        self.put(program, name)
        for library in libraries(program):
            self.put(library)

    def put(self, file, name=None):
        to = self.root / str(name or file)[1:]
        to.parent.mkdir(parents=True, exist_ok=True)
        if not to.exists():
            shutil.copy(file, to)

    def link(self, name, to):
        """Makes a symbolic link in the root."""
        (self.root / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name[1:]).symlink_to(to)

    def sees(self, folder, name=None, writable=False):
        """Has a folder of this machine in the root; name is where. The libraries of what is in it are not looked for."""
        name = str(name or folder)
        (self.root / name[1:]).mkdir(parents=True, exist_ok=True)
        self.mounts += [f"mount --bind{'' if writable else ' -o ro'} {folder} {self.root}{name}"]

    def command(self, *words, user=USER, cwd=HOME):
        """The words that run a command in the root, as a user, and end with it all that it has started."""
        device = [f"touch {self.root}/dev/{d}; mount --bind /dev/{d} {self.root}/dev/{d}" for d in ["null", "zero", "random", "urandom", "tty"]]
        return ["unshare", "--mount", "sh", "-ec", "\n".join([*device, *self.mounts, 'exec "$@"']), "sh", "unshare", "--pid", "--fork", "--kill-child",
                "--mount-proc", f"--root={self.root}", f"--wd={cwd}", f"--setgid={user}", f"--setuid={user}", *map(str, words)]


@contextlib.contextmanager
def machine():
    with tempfile.TemporaryDirectory(prefix="contextls-bare-") as root:
        yield Machine(root)


def libraries(program):
    """What a program is linked with; none where it is static."""
    listed = subprocess.run(["ldd", program], text=True, capture_output=True)
    return re.findall(r"(/\S+) \(0x", listed.stdout)
