// The server as the rest of the extension sees it: one process for the window, its state, the state of
// its index, and typed requests.
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn, State, type LanguageClientOptions } from 'vscode-languageclient/node';
import type { IndexChanged, Requests } from '../api';
import { findProgram } from './binary';
import { lensCommand, type LensArgument } from './lens';
import { keysOf, said } from './settings';
import { sameRelease } from './version';

export type ServerState = 'starting' | 'running' | 'stopped';

/** What the server has to know of the extension. */
export type Surroundings = Pick<vscode.ExtensionContext, 'extensionPath'> & { extension: { packageJSON: { version: string } } };

// The client's id is also the section of the setting trace.server.
const clientId = 'contextls';
const stopTimeoutMs = 2000;
const instructions = 'https://github.com/contextls/contextls#install';
// A server that dies so often within this time would die again.
const mostCrashes = 5;
const crashWindowMs = 3 * 60_000;

export class Server implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly indexChanged = new vscode.EventEmitter<IndexChanged>();
  private readonly lensClicked = new vscode.EventEmitter<LensArgument>();
  readonly onDidChangeState = this.stateChanged.event;
  readonly onDidChangeIndex = this.indexChanged.event;
  /** A code lens was clicked. Its command is the server's; here it is answered by the extension. */
  readonly onDidClickLens = this.lensClicked.event;

  /** The newest state of each folder's index. */
  readonly index = new Map<string, IndexChanged>();
  /** The program that runs or ran last. */
  program: string | undefined;
  /** Why the server does not run, for a person to read. */
  problem: string | undefined;

  private current: ServerState = 'stopped';
  private client: LanguageClient | undefined;
  // Starts and stops happen one after the other, however fast they are asked for.
  private turn: Promise<void> = Promise.resolve();
  // When it died lately.
  private crashes: number[] = [];

  private readonly foldersChanged: vscode.Disposable;

  constructor(private readonly context: Surroundings, readonly log: vscode.LogOutputChannel) {
    // The server says nothing more of a folder that was closed.
    this.foldersChanged = vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      const closed = removed.map((folder) => folder.uri.toString());
      for (const folder of [...this.index.keys()].filter((uri) => closed.includes(vscode.Uri.parse(uri).toString()))) {
        this.index.delete(folder);
      }
    });
  }

  get state(): ServerState {
    return this.current;
  }

  /** Starts the server, or stops it and starts it anew. Never rejects: what goes wrong is told to the person. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.stop();
      await this.start();
    });
    return this.turn;
  }

  /** Waits for a server that is starting, and asks it. */
  async request<M extends keyof Requests>(
    method: M, params: Requests[M][0], token?: vscode.CancellationToken,
  ): Promise<Requests[M][1]> {
    await this.started();
    if (!this.client || this.current !== 'running') {
      throw new Error(`The contextls server does not run. ${this.problem ?? ''}`.trim());
    }
    // A token that is undefined would be sent as a second parameter.
    return token ? this.client.sendRequest(method, params, token) : this.client.sendRequest(method, params);
  }

  dispose(): void {
    this.turn = this.turn.then(() => this.stop());
    this.foldersChanged.dispose();
    this.stateChanged.dispose();
    this.indexChanged.dispose();
    this.lensClicked.dispose();
  }

  private async start(): Promise<void> {
    this.setState('starting');
    const settings = vscode.workspace.getConfiguration('contextls');
    const found = await findProgram({
      setting: settings.get('path', ''),
      extensionPath: this.context.extensionPath,
      searchPath: process.env['PATH'] ?? '',
      platform: process.platform,
    });
    if ('problem' in found) {
      this.fail(found.problem);
      return;
    }
    this.program = found.program;
    this.log.info(`Starting ${found.program} (${found.from})`);
    const client = new LanguageClient(
      clientId, 'contextls',
      { command: found.program, args: ['serve', '--stdio', ...settings.get<string[]>('args', [])] },
      this.options(),
    );
    client.onDidChangeState(({ newState }) => {
      // State.Stopped says nothing new: closed() and stop() have seen to it.
      if (client === this.client && newState !== State.Stopped) {
        this.setState(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped');
      }
    });
    client.onNotification('context/didChangeIndex', (change: IndexChanged) => {
      this.index.set(change.folder, change);
      this.indexChanged.fire(change);
    });
    this.client = client;
    try {
      await client.start();
      this.problem = undefined;
      if (found.from !== 'bundled') {
        this.compareVersions(found.program, client.initializeResult?.serverInfo?.version);
      }
    } catch (error) {
      this.fail(`The server did not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.index.clear();
    try {
      await client?.dispose(stopTimeoutMs);
    } catch (error) {
      this.log.debug(`Stopping: ${String(error)}`); // it had not started, or was gone already
    }
    this.setState('stopped');
  }

  /** Tells of a program that is not as old as the extension. One that is not released has no version to compare. */
  private compareVersions(program: string, version: string | undefined): void {
    const own = this.context.extension.packageJSON.version;
    if (version === undefined || sameRelease(version, own)) {
      return;
    }
    const problem = `${program} is contextls ${version}, and this extension is made for ${own}: some of it may not work.`;
    this.log.warn(problem);
    void vscode.window.showWarningMessage(problem, 'Open Settings', 'Show Instructions').then((choice) => {
      switch (choice) {
        case 'Open Settings':
          return vscode.commands.executeCommand('workbench.action.openSettings', 'contextls.path');
        case 'Show Instructions':
          return vscode.env.openExternal(vscode.Uri.parse(instructions));
        default:
          return undefined;
      }
    });
  }

  private options(): LanguageClientOptions {
    const keys = keysOf(this.context.extension.packageJSON);
    return {
      documentSelector: [{ scheme: 'file' }],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { trusted: vscode.workspace.isTrusted },
      errorHandler: {
        error: (_error, _message, count) => ({ action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown }),
        closed: () => this.closed(),
      },
      middleware: {
        executeCommand: (command, args, next) => {
          const [argument] = args as [LensArgument?];
          return command === lensCommand && argument ? this.lensClicked.fire(argument) : next(command, args);
        },
        workspace: {
          configuration: ({ items }) => items.map(() => said(keys)),
          // It asks for what it wants to know; with this it would be sent the defaults.
          didChangeConfiguration: (_sections, next) => next(undefined),
        },
        handleWorkDoneProgress: (token, params, next) => {
          // The status bar entry shows how indexing goes; a second one beside it would only flicker.
          if (!String(token).startsWith('contextls/index/')) {
            next(token, params);
          }
        },
      },
    };
  }

  /** Restarts a server that died, unless it keeps dying. */
  private closed(): { action: CloseAction; handled?: boolean } {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((at) => now - at < crashWindowMs), now];
    this.index.clear();
    if (this.crashes.length < mostCrashes) {
      this.log.warn('The server died; it is started again.');
      this.setState('starting');
      return { action: CloseAction.Restart, handled: true };
    }
    this.crashes = [];
    this.fail(`The server died ${mostCrashes} times in ${crashWindowMs / 60_000} minutes and is not started again.`);
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private fail(problem: string): void {
    this.problem = problem;
    this.log.error(problem);
    this.setState('stopped');
    void vscode.window.showErrorMessage(problem, 'Try Again', 'Open Settings', 'Show Log', 'Run Doctor').then((choice) => {
      switch (choice) {
        case 'Try Again':
          return this.restart();
        case 'Open Settings':
          return vscode.commands.executeCommand('workbench.action.openSettings', 'contextls.path');
        case 'Show Log':
          return this.log.show();
        case 'Run Doctor':
          return vscode.commands.executeCommand('contextls.doctor');
        default:
          return undefined;
      }
    });
  }

  private setState(state: ServerState): void {
    if (state !== this.current) {
      this.current = state;
      void vscode.commands.executeCommand('setContext', 'contextls.state', state);
      this.stateChanged.fire(state);
    }
  }

  /** Resolves when the server is not, or no longer, starting. */
  private async started(): Promise<void> {
    await this.turn;
    if (this.current === 'starting') {
      await new Promise<void>((resolve) => {
        const listener = this.onDidChangeState((state) => {
          if (state !== 'starting') {
            listener.dispose();
            resolve();
          }
        });
      });
    }
  }
}
