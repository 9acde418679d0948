// How the server is started and what happens when it dies, with a client that only remembers what it is told.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { Server } from '../../src/server';

interface Options {
  initializationOptions: unknown;
  errorHandler: { closed(): { action: number } };
  middleware: {
    workspace: {
      configuration(params: { items: unknown[] }): unknown[];
      didChangeConfiguration(sections: string[], next: (sections: string[] | undefined) => void): void;
    };
    executeCommand(command: string, args: unknown[], next: (...all: unknown[]) => unknown): unknown;
    handleWorkDoneProgress(token: string, params: unknown, next: (...all: unknown[]) => unknown): void;
  };
}

// Mocks of modules come before everything else in a file, and so does what they use.
const { FakeClient, clients, versions } = vi.hoisted(() => {
  const versions = { server: '0.1.7' };
  class FakeClient {
    stateListener: (change: { newState: number }) => void = () => undefined;
    sendRequest = vi.fn(async () => 'answer');
    dispose = vi.fn(async () => undefined);
    initializeResult = { serverInfo: { name: 'contextls', version: versions.server } };

    constructor(readonly id: string, _name: string, readonly run: { command: string; args: string[] }, readonly options: Options) {
      clients.push(this);
    }

    onDidChangeState(listener: FakeClient['stateListener']): void {
      this.stateListener = listener;
    }

    onNotification(): void {}

    async start(): Promise<void> {
      this.stateListener({ newState: 2 });
    }
  }
  const clients: FakeClient[] = [];
  return { FakeClient, clients, versions };
});

vi.mock('vscode-languageclient/node', () => ({
  LanguageClient: FakeClient,
  State: { Stopped: 1, Running: 2, Starting: 3, StartFailed: 4 },
  CloseAction: { DoNotRestart: 1, Restart: 2 },
  ErrorAction: { Continue: 1, Shutdown: 2 },
  RevealOutputChannelOn: { Never: 4 },
}));

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() } as unknown as vscode.LogOutputChannel;
let program: string;
let dir: string;
let settings: Record<string, unknown>;
const error = vi.fn(async () => undefined);
const packageJSON = {
  version: '0.1.0',
  contributes: { configuration: [{ properties: { 'contextls.path': {} } }, { properties: { 'contextls.codeLens.file': {}, 'contextls.tokenBudget': {} } }] },
};

beforeEach(() => {
  clients.length = 0;
  error.mockClear();
  dir = mkdtempSync(path.join(tmpdir(), 'contextls-unit-'));
  program = path.join(dir, 'server');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  settings = { path: program, args: ['--verbose'] };
  versions.server = '0.1.7';
  vi.spyOn(vscode.workspace, 'getConfiguration').mockReturnValue({
    get: (key: string) => settings[key] ?? 'the default',
    inspect: (key: string) => ({ key, globalValue: settings[key] }),
  } as unknown as vscode.WorkspaceConfiguration);
  vi.spyOn(vscode.workspace, 'onDidChangeWorkspaceFolders').mockReturnValue({ dispose: () => undefined });
  vi.spyOn(vscode.commands, 'executeCommand').mockResolvedValue(undefined);
  vi.spyOn(vscode.window, 'showErrorMessage').mockImplementation(error as never);
});
afterEach(() => rmSync(dir, { recursive: true }));

async function started(): Promise<{ server: Server; client: InstanceType<typeof FakeClient> }> {
  const server = new Server({ extensionPath: dir, extension: { packageJSON } }, log);
  await server.restart();
  return { server, client: clients.at(-1) as InstanceType<typeof FakeClient> };
}

test.each([true, false])('the server is told whether the workspace is trusted: %s', async (trusted) => {
  Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, value: trusted });
  const { server, client } = await started();
  expect(client.options.initializationOptions).toEqual({ trusted });
  expect(client.run).toEqual({ command: program, args: ['serve', '--stdio', '--verbose'] });
  expect(server.state).toBe('running');
});

test('without a program the person is told, with a way out, and requests say why', async () => {
  settings['path'] = path.join(dir, 'gone');
  const server = new Server({ extensionPath: dir, extension: { packageJSON } }, log);
  await server.restart();
  expect(server.state).toBe('stopped');
  expect(error).toHaveBeenCalledWith(expect.stringContaining('names no program'), 'Try Again', 'Open Settings', 'Show Log', 'Run Doctor');
  await expect(server.request('context/pack', {})).rejects.toThrow(/does not run.*names no program/);
});

test('a token that is not there is not sent', async () => {
  const { server, client } = await started();
  await server.request('context/pack', {});
  expect(client.sendRequest).toHaveBeenLastCalledWith('context/pack', {});
});

test('requests wait for a server that died and comes again', async () => {
  const { server, client } = await started();
  client.options.errorHandler.closed();
  const answer = server.request('context/pack', {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(client.sendRequest).not.toHaveBeenCalled();
  client.stateListener({ newState: 2 });
  expect(await answer).toBe('answer');
});

test('a server that keeps dying is given up, and a restart begins anew', async () => {
  const { server, client } = await started();
  const actions = [1, 2, 3, 4, 5].map(() => client.options.errorHandler.closed().action);
  expect(actions).toEqual([2, 2, 2, 2, 1]);
  expect(server.state).toBe('stopped');
  expect(error).toHaveBeenCalledOnce();
  await server.restart();
  expect(server.state).toBe('running');
  expect(clients.at(-1)?.options.errorHandler.closed().action).toBe(2);
});

test('a lens is answered here, other commands at the server', async () => {
  const { server, client } = await started();
  const clicked = vi.fn();
  server.onDidClickLens(clicked);
  const next = vi.fn();
  client.options.middleware.executeCommand('contextls.showImportance', [{ uri: 'file:///x.py' }], next);
  expect(clicked).toHaveBeenCalledWith({ uri: 'file:///x.py' });
  expect(next).not.toHaveBeenCalled();
  client.options.middleware.executeCommand('contextls.stats', [], next);
  expect(next).toHaveBeenCalledWith('contextls.stats', []);
});

test('progress of the index is left to the status bar', async () => {
  const { client } = await started();
  const next = vi.fn();
  client.options.middleware.handleWorkDoneProgress('contextls/index/1/shop', {}, next);
  expect(next).not.toHaveBeenCalled();
  client.options.middleware.handleWorkDoneProgress('other', {}, next);
  expect(next).toHaveBeenCalledOnce();
});

test('the server is told what somebody has set, and no defaults', async () => {
  settings['codeLens.file'] = false;
  const { client } = await started();
  const { workspace } = client.options.middleware;
  expect(workspace.configuration({ items: [{ section: 'contextls' }] })).toEqual([{ path: program, codeLens: { file: false } }]);
  const next = vi.fn();
  workspace.didChangeConfiguration(['contextls'], next);
  expect(next).toHaveBeenCalledWith(undefined);
});

test.each([['0.1.7', 0], ['0.2.0', 1], ['v1.0.0', 1], ['0.2.0-0.20260101-abc', 0]])('a program of version %s is told of %d times', async (version, times) => {
  const warning = vi.spyOn(vscode.window, 'showWarningMessage').mockResolvedValue('Open Settings' as never);
  warning.mockClear();
  versions.server = version;
  await started();
  expect(warning).toHaveBeenCalledTimes(times);
  if (times > 0) {
    expect(warning).toHaveBeenCalledWith(expect.stringContaining(`is contextls ${version}`), 'Open Settings', 'Show Instructions');
    expect(vscode.commands.executeCommand).toHaveBeenCalledWith('workbench.action.openSettings', 'contextls.path');
  }
});
