// The commands that put something for a model onto the clipboard, and the choice of their budget.
import * as vscode from 'vscode';
import type { PackResult } from '../api';
import { usualBudget, type StoredChoices } from './choices';
import { partsOf, requestsFor, wire } from './files';
import { count, notice, packParams, type PackRequest } from './pack';
import type { Server } from './server';

// Answers are made in milliseconds; only what takes longer, mostly a first indexing, is worth a notice.
const progressAfterMs = 500;

/** A command is about a file, and there is none. */
export class NoFile extends Error {
  constructor() {
    super('open or select a file of the workspace first.');
  }
}

export class Copier {
  constructor(
    private readonly server: Server,
    private readonly choices: StoredChoices,
    private readonly open: (request: PackRequest) => Thenable<unknown>,
  ) {}

  /** Copies the packs of some files, one after the other for each folder, and says what happened. */
  async packs(uris: readonly vscode.Uri[], task?: string): Promise<PackResult[]> {
    const requests = requestsFor(uris, task, partsOf);
    if (requests.length === 0 && task) {
      // A task alone is enough: it names what it is about.
      const folder = await chosenFolder();
      if (!folder && vscode.workspace.workspaceFolders) {
        return [];
      }
      requests.push(...(folder ? [{ folder: wire(folder.uri), targets: [], task }] : []));
    }
    if (requests.length === 0) {
      throw new NoFile();
    }
    const results = await withProgress('Packing context…', async (token) => {
      const all: PackResult[] = [];
      for (const request of requests) {
        all.push(await this.server.request('context/pack', packParams(request, this.choices), token));
      }
      return all;
    });
    if (results.length > 0) {
      await vscode.env.clipboard.writeText(results.map((r) => r.text).join('\n'));
      void this.tell(notice(results), requests, () => this.packs(uris, task));
    }
    return results;
  }

  async packForTask(uris: readonly vscode.Uri[], task?: string): Promise<PackResult[]> {
    const text = task ?? (await vscode.window.showInputBox({
      title: 'Copy Context Pack for a Task',
      prompt: 'What is to be done? Paths, names and words in it are looked up; a stack trace helps.',
      placeHolder: 'Let carts hold several of an item',
      ignoreFocusOut: true,
    }));
    return text?.trim() ? this.packs(uris, text.trim()) : [];
  }

  async repoMap(active: vscode.Uri | undefined): Promise<string> {
    const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? (await chosenFolder());
    if (!folder) {
      return '';
    }
    const map = await withProgress('Drawing the repository map…', (token) =>
      this.server.request('context/repoMap', { workspaceFolder: wire(folder.uri) }, token).then((result) => [result]));
    const [result] = map;
    if (!result) {
      return '';
    }
    await vscode.env.clipboard.writeText(result.content);
    const omitted = result.filesOmitted > 0 ? ` ${count(result.filesOmitted)} files did not fit.` : '';
    void vscode.window.showInformationMessage(
      `Copied the map of ${folder.name}: ${count(result.estimatedTokens)} tokens, ${count(result.filesWithSignatures)} files with signatures, ${count(result.filesPathOnly)} by path.${omitted}`);
    return result.content;
  }

  /** Lets the person choose the budget of all packs of the workspace. Says whether one was chosen. */
  async changeBudget(): Promise<boolean> {
    const usual = { label: 'As in the settings', description: `contextls.copyTokens, else contextls.tokenBudget; ${usualBudget()?.toLocaleString('en-US') ?? 'the latter'} now`, tokens: undefined };
    const own = { label: 'Another number…', tokens: undefined };
    const sizes = [4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000].map((tokens) => ({
      label: count(tokens), description: tokens === this.choices.budget ? 'tokens (now)' : 'tokens', tokens,
    }));
    const choice = await vscode.window.showQuickPick([usual, ...sizes, own], { title: 'Token budget of context packs' });
    if (!choice) {
      return false;
    }
    let tokens: number | undefined = choice.tokens;
    if (choice === own) {
      const text = await vscode.window.showInputBox({
        title: 'Token budget of context packs',
        value: String(this.choices.budget ?? 50_000),
        validateInput: (value) => (/^[1-9]\d{0,8}$/.test(value) ? undefined : 'A number of tokens, from 1.'),
      });
      if (text === undefined) {
        return false;
      }
      tokens = Number(text);
    }
    await this.choices.setBudget(tokens);
    return true;
  }

  private async tell(text: string, requests: readonly PackRequest[], again: () => Promise<unknown>): Promise<void> {
    const choice = await vscode.window.showInformationMessage(text, 'Open', 'Change Budget');
    if (choice === 'Open') {
      for (const request of requests) {
        await this.open(request);
      }
    } else if (choice === 'Change Budget' && (await this.changeBudget())) {
      await again();
    }
  }
}

/** The folder of the workspace; where there are several, the one that the person chooses, if they do. */
async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? vscode.window.showWorkspaceFolderPick({ placeHolder: 'Which folder is it about?' }) : folders[0];
}

/** Shows a notice with a button to cancel if it takes long. A cancelled request gives nothing. */
async function withProgress<T>(title: string, ask: (token: vscode.CancellationToken) => Promise<T[]>): Promise<T[]> {
  const cancel = new vscode.CancellationTokenSource();
  const answer = ask(cancel.token).catch((error: unknown): T[] => {
    if (cancel.token.isCancellationRequested) {
      return [];
    }
    throw error;
  });
  const shows = setTimeout(() => {
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => cancel.cancel());
      return answer.catch(() => undefined); // the caller tells of it
    });
  }, progressAfterMs);
  try {
    return await answer;
  } finally {
    clearTimeout(shows);
    cancel.dispose();
  }
}
