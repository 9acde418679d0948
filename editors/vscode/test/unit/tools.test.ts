import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { StoredChoices } from '../../src/choices';
import type { ActiveFile } from '../../src/files';
import type { Server } from '../../src/server';
import { registerTools } from '../../src/tools';

const folders = ['shop', 'till'].map((name, index) => ({ uri: vscode.Uri.parse(`file:///${name}`), name, index }));

/** The targets that a search is sent with while the person is at a file. */
async function targetsOfSearch(input: object, active: string | undefined): Promise<unknown> {
  const request = vi.fn(async () => ({ chunks: [], text: '', omitted: 0 }));
  const current = active === undefined ? undefined : vscode.Uri.parse(active);
  registerTools({ request } as unknown as Server, {} as StoredChoices, { current } as ActiveFile);
  const [, search] = vi.mocked(vscode.lm.registerTool).mock.calls.findLast(([name]) => name === 'contextls_search') ?? [];
  await search?.invoke({ input: { query: 'price', ...input }, toolInvocationToken: undefined }, new vscode.CancellationTokenSource().token);
  const [call] = request.mock.calls as unknown as [string, { targets: unknown }][];
  return call?.[1].targets;
}

beforeEach(() => {
  Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, value: folders });
  vi.spyOn(vscode.workspace, 'getWorkspaceFolder').mockImplementation((uri) => folders.find((folder) => uri.toString().startsWith(`${folder.uri}/`)));
  vi.spyOn(vscode.workspace.fs, 'stat').mockResolvedValue({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 });
});

test.each([
  ['the file that the person is at', {}, 'file:///shop/cart.py', ['file:///shop/cart.py']],
  ['none of another folder', {}, 'file:///till/till.ts', []],
  ['none where none is open', {}, undefined, []],
  ['those that the model names', { targets: ['shop/price.py', 'user.py'] }, 'file:///shop/cart.py', ['file:///shop/price.py', 'file:///shop/user.py']],
  ['none where the model wants none', { targets: [] }, 'file:///shop/cart.py', []],
])('a search has as targets %s', async (_, input, active, want) => {
  expect(await targetsOfSearch(input, active)).toEqual(want.map((uri) => ({ uri })));
});
