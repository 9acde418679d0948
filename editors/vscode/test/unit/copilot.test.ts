import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { CopilotContext } from '../../src/copilot';
import type { Server } from '../../src/server';
import { item, result } from './results';

const request = (timeBudget: number) => ({ documentContext: { uri: 'file:///shop/cart.py' }, timeBudget });
const choices = { pinned: [], excluded: [], budget: undefined };
const token = () => new vscode.CancellationTokenSource().token;

function adapter(answer: () => Promise<unknown>): { context: CopilotContext; ask: ReturnType<typeof vi.fn> } {
  const ask = vi.fn(answer);
  const server = { state: 'running', request: ask, log: { debug: vi.fn(), info: vi.fn() } } as unknown as Server;
  return { context: new CopilotContext(server, choices), ask };
}

beforeEach(() => {
  const folder = { uri: vscode.Uri.parse('file:///shop'), name: 'shop', index: 0 };
  vi.spyOn(vscode.workspace, 'getWorkspaceFolder').mockReturnValue(folder);
  Object.defineProperty(vscode.workspace, 'textDocuments', { configurable: true, value: [{ uri: vscode.Uri.parse('file:///shop/cart.py'), getText: () => 'x'.repeat(400) }] });
  vi.spyOn(vscode.extensions, 'getExtension').mockReturnValue(undefined);
});

test('gives what the file needs, and not the file itself', async () => {
  const { context, ask } = adapter(async () => result([item('cart.py', { relationship: 'target' }), item('price.py', { score: 0.876 })]));
  expect(await context.resolve(request(200), token())).toEqual([{ uri: 'file:///shop/price.py', value: 'x\n', importance: 88 }]);
  expect(ask).toHaveBeenCalledWith('context/pack', expect.objectContaining({ budget: { tokens: 2100 }, deadlineMs: 148, includeRepoMap: false }), expect.anything());
});

test('answers in time when the server does not, and takes the request back', async () => {
  const { context, ask } = adapter(() => new Promise(() => undefined));
  expect(await context.resolve(request(60), token())).toEqual([]);
  expect((ask.mock.calls[0]?.[2] as vscode.CancellationToken).isCancellationRequested).toBe(true);
});

test('never throws', async () => {
  const { context } = adapter(() => Promise.reject(new Error('no')));
  expect(await context.resolve(request(100), token())).toEqual([]);
});

test('registers where Copilot has its API, once', async () => {
  const registerContextProvider = vi.fn(() => ({ dispose: () => undefined }));
  const exported = { getContextProviderAPI: () => ({ registerContextProvider }) };
  const extension = (exports: unknown) => ({ activate: () => Promise.resolve(exports) }) as unknown as vscode.Extension<unknown>;
  vi.spyOn(vscode.extensions, 'getExtension').mockImplementation((id: string) =>
    id === 'github.copilot' ? extension(exported) : extension({ getAPI: () => exported }));
  adapter(async () => result([]));
  await vi.waitFor(() => expect(registerContextProvider).toHaveBeenCalledTimes(2));
  expect(registerContextProvider).toHaveBeenCalledWith(expect.objectContaining({ id: 'contextls' }));
});

test('an extension without that API is left alone', async () => {
  vi.spyOn(vscode.extensions, 'getExtension').mockReturnValue({ activate: () => Promise.resolve(undefined) } as unknown as vscode.Extension<unknown>);
  expect(() => adapter(async () => result([]))).not.toThrow();
});
