// The pack of the file that the person works on, kept up to date while they type. The tree and the status
// bar show it.
import * as vscode from 'vscode';
import type { PackResult } from '../api';
import type { StoredChoices } from './choices';
import { requestsFor, type ActiveFile } from './files';
import { packParams, totalOf } from './pack';
import type { Server } from './server';

const quietMs = 300;
// While a large folder is indexed, what there is after this time is shown, and the whole as soon as it can be made.
const deadlineMs = 2000;

export interface Live {
  file: vscode.Uri;
  result: PackResult;
}

export class LiveContext implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private live: Live | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server, private readonly choices: StoredChoices, private readonly active: ActiveFile) {
    this.subscriptions = [
      this.changed,
      active.onDidChange(() => this.soon(0)),
      choices.onDidChange(() => this.soon(0)),
      server.onDidChangeState(() => this.soon(0)),
      server.onDidChangeIndex(({ state }) => state !== 'indexing' && this.soon(quietMs)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme === 'file' && contentChanges.length > 0) {
          this.soon(quietMs);
        }
      }),
    ];
    this.soon(0);
  }

  /** What is known now; undefined without a file or a server. */
  get current(): Live | undefined {
    return this.live;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private soon(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  private async ask(): Promise<void> {
    this.asking?.cancel();
    const asking = (this.asking = new vscode.CancellationTokenSource());
    const file = this.active.current;
    const [request] = file ? requestsFor([file]) : [];
    if (!file || !request || this.server.state !== 'running') {
      // A server that starts again soon has the same to show: what is there stays until then.
      if (!file || this.server.state === 'stopped') {
        this.set(undefined);
      }
      return;
    }
    try {
      const params = packParams(request, this.choices);
      // A pack of less than there is to know is asked for again, with all the time that the index takes.
      for (const timing of [{ deadlineMs }, {}]) {
        const result = await this.server.request('context/pack', { ...params, ...timing }, asking.token);
        if (asking !== this.asking) {
          return;
        }
        this.set({ file, result });
        if (!result.partial) {
          return;
        }
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        this.server.log.debug(`No context for ${file.toString()}: ${String(error)}`);
        this.set(undefined);
      }
    }
  }

  /** Tells only of what is another pack than before, so that views do not flicker while a person types. */
  private set(live: Live | undefined): void {
    const same = live?.file.toString() === this.live?.file.toString()
      && live?.result.etag === this.live?.result.etag
      && totalOf(live?.result.excludedCounts ?? {}) === totalOf(this.live?.result.excludedCounts ?? {})
      && live?.result.partial === this.live?.result.partial;
    this.live = live;
    if (!same) {
      this.changed.fire();
    }
  }
}
