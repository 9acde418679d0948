// Makes the package for this machine: builds the server into bin/, bundles the extension, and packs both.
// The server has C in it (tree-sitter), so each platform's package is made on that platform; README.md
// has the list. `--release` leaves this machine's paths out of the server; it is compiled anew for that.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';

const here = import.meta.dirname;
const repository = path.resolve(here, '../..');
const run = (program, args, cwd = here) => execFileSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });

/** VS Code's name of this platform; Alpine has another C library. */
function target() {
  const system = process.platform === 'linux' && existsSync('/etc/alpine-release') ? 'alpine' : process.platform;
  return `${system}-${process.arch}`;
}

const program = process.platform === 'win32' ? 'contextls.exe' : 'contextls';
mkdirSync(path.join(here, 'bin'), { recursive: true });
const release = process.argv.includes('--release') ? ['-trimpath'] : [];
run('go', ['build', '-buildvcs=false', ...release, '-ldflags=-s -w', '-o', path.join(here, 'bin', program), './cmd/contextls'], repository);

run(process.execPath, ['build.mjs', '--production']);
run(process.execPath, ['node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--target', target(), '--out', `contextls-${target()}.vsix`]);
