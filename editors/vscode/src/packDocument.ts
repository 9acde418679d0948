// Context packs as read-only documents that follow edits. A document's URI holds its request, so that it can
// be made again in another session.
import * as vscode from 'vscode';
import type { StoredChoices } from './choices';
import { pathOf } from './files';
import { packParams, type PackRequest } from './pack';
import { render, type Rendered } from './packText';
import type { Server } from './server';

export const packScheme = 'contextls-pack';
const quietMs = 400;

export class PackDocuments implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly shown = new Map<string, Rendered>();
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server, private readonly choices: StoredChoices) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(packScheme, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: packScheme }, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => document.uri.scheme === 'file' && this.soon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.shown.delete(uri.toString())),
      choices.onDidChange(() => this.soon()),
      server.onDidChangeIndex(({ state }) => state !== 'indexing' && this.soon()),
    ];
  }

  async open(request: PackRequest): Promise<vscode.TextEditor> {
    const [target] = request.targets;
    const name = target ? pathOf(target.uri).split('/').at(-1) : 'task';
    const uri = vscode.Uri.from({ scheme: packScheme, path: `/${name} · context.md`, query: JSON.stringify(request) });
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.Beside });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    try {
      const rendered = await this.make(uri, token);
      this.shown.set(uri.toString(), rendered);
      return rendered.text;
    } catch (error) {
      return `There is no pack: ${error instanceof Error ? error.message : String(error)}\n`;
    }
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return (this.shown.get(document.uri.toString())?.links ?? []).map((place) => {
      const range = new vscode.Range(place.line, place.start, place.line, place.end);
      const link = new vscode.DocumentLink(range, vscode.Uri.parse(place.uri).with({ fragment: `L${place.at + 1}` }));
      link.tooltip = 'Open the file';
      return link;
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async make(uri: vscode.Uri, token?: vscode.CancellationToken): Promise<Rendered> {
    const request = JSON.parse(uri.query) as PackRequest;
    const result = await this.server.request('context/pack', packParams(request, this.choices), token);
    return render(result, request.task);
  }

  /** Makes the open documents again when things have been quiet for a moment. */
  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), quietMs);
  }

  private async refresh(): Promise<void> {
    for (const { uri } of vscode.workspace.textDocuments.filter((document) => document.uri.scheme === packScheme)) {
      try {
        // Where the text is the same, the editor is left alone.
        if ((await this.make(uri)).text !== this.shown.get(uri.toString())?.text) {
          this.changed.fire(uri);
        }
      } catch (error) {
        this.server.log.debug(`A pack's document stays as it is: ${String(error)}`);
      }
    }
  }
}
