import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram, type Surroundings } from '../../src/binary';

let dir: string;
beforeEach(() => { dir = mkdtempSync(path.join(tmpdir(), 'contextls-unit-')); });
afterEach(() => rmSync(dir, { recursive: true }));

function program(at: string, mode = 0o755): string {
  const file = path.join(dir, at);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

const around = (more: Partial<Surroundings>): Surroundings =>
  ({ setting: '', extensionPath: path.join(dir, 'extension'), searchPath: path.join(dir, 'path'), platform: 'linux', ...more });

test('the setting comes first, then the bundled program, then PATH', async () => {
  const onPath = program('path/contextls');
  expect(await findProgram(around({}))).toEqual({ program: onPath, from: 'PATH' });
  const bundled = program('extension/bin/contextls');
  expect(await findProgram(around({}))).toEqual({ program: bundled, from: 'bundled' });
  const own = program('own/server');
  expect(await findProgram(around({ setting: own }))).toEqual({ program: own, from: 'setting' });
});

test('a setting that leads nowhere is told, not passed over', async () => {
  program('path/contextls');
  expect(await findProgram(around({ setting: path.join(dir, 'gone') }))).toEqual({ problem: `The setting contextls.path names no program: ${path.join(dir, 'gone')}` });
  expect(await findProgram(around({ setting: 'contextls' }))).toEqual({ problem: 'The setting contextls.path is no absolute path: contextls' });
  expect(await findProgram(around({ setting: dir }))).toHaveProperty('problem');
});

test('a relative entry of PATH could be the workspace’s, and does not count', async () => {
  expect(await findProgram(around({ searchPath: ['.', '', 'bin'].join(path.delimiter) }))).toHaveProperty('problem');
});

test('a file that cannot be run is no program', async () => {
  program('path/contextls', 0o644);
  expect(await findProgram(around({}))).toHaveProperty('problem');
});

test('Windows has its own name for it', async () => {
  const exe = program('extension/bin/contextls.exe');
  expect(await findProgram(around({ platform: 'win32' }))).toEqual({ program: exe, from: 'bundled' });
});
