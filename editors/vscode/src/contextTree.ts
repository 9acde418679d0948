// The view Context: the pack of the active file by tier, and what the person excluded.
import * as vscode from 'vscode';
import type { PackItem } from '../api';
import type { StoredChoices } from './choices';
import { pathOf, wire } from './files';
import type { LiveContext } from './liveContext';
import { byTier, count, leftOut, short, sum } from './pack';

export interface TierNode {
  kind: 'tier';
  id: string;
  name: string;
  tokens: number | undefined;
  children: FileNode[];
}

export interface FileNode {
  kind: 'target' | 'item' | 'pinned' | 'excluded';
  id: string;
  uri: vscode.Uri;
  item: PackItem | undefined;
}

export type Node = TierNode | FileNode;

export class ContextTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable[];
  private drawn = '';

  constructor(private readonly live: LiveContext, private readonly choices: StoredChoices) {
    this.view = vscode.window.createTreeView('contextls.context', { treeDataProvider: this, canSelectMany: true, showCollapseAll: true });
    this.subscriptions = [
      this.changed, this.view,
      live.onDidChange(() => this.update()),
      choices.onDidChange(() => this.update()),
    ];
    this.update();
  }

  getChildren(node?: Node): Node[] {
    return node === undefined ? this.tiers() : node.kind === 'tier' ? node.children : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === 'tier' ? tierItem(node) : fileItem(node);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Draws anew only if something that is shown is other than before. Ids keep what is open and selected. */
  private update(): void {
    const live = this.live.current;
    const stats = live?.result.stats;
    const left = leftOut({ over_budget: live?.result.excludedCounts.over_budget ?? 0 });
    this.view.message = stats && [
      `${count(stats.totalEstimatedTokens)} of ${count(stats.availableForContext)} tokens`, left, live.result.partial ? 'index not ready' : '',
    ].filter((part) => part !== '').join(' · ');
    const drawing = JSON.stringify(this.tiers(), (key, value: unknown) => (key === 'content' || key === 'ranges' ? undefined : value));
    if (drawing !== this.drawn) {
      this.drawn = drawing;
      this.changed.fire();
    }
  }

  private tiers(): TierNode[] {
    const live = this.live.current;
    const tiers = byTier(live?.result.items ?? []).map(({ name, items }): TierNode => ({
      kind: 'tier', id: name, name, tokens: sum(items), children: items.map((item) => this.fileNode(name, item)),
    }));
    const map = live?.result.repoMap;
    if (map) {
      tiers.push({ kind: 'tier', id: 'map', name: 'Repository map', tokens: map.estimatedTokens, children: [] });
    }
    if (live && this.choices.excluded.length > 0) {
      const children = this.choices.excluded.map((uri): FileNode =>
        ({ kind: 'excluded', id: `excluded ${uri}`, uri: vscode.Uri.parse(uri), item: undefined }));
      tiers.push({ kind: 'tier', id: 'excluded', name: 'Excluded by you', tokens: undefined, children });
    }
    return tiers;
  }

  private fileNode(tier: string, item: PackItem): FileNode {
    const uri = vscode.Uri.parse(item.uri);
    const kind = item.relationship === 'target' ? 'target' : this.choices.pinned.includes(wire(uri)) ? 'pinned' : 'item';
    return { kind, id: `${tier} ${item.uri}`, uri, item };
  }
}

function tierItem(tier: TierNode): vscode.TreeItem {
  const state = tier.children.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
  const item = new vscode.TreeItem(tier.name, state);
  item.id = tier.id;
  const files = tier.children.length > 0 ? `${tier.children.length} ${tier.children.length === 1 ? 'file' : 'files'}` : '';
  item.description = [files, tier.tokens === undefined ? '' : `${short(tier.tokens)} tokens`].filter((s) => s !== '').join(' · ');
  item.contextValue = tier.id === 'map' ? 'map' : 'tier';
  if (tier.id === 'map') {
    item.iconPath = new vscode.ThemeIcon('list-tree');
    item.command = { command: 'contextls.copyRepoMap', title: 'Copy Repo Map' };
    item.tooltip = 'The most important files with their signatures. Click to copy a whole one.';
  }
  return item;
}

const shownAs = { full: 'in full', slice: 'the parts that matter', signatures: 'signatures', path: 'its path' } as const;

function fileItem(node: FileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.uri);
  item.label = pathOf(node.uri).split('/').at(-1) ?? '';
  item.id = node.id;
  item.contextValue = node.kind;
  item.command = { command: 'vscode.open', title: 'Open', arguments: [node.uri] };
  if (!node.item) {
    item.description = endOf(directory(pathOf(node.uri)));
    item.tooltip = 'You excluded it from the packs of this workspace.';
    return item;
  }
  const { estimatedTokens, representation, reasons, importance, score, path } = node.item;
  const dir = endOf(directory(path));
  item.description = `${count(estimatedTokens)} · ${representation}${dir && ` · ${dir}`}`;
  const why = reasons.map((reason) => `- ${escape(reason)}`).join('\n');
  item.tooltip = new vscode.MarkdownString(
    `**${escape(path)}**\n\n${why}\n\n${count(estimatedTokens)} tokens, ${shownAs[representation]}. Score ${score.toFixed(2)}, importance ${importance.toFixed(3)}.`);
  return item;
}

function directory(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

// A row has little room, and is cut at its end: there stands what tells files of the same name apart.
const mostOfDirectory = 24;

/** The end of a directory, in whole names: "…/checkers/ast". The last name is always there. */
export function endOf(dir: string): string {
  let start = 0;
  while (dir.length - start > mostOfDirectory && dir.includes('/', start)) {
    start = dir.indexOf('/', start) + 1;
  }
  return start === 0 ? dir : `…/${dir.slice(start)}`;
}

/** Text of the workspace as plain text in Markdown. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&');
}
