import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Symbol as Definition } from '../../api';
import type { Server } from '../../src/server';
import { targetsOf } from '../../src/targets';

const range = (start: number, end: number) => ({ start: { line: start, character: 0 }, end: { line: end, character: 4 } });
const definition = (name: string, container: string | null, start: number): Definition => ({
  name, container, kind: 'method', signature: name, doc: null, line: start, exported: true, importance: 0, chunk: '', range: range(start, start + 1),
});
const uri = (path: string) => `file:///shop/${path}`;
const files = ['a.py', 'b:7.py'].map(uri);
const request = vi.fn(async () => ({ symbols: [definition('add', 'Cart', 1), definition('add', 'Till', 4), definition('add', null, 7)] }));
const targets = (...written: string[]) =>
  targetsOf({ request } as unknown as Server, written, uri, new vscode.CancellationTokenSource().token);

beforeEach(() => {
  vi.spyOn(vscode.workspace.fs, 'stat').mockImplementation(async (file) => {
    if (!files.includes(decodeURIComponent(file.toString()))) {
      throw new Error('no such file');
    }
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
  });
  vi.spyOn(vscode.workspace, 'openTextDocument').mockResolvedValue({
    lineCount: 9, lineAt: () => ({ range: { end: { character: 4 } } }),
  } as unknown as vscode.TextDocument);
});

test.each([
  ['a.py', undefined],
  ['new.py', undefined],
  ['b:7.py', undefined],
  ['a.py:6', [range(5, 5)]],
  ['a.py:6:12', [range(5, 5)]],
  ['a.py:2-9', [range(1, 8)]],
  ['b:7.py:3', [range(2, 2)]],
  ['a.py:Cart.add', [range(1, 2)]],
  ['a.py:Till::add', [range(4, 5)]],
  ['a.py:add', [range(7, 8)]],
])('%s', async (written, ranges) => {
  const file = uri(/^.*\.py/.exec(written)?.[0] ?? '');
  expect(await targets(written)).toEqual([{ uri: file, ...(ranges ? { ranges } : {}) }]);
});

test.each([
  ['a.py:0', 'a.py: line 0: lines are counted from 1'],
  ['a.py:3-2', 'a.py: line 2 is before line 3'],
  ['a.py:10', 'a.py: line 10 is behind the last one, 9'],
  ['a.py:sub', 'a.py defines no "sub"'],
  ['new.py:3', 'new.py does not exist'],
])('%s is refused', async (written, reason) => {
  vi.spyOn(vscode.workspace, 'asRelativePath').mockImplementation((file) => file.toString().replace('file:///shop/', ''));
  await expect(targets('a.py', written)).rejects.toThrow(`targets[1]: ${reason}`);
});
