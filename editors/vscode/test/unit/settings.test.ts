import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { toggleLenses } from '../../src/settings';

test.each([
  ['all are on', {}, {}, [['codeLens.file', false, 1], ['codeLens.definitions', false, 1]]],
  ['one is on', { 'codeLens.file': false }, {}, [['codeLens.file', false, 1], ['codeLens.definitions', false, 1]]],
  ['none is on', { 'codeLens.file': false, 'codeLens.definitions': false }, {}, [['codeLens.file', true, 1], ['codeLens.definitions', true, 1]]],
  ['the workspace says so', {}, { 'codeLens.file': true }, [['codeLens.file', false, 2], ['codeLens.definitions', false, 1]]],
] as const)('lenses are switched where %s', async (_, global: Record<string, boolean>, workspace: Record<string, boolean>, want) => {
  const update = vi.fn();
  vi.spyOn(vscode.workspace, 'getConfiguration').mockReturnValue({
    get: (key: string) => workspace[key] ?? global[key] ?? true,
    inspect: (key: string) => ({ key, globalValue: global[key], workspaceValue: workspace[key] }),
    update,
  } as unknown as vscode.WorkspaceConfiguration);
  await toggleLenses();
  expect(update.mock.calls).toEqual(want);
});
