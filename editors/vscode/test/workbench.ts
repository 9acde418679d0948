// Runs the real VS Code workbench for the tests: its server, and a browser that shows it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import * as path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'test', 'out');
const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'contextls-editors', 'vscode');
const main = path.join(cache, 'code-server-4.139.1', 'package', 'lib', 'vscode', 'out', 'server-main.js');

/**
 * How long one thing may take. It says that something is broken, not that it is slow: a busy machine may take a minute for
 * what takes a second.
 */
export const patienceMs = 120_000;

export interface Options {
  /** Of VS Code's server. */
  flags: string[];
  /** The user's. */
  settings: Record<string, unknown>;
  /** An extension to install. */
  vsix?: string;
  /** Words before the command, which run it elsewhere. */
  within?: string[];
}

export interface Workbench {
  url: string;
  /** What the test leaves behind, to look at. */
  dir: string;
  /** Where workspaces are; it goes away with the workbench. */
  work: string;
  stop(): Promise<void>;
}

/** Starts a VS Code server of its own, with nothing of the user's in it. */
export async function startWorkbench(name: string, options: Options): Promise<Workbench> {
  const { flags, settings, vsix, within = [] } = options;
  const [program = '', ...words] = [...within, process.execPath, main];
  const dir = path.resolve(out, name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const data = ['--server-data-dir', path.join(dir, 'data'), '--extensions-dir', path.join(dir, 'ext')];
  const env = {
    ...process.env,
    HOME: dir,
    XDG_CONFIG_HOME: path.join(dir, 'config'),
    XDG_STATE_HOME: path.join(dir, 'state'),
  };
  const user = path.join(dir, 'data', 'data', 'User');
  mkdirSync(user, { recursive: true });
  writeFileSync(path.join(user, 'settings.json'), JSON.stringify(settings, null, 2));
  if (vsix) {
    const installed = spawnSync(program, [...words, ...data, '--install-extension', vsix], { env, encoding: 'utf8' });
    if (installed.status !== 0) {
      throw new Error(`the package cannot be installed: ${installed.stdout}${installed.stderr}`);
    }
  }
  const server = spawn(program, [
    ...words, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms',
    '--telemetry-level', 'off', ...data, ...flags,
  ], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  await listening(server);
  const work = mkdtempSync(path.join(tmpdir(), 'contextls-test-'));
  const stop = async () => {
    await stopGroup(server);
    rmSync(work, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, dir, work, stop };
}

/** Copies fixtures out of this repository, whose ignore rules would hold for them, for the test to edit. */
export function workspace(bench: Workbench, fixture: string, as = fixture): string {
  const to = path.join(bench.work, as);
  cpSync(path.join(root, 'test', 'fixtures', fixture), to, { recursive: true });
  return to;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Extension host agent listening')) {
        resolve();
      }
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.on('exit', () => reject(new Error(`VS Code's server did not start:\n${said}`)));
  });
}

/** Ends a process and what it started. */
function stopGroup(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.on('exit', () => resolve());
    process.kill(-(server.pid ?? 0), 'SIGKILL');
  });
}
