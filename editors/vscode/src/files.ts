// Which files a command is about, and which file the person works on.
import * as vscode from 'vscode';
import type { Range, Uri } from '../api';
import type { PackRequest } from './pack';
import { visible } from './visible';

/** A file as VS Code names it. The server is given the same URIs that document sync gives it. */
export function wire(uri: vscode.Uri): Uri {
  return uri.toString();
}

/** The workspace folder of a file; undefined also for what is no file on disk. */
export function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  return uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
}

/** The path of a file relative to its folder, for a person to read. */
export function pathOf(uri: vscode.Uri | Uri): string {
  return visible(vscode.workspace.asRelativePath(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri, false));
}

/** The files that a menu hands to a command: one and all selected ones, as URIs or as nodes of the tree. */
export function selected(first: unknown, all: unknown): vscode.Uri[] {
  const many = Array.isArray(all) && all.length > 0 ? all : [first];
  return many.flatMap((one: unknown) => {
    const uri = one instanceof vscode.Uri ? one : (one as { uri?: unknown } | undefined)?.uri;
    return uri instanceof vscode.Uri ? [uri] : [];
  });
}

/**
 * The parts of a file that the person is at: what is selected in its editor, else the cursor's line. A cursor at the
 * very start says nothing: there it is where a file was just opened.
 */
export function partsOf(uri: vscode.Uri): Range[] {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() !== uri.toString()) {
    return [];
  }
  const selected = editor.selections.filter((selection) => !selection.isEmpty);
  const { line, character } = editor.selection.active;
  if (selected.length === 0 && line === 0 && character === 0) {
    return [];
  }
  const parts = selected.length > 0 ? selected : [editor.document.lineAt(line).range];
  return parts.map(({ start, end }) => ({
    start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character },
  }));
}

/** Files as requests for packs, one for each folder. */
export function requestsFor(uris: readonly vscode.Uri[], task?: string, parts: (uri: vscode.Uri) => Range[] = () => []): PackRequest[] {
  const requests = new Map<Uri, PackRequest>();
  for (const uri of uris) {
    const folder = folderOf(uri);
    if (folder) {
      const key = wire(folder.uri);
      const request = requests.get(key) ?? { folder: key, targets: [], ...(task ? { task } : {}) };
      const ranges = parts(uri);
      request.targets.push({ uri: wire(uri), ...(ranges.length > 0 ? { ranges } : {}) });
      requests.set(key, request);
    }
  }
  return [...requests.values()];
}

/**
 * The file that the person works on: that of the active editor, and while something else has the focus (a
 * pack, the graph, a panel) the one before, as long as it has a tab.
 */
export class ActiveFile implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  readonly onDidChange = this.changed.event;
  private uri: vscode.Uri | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.subscriptions = [
      this.changed,
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.update()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.update()),
    ];
    this.update();
  }

  get current(): vscode.Uri | undefined {
    return this.uri;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private update(): void {
    const active = vscode.window.activeTextEditor?.document.uri;
    const next = active && folderOf(active) ? active : this.uri && hasTab(this.uri) && folderOf(this.uri) ? this.uri : undefined;
    if (next?.toString() !== this.uri?.toString()) {
      this.uri = next;
      this.changed.fire(next);
    }
  }
}

function hasTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some((group) =>
    group.tabs.some((tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString()));
}
