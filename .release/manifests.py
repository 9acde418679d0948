"""What registries and package managers want to be told. All of it is derived from the archives; where it goes is in README.md."""

import gzip
import json
import shutil
import subprocess
import tempfile
import pathlib

import archive
from product import DIST, LICENSE, NAME, RELEASE, REPOSITORY, SUMMARY, TARGETS, moment, version

SHORT = "Decides what a model should see: symbol and import graph, ranked files, packs in a token budget."
OWNER = NAME


def asset(t):
    return f"{NAME}-{version()}-{t.name}" + (".zip" if t.goos == "windows" else ".tar.xz")


def url(file):
    return f"{REPOSITORY}/releases/download/v{version()}/{file}"


def put(name, text):
    path = DIST / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if isinstance(text, str) else json.dumps(text, indent=2) + "\n")


def mcpb(t):
    """A bundle for Claude Desktop: the program, and how it is started."""
    manifest = {
        "manifest_version": "0.3", "name": NAME, "display_name": NAME, "version": version(), "description": SHORT, "long_description": SUMMARY,
        "author": {"name": f"{NAME} contributors", "url": REPOSITORY}, "repository": {"type": "git", "url": f"{REPOSITORY}.git"},
        "homepage": REPOSITORY, "documentation": f"{REPOSITORY}/blob/main/cmd/{NAME}/mcp/README.md", "license": LICENSE,
        "keywords": ["context", "code", "repository map"],
        "server": {"type": "binary", "entry_point": f"server/{t.program}",
                   "mcp_config": {"command": f"${{__dirname}}/server/{t.program}", "args": ["mcp", "${user_config.folder}"], "env": {}}},
        "tools": [{"name": n, "description": d} for n, d in [
            ("pack", "The code that a change needs, in a budget of tokens."),
            ("repo_map", "The most important files with their signatures."),
            ("search", "Definitions that match some words."),
            ("impact", "Whom a change of a file or a definition may concern."),
            ("explore", "One round of exploration, in one budget."),
        ]],
        "user_config": {"folder": {"type": "directory", "title": "Project", "description": "The folder with the code to answer for.", "required": True}},
        "compatibility": {"platforms": [t.node[0]]},
    }
    entries = [("manifest.json", json.dumps(manifest, indent=2).encode() + b"\n", 0o644),
               (f"server/{t.program}", t.binary.read_bytes(), 0o755), *archive.texts()]
    (DIST / f"{NAME}-{version()}-{t.name}.mcpb").write_bytes(archive.zipped(entries))


def server():
    """server.json of the MCP registry. The npm package says the same name, as mcpName; the wheel's README too."""
    run = {"transport": {"type": "stdio"}, "packageArguments": [{"type": "positional", "value": "mcp"}]}
    return {"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": f"io.github.{OWNER}/{NAME}",
            "title": NAME, "description": SHORT, "version": version(), "repository": {"url": REPOSITORY, "source": "github"},
            "packages": [{"registryType": "npm", "identifier": NAME, "version": version(), "runtimeHint": "npx", **run},
                         {"registryType": "pypi", "identifier": NAME, "version": version(), "runtimeHint": "uvx", **run}]}


def homebrew(sums):
    def pick(name):
        t = TARGETS[name]
        return f'      url "{url(asset(t))}"\n      sha256 "{sums[asset(t)]}"\n'
    return f'''class Contextls < Formula
  desc "{SHORT.rstrip('.')}"
  homepage "{REPOSITORY}"
  version "{version()}"
  license "{LICENSE}"

  on_macos do
    on_arm do
{pick("darwin-arm64")}    end
    on_intel do
{pick("darwin-x64")}    end
  end
  on_linux do
    on_arm do
{pick("linux-arm64")}    end
    on_intel do
{pick("linux-x64")}    end
  end

  def install
    bin.install "{NAME}"
    man1.install "{NAME}.1"
    generate_completions_from_executable(bin/"{NAME}", "completion")
  end

  test do
    (testpath/"a.py").write "def price():\\n    return 1\\n"
    assert_match "price", shell_output("#{{bin}}/{NAME} pack --target a.py .")
  end
end
'''


def scoop(sums):
    def pick(name):
        t = TARGETS[name]
        return {"url": url(asset(t)), "hash": sums[asset(t)]}
    update = {a: {"url": url(asset(TARGETS[n])).replace(version(), "$version")} for a, n in [("64bit", "win32-x64"), ("arm64", "win32-arm64")]}
    return {"version": version(), "description": SHORT, "homepage": REPOSITORY, "license": LICENSE,
            "architecture": {"64bit": pick("win32-x64"), "arm64": pick("win32-arm64")}, "bin": f"{NAME}.exe",
            "checkver": {"github": REPOSITORY}, "autoupdate": {"architecture": update}}


def mason():
    """A package of mason's registry, for Neovim."""
    names = {"linux-x64": "linux_x64", "linux-arm64": "linux_arm64", "darwin-x64": "darwin_x64", "darwin-arm64": "darwin_arm64", "win32-x64": "win_x64", "win32-arm64": "win_arm64"}
    number = '{{ version | strip_prefix "v" }}'
    assets = "".join(f"    - target: {names[t.name]}\n      file: {asset(t).replace(version(), number)}\n      bin: "
                     + (t.program if t.goos == "windows" else f"{NAME}-{number}-{t.name}/{t.program}") + "\n" for t in TARGETS.values())
    return f"""---
name: {NAME}
description: {json.dumps(SUMMARY)}
homepage: {REPOSITORY}
licenses:
  - {LICENSE}
languages: []
categories:
  - LSP

source:
  id: pkg:github/{OWNER}/{NAME}@v{version()}
  asset:
{assets}
bin:
  {NAME}: "{{{{source.asset.bin}}}}"

neovim:
  lspconfig: {NAME}
"""


def aqua():
    """A package of aqua's registry, which mise uses, too."""
    return f"""packages:
  - type: github_release
    repo_owner: {OWNER}
    repo_name: {NAME}
    description: {json.dumps(SUMMARY)}
    version_constraint: "true"
    asset: {NAME}-{{{{trimV .Version}}}}-{{{{.OS}}}}-{{{{.Arch}}}}.{{{{.Format}}}}
    format: tar.xz
    files:
      - name: {NAME}
        src: "{{{{.AssetWithoutExt}}}}/{NAME}"
    replacements:
      amd64: x64
      windows: win32
    overrides:
      - goos: windows
        format: zip
        files:
          - name: {NAME}
    checksum:
      type: github_release
      asset: SHA256SUMS
      algorithm: sha256
    supported_envs: [linux, darwin, windows]
"""


def lspconfig():
    """A server of nvim-lspconfig; the plugin in editors/nvim has more."""
    return f"""---@brief
---
--- {REPOSITORY}
---
--- {SUMMARY}
---
--- It runs beside a language's own server. The plugin in `editors/nvim` of its repository has commands for it.

---@type vim.lsp.Config
return {{
  cmd = {{ '{NAME}' }},
  root_markers = {{ '.git', '.jj', '.hg', '.contextls.toml' }},
  workspace_required = true,
}}
"""


def deb(t):
    """A Debian package. Git is what it can do without, but should not."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        size = t.binary.stat().st_size // 1024
        control = f"""Package: {NAME}
Version: {version()}
Architecture: {t.deb}
Maintainer: {NAME} contributors <contextls@users.noreply.github.com>
Installed-Size: {size}
Recommends: git
Section: devel
Priority: optional
Homepage: {REPOSITORY}
Description: decides what a model should see
 A language server, an MCP server and a command. It keeps a symbol and import
 graph of a repository, ranks files by how much they matter to a task, and packs
 the right code into a hard token budget.
"""
        texts = {n: d for n, d, _ in archive.texts()}
        for path, data, mode in [
            ("DEBIAN/control", control.encode(), 0o644), (f"usr/bin/{NAME}", t.binary.read_bytes(), 0o755),
            (f"usr/share/doc/{NAME}/copyright", texts["THIRD-PARTY-NOTICES"] + b"\n" + b"=" * 80 + b"\n" + NAME.encode() + b" itself:\n\n" + texts["LICENSE"], 0o644),
            (f"usr/share/man/man1/{NAME}.1.gz", gzip.compress(archive.manual()[1], mtime=0), 0o644),
        ]:
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(mode)
        for directory in [root, *(p for p in root.rglob("*") if p.is_dir())]:
            directory.chmod(0o755)
        subprocess.check_call(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, DIST / f"{NAME}_{version()}_{t.deb}.deb"],
                              env={"SOURCE_DATE_EPOCH": str(moment()), "PATH": "/usr/bin:/bin"}, stdout=subprocess.DEVNULL)


def write(targets):
    for t in targets:
        mcpb(t)
        if t.deb and shutil.which("dpkg-deb"):
            deb(t)
        if t.goos == "linux":  # the context of Dockerfile
            folder = DIST / "docker" / t.goarch
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy2(t.binary, folder / NAME)
    put("server.json", server())
    put("registries/mason/package.yaml", mason())
    put("registries/nvim-lspconfig/contextls.lua", lspconfig())
    put("registries/aqua/registry.yaml", aqua())
    sums = {f.name: archive.sha256(f) for f in DIST.iterdir() if f.name in {asset(t) for t in TARGETS.values()}}
    if len(sums) == len(TARGETS):  # these name all platforms
        put("registries/homebrew/contextls.rb", homebrew(sums))
        put("registries/scoop/contextls.json", scoop(sums))
    archive.checksums()
