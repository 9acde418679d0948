// The importance graph: a webview that draws the neighbourhood of the file that the person works on.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pathOf, wire, type ActiveFile } from './files';
import { graphOf, type Graph } from './graphData';
import type { Server } from './server';

const depth = 2;
const rankLimit = 2000;
const quietMs = 500;

/** What the webview says. */
export type FromGraph = { type: 'ready' } | { type: 'open'; uri: string } | { type: 'svg'; text: string };

/** What it is told. */
export type ToGraph = { type: 'graph'; graph: Graph; path: string } | { type: 'empty'; text: string };

export class GraphPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown = '';
  private timer: NodeJS.Timeout | undefined;
  private file: vscode.Uri | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly extension: vscode.Uri, private readonly server: Server, private readonly active: ActiveFile) {
    this.subscriptions = [
      active.onDidChange((uri) => {
        if (uri) {
          this.file = uri;
          this.soon();
        }
      }),
      server.onDidChangeIndex(({ state }) => state !== 'indexing' && this.soon()),
    ];
  }

  show(file: vscode.Uri | undefined): void {
    this.file = file ?? this.active.current;
    this.shown = '';
    if (!this.panel) {
      this.panel = this.create();
    }
    this.panel.reveal(undefined, false);
    void this.draw();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private create(): vscode.WebviewPanel {
    const media = vscode.Uri.joinPath(this.extension, 'dist', 'webview');
    const panel = vscode.window.createWebviewPanel('contextls.graph', 'Importance Graph', vscode.ViewColumn.Beside, {
      enableScripts: true,
      enableCommandUris: false,
      localResourceRoots: [media],
      retainContextWhenHidden: false,
    });
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'images', 'graph.svg');
    panel.webview.onDidReceiveMessage((message: FromGraph) => {
      switch (message.type) {
        case 'ready':
          this.shown = '';
          return void this.draw();
        case 'open':
          return void this.open(message.uri);
        case 'svg':
          return void this.save(message.text);
      }
    });
    panel.onDidDispose(() => (this.panel = undefined));
    panel.webview.html = page(panel.webview, media);
    return panel;
  }

  /** Opens a file that the graph shows. The webview is believed no more than that. */
  private async open(text: string): Promise<void> {
    const uri = vscode.Uri.parse(text);
    if (uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri)) {
      const column = this.panel?.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
      await vscode.window.showTextDocument(uri, { viewColumn: column, preserveFocus: true });
    }
  }

  /** Writes the drawing where the person says. */
  private async save(svg: string): Promise<void> {
    const folder = this.file && vscode.workspace.getWorkspaceFolder(this.file);
    const name = `${this.file?.path.split('/').at(-1) ?? 'graph'}.svg`;
    const to = await vscode.window.showSaveDialog({
      title: 'Export the Importance Graph', filters: { SVG: ['svg'] }, ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    });
    if (to) {
      await vscode.workspace.fs.writeFile(to, Buffer.from(svg));
    }
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), quietMs);
  }

  private async draw(): Promise<void> {
    if (!this.panel) {
      return;
    }
    const message = await this.message();
    const text = JSON.stringify(message);
    if (text !== this.shown) {
      this.shown = text;
      await this.panel?.webview.postMessage(message);
    }
  }

  private async message(): Promise<ToGraph> {
    if (!this.file) {
      return { type: 'empty', text: 'Open a file of the workspace to see who imports it and what it imports.' };
    }
    const uri = wire(this.file);
    try {
      const [{ edges }, { rankedFiles }, { tests }] = await Promise.all([
        this.server.request('context/imports', { uri, direction: 'both', depth }),
        this.server.request('context/rank', { targets: [{ uri }], limit: rankLimit }),
        this.server.request('context/impact', { uri }),
      ]);
      // VS Code escapes more in URIs than the server does, and files are told apart by them here.
      const same = (text: string) => wire(vscode.Uri.parse(text));
      const imports = edges.map((edge) => ({ ...edge, importer: same(edge.importer), imported: edge.imported && same(edge.imported) }));
      const ranked = rankedFiles.map((file) => ({ ...file, uri: same(file.uri) }));
      return { type: 'graph', graph: graphOf(uri, { imports, ranked, tests: tests.map(same) }, pathOf), path: pathOf(this.file) };
    } catch (error) {
      return { type: 'empty', text: error instanceof Error ? error.message : String(error) };
    }
  }
}

function page(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const at = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  // The empty style is there so that the graph library does not add one of its own, which the policy forbids.
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <style id="__________cytoscape_stylesheet" nonce="${nonce}"></style>
  <link rel="stylesheet" href="${at('graph.css')}">
  <title>Importance Graph</title>
</head>
<body>
  <main>
    <header>
      <h1 id="title">Importance Graph</h1>
      <p id="counts"></p>
      <div id="tools" role="toolbar" aria-label="What is shown">
        <input id="search" type="search" placeholder="Find files" aria-label="Find files">
        <select id="side" aria-label="Direction">
          <option value="both">Both directions</option>
          <option value="importers">Importers</option>
          <option value="imports">Imports</option>
        </select>
        <label><input id="tests" type="checkbox" checked> Tests</label>
        <button id="close" type="button" hidden>Close groups</button>
        <button id="export" type="button">Export SVG…</button>
      </div>
      <ul id="legend" aria-label="Colours"></ul>
    </header>
    <div id="graph" role="img" aria-label="Import graph; the list of files follows"></div>
  </main>
  <nav aria-label="Files">
    <p id="hint">Arrow keys move, Enter opens.</p>
    <ol id="files"></ol>
  </nav>
  <p id="empty" role="status"></p>
  <script nonce="${nonce}" src="${at('graph.js')}"></script>
</body>
</html>`;
}
