import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { StoredChoices } from '../../src/choices';

test.each([
  ['nothing is said', {}, undefined, 16_000],
  ['the server’s budget is set', { tokenBudget: 50_000 }, undefined, undefined],
  ['the copies’ budget is set', { tokenBudget: 50_000, copyTokens: 8_000 }, undefined, 8_000],
  ['the person chose one for the workspace', { copyTokens: 8_000 }, 300, 300],
] as const)('the budget where %s', (_, said: Record<string, number>, chosen, want) => {
  vi.spyOn(vscode.workspace, 'getConfiguration').mockReturnValue({
    get: (key: string) => said[key] ?? (key === 'copyTokens' ? 16_000 : 100_000),
    inspect: (key: string) => ({ key, globalValue: said[key] }),
  } as unknown as vscode.WorkspaceConfiguration);
  const state = { get: (key: string, otherwise?: unknown) => (key === 'budget' ? chosen : otherwise) } as unknown as vscode.Memento;
  expect(new StoredChoices(state).budget).toBe(want);
});
