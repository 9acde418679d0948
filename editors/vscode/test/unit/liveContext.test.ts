// The pack of the active file follows typing, and tells only of what is another one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { PackParams, PackResult } from '../../api';
import type { StoredChoices } from '../../src/choices';
import type { ActiveFile } from '../../src/files';
import { LiveContext } from '../../src/liveContext';
import type { Server } from '../../src/server';
import { item, result } from './results';

const file = vscode.Uri.parse('file:///shop/cart.py');
let edits: vscode.EventEmitter<unknown>;
let answer: () => Promise<PackResult>;
let ask: ReturnType<typeof vi.fn>;
let live: LiveContext;
const changed = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  edits = new vscode.EventEmitter<unknown>();
  vi.spyOn(vscode.workspace, 'onDidChangeTextDocument').mockImplementation(edits.event as never);
  vi.spyOn(vscode.workspace, 'getWorkspaceFolder').mockReturnValue({ uri: vscode.Uri.parse('file:///shop'), name: 'shop', index: 0 });
  const silent = () => ({ dispose: () => undefined });
  ask = vi.fn(() => answer());
  const server = { state: 'running', request: ask, onDidChangeState: silent, onDidChangeIndex: silent, log: { debug: vi.fn() } };
  const choices = { pinned: [], excluded: [], budget: undefined, onDidChange: silent };
  answer = async () => result([item('a.py')], { etag: '1' });
  live = new LiveContext(server as unknown as Server, choices as unknown as StoredChoices, { current: file, onDidChange: silent } as unknown as ActiveFile);
  changed.mockClear();
  live.onDidChange(changed);
});
afterEach(() => {
  live.dispose();
  vi.useRealTimers();
});

const type = (changes = 1) => edits.fire({ document: { uri: file }, contentChanges: Array(changes) });

test('fast typing asks once, when it is over', async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) {
    type();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('the same pack again changes nothing for who shows it', async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(changed).toHaveBeenCalledTimes(1);
  type();
  await vi.advanceTimersByTimeAsync(300);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(changed).toHaveBeenCalledTimes(1);
  answer = async () => result([item('b.py')], { etag: '2' });
  type();
  await vi.advanceTimersByTimeAsync(300);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(live.current?.result.etag).toBe('2');
});

test('an event without a change, such as a save, asks nothing', async () => {
  await vi.advanceTimersByTimeAsync(0);
  type(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('an answer that is overtaken does not count', async () => {
  let late: (pack: PackResult) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  await vi.advanceTimersByTimeAsync(0);
  answer = async () => result([], { etag: 'new' });
  type();
  await vi.advanceTimersByTimeAsync(300);
  late(result([], { etag: 'old' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(live.current?.result.etag).toBe('new');
});

test('a pack of a part of the index is shown, and asked for again with all the time it takes', async () => {
  let whole: (pack: PackResult) => void = () => undefined;
  ask.mockImplementation((_method, { deadlineMs }: PackParams) => deadlineMs === undefined
    ? new Promise((resolve) => (whole = resolve))
    : Promise.resolve(result([item('a.py')], { etag: 'part', partial: true })));
  await vi.advanceTimersByTimeAsync(0);
  expect(live.current?.result.partial).toBe(true);
  whole(result([item('a.py'), item('b.py')], { etag: 'whole' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(live.current?.result.etag).toBe('whole');
  expect(changed).toHaveBeenCalledTimes(2);
  expect(ask).toHaveBeenCalledTimes(2);
});
