// Makes the package for this machine: builds the server into bin/, bundles the extension, and packs both.
// `--release` leaves this machine's paths out of the server; it is compiled anew for that. For another platform,
// `--target PLATFORM --server FILE` takes a server that was built before: .release/build does, for all of them.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as path from 'node:path';

const here = import.meta.dirname;
const repository = path.resolve(here, '../..');
const run = (program, args, cwd = here) => execFileSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });

/** VS Code's name of this platform; Alpine has another C library. */
function target() {
  const system = process.platform === 'linux' && existsSync('/etc/alpine-release') ? 'alpine' : process.platform;
  return `${system}-${process.arch}`;
}

const { values } = parseArgs({ options: { release: { type: 'boolean' }, target: { type: 'string' }, server: { type: 'string' } } });
const platform = values.target ?? target();
const program = path.join(here, 'bin', platform.startsWith('win32') ? 'contextls.exe' : 'contextls');
rmSync(path.join(here, 'bin'), { recursive: true, force: true });
mkdirSync(path.join(here, 'bin'));
if (values.server !== undefined) {
  copyFileSync(values.server, program);
  chmodSync(program, 0o755);
} else if (platform !== target()) {
  throw new Error(`--target ${platform}: this machine builds for ${target()}; --server names a server for the other`);
} else {
  const release = values.release ? ['-trimpath'] : [];
  run('go', ['build', '-buildvcs=false', ...release, '-ldflags=-s -w', '-o', program, './cmd/contextls'], repository);
}

run(process.execPath, ['build.mjs', '--production']);
// The Marketplace shows README.md elsewhere: its links and images have to say where this folder is.
const home = 'https://github.com/contextls/contextls';
run(process.execPath, [
  'node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--target', platform, '--out', `contextls-${platform}.vsix`,
  '--baseContentUrl', `${home}/blob/HEAD/editors/vscode`, '--baseImagesUrl', `${home}/raw/HEAD/editors/vscode`,
]);
