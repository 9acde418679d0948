// Gives GitHub Copilot's completions the files that the current one needs, where Copilot is installed and
// has its context provider API. It never throws, and answers within the time that it is given.
import * as vscode from 'vscode';
import type { PackItem } from '../api';
import { requestsFor } from './files';
import { packParams, type Choices } from './pack';
import type { Server } from './server';

/** The shapes of Copilot's API, version 1, as far as they are used here. */
export interface CopilotRequest {
  documentContext: { uri: string };
  /** Milliseconds. */
  timeBudget: number;
}

export interface CodeSnippet {
  uri: string;
  value: string;
  /** 0–100. */
  importance: number;
}

interface ContextProvider {
  id: string;
  selector: vscode.DocumentSelector;
  resolver: { resolve(request: CopilotRequest, token: vscode.CancellationToken): Promise<CodeSnippet[]> };
}

interface ContextProviderApi {
  registerContextProvider(provider: ContextProvider): vscode.Disposable;
}

interface CopilotExports {
  getContextProviderAPI?(version: 'v1'): ContextProviderApi | undefined | Promise<ContextProviderApi | undefined>;
  getAPI?(version: 1): CopilotExports | undefined;
}

// A completion's prompt is small, and shared with the text around the cursor.
const snippetTokens = 2000;
// What Copilot's own side needs of the time it gives.
const reservedMs = 15;

const extensionIds = ['github.copilot', 'github.copilot-chat'];

export class CopilotContext implements vscode.Disposable {
  private readonly registered = new Map<string, vscode.Disposable>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly server: Server, private readonly choices: Choices) {
    this.subscription = vscode.extensions.onDidChange(() => void this.register());
    void this.register();
  }

  async resolve(request: CopilotRequest, token: vscode.CancellationToken): Promise<CodeSnippet[]> {
    const timeBudget = Math.max(0, request.timeBudget - reservedMs);
    const cancel = new vscode.CancellationTokenSource();
    const listener = token.onCancellationRequested(() => cancel.cancel());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CodeSnippet[]>((resolve) => {
      timer = setTimeout(() => resolve([]), timeBudget);
      token.onCancellationRequested(() => resolve([]));
    });
    try {
      return await Promise.race([late, this.snippets(request, timeBudget, cancel.token)]);
    } catch (error) {
      this.server.log.debug(`Nothing for Copilot: ${String(error)}`);
      return [];
    } finally {
      clearTimeout(timer);
      cancel.cancel();
      cancel.dispose();
      listener.dispose();
    }
  }

  dispose(): void {
    this.subscription.dispose();
    vscode.Disposable.from(...this.registered.values()).dispose();
  }

  private async snippets(request: CopilotRequest, timeBudget: number, token: vscode.CancellationToken): Promise<CodeSnippet[]> {
    const file = vscode.Uri.parse(request.documentContext.uri);
    const [wanted] = requestsFor([file]);
    if (!wanted || this.server.state !== 'running') {
      return [];
    }
    const pack = await this.server.request('context/pack', {
      ...packParams(wanted, this.choices),
      // Copilot has the file itself; its text must not take the room of the others.
      budget: { tokens: snippetTokens + Math.ceil(await bytesOf(file) / 4) },
      includeRepoMap: false,
      deadlineMs: Math.max(1, Math.floor(timeBudget * 0.8)),
    }, token);
    return pack.items.filter((item) => item.relationship !== 'target').map(snippet);
  }

  private async register(): Promise<void> {
    for (const id of extensionIds) {
      if (this.registered.has(id)) {
        continue;
      }
      try {
        const api = await contextApi(id);
        // Another round may have been faster.
        if (api && !this.registered.has(id)) {
          this.registered.set(id, api.registerContextProvider({ id: 'contextls', selector: [{ scheme: 'file' }], resolver: this }));
          this.server.log.info(`Copilot's completions get context (${id})`);
        }
      } catch (error) {
        this.server.log.debug(`No context for ${id}: ${String(error)}`);
      }
    }
  }
}

function snippet(item: PackItem): CodeSnippet {
  return { uri: item.uri, value: item.content, importance: Math.max(0, Math.min(100, Math.round(100 * item.score))) };
}

async function bytesOf(file: vscode.Uri): Promise<number> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === file.toString());
  return open ? Buffer.byteLength(open.getText()) : (await vscode.workspace.fs.stat(file)).size;
}

async function contextApi(id: string): Promise<ContextProviderApi | undefined> {
  const extension = vscode.extensions.getExtension<CopilotExports | undefined>(id);
  const exported = await extension?.activate();
  // The chat extension hands its API out by version.
  const api = exported?.getAPI?.(1) ?? exported;
  return api?.getContextProviderAPI?.('v1');
}
