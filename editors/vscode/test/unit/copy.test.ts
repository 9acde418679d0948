// Where a copy has no file to go by.
import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { StoredChoices } from '../../src/choices';
import { Copier, NoFile } from '../../src/copy';
import type { Server } from '../../src/server';
import { result } from './results';

const folders = ['shop', 'till'].map((name, index) => ({ name, index, uri: vscode.Uri.parse(`file:///${name}`) }));
const request = vi.fn(async () => result([]));
const pick = vi.fn<() => Promise<vscode.WorkspaceFolder | undefined>>();
const copier = new Copier({ request } as unknown as Server, { pinned: [], excluded: [], budget: 9 } as unknown as StoredChoices, async () => undefined);

beforeEach(() => {
  request.mockClear();
  pick.mockReset();
  Object.assign(vscode.window, { showWorkspaceFolderPick: pick });
  vi.spyOn(vscode.window, 'showInformationMessage').mockResolvedValue(undefined);
});

const open = (some: typeof folders) => Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, value: some });

test('of several folders the person chooses the one that a task is about', async () => {
  open(folders);
  pick.mockResolvedValue(folders[1]);
  await copier.packs([], 'mend the till');
  expect(request).toHaveBeenCalledWith('context/pack', expect.objectContaining({ workspaceFolder: 'file:///till', task: 'mend the till' }), expect.anything());
});

test('where none is chosen nothing is copied', async () => {
  open(folders);
  pick.mockResolvedValue(undefined);
  expect(await copier.packs([], 'mend the till')).toEqual([]);
  expect(await copier.repoMap(undefined)).toBe('');
  expect(request).not.toHaveBeenCalled();
});

test('the only folder is not asked for', async () => {
  open(folders.slice(0, 1));
  await copier.packs([], 'mend the shop');
  expect(request).toHaveBeenCalledWith('context/pack', expect.objectContaining({ workspaceFolder: 'file:///shop' }), expect.anything());
  expect(pick).not.toHaveBeenCalled();
});

test('without a file and a task there is nothing to copy', async () => {
  await expect(copier.packs([])).rejects.toThrow(NoFile);
});
