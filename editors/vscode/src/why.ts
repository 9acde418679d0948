// Show Why: how important a file is and for what reasons, as a list that leads to the files involved.
import * as vscode from 'vscode';
import type { ExplainResult, ImportEdge, Uri } from '../api';
import { pathOf, wire } from './files';
import type { LensArgument } from './lens';
import { files } from './pack';
import type { Server } from './server';

interface Line extends vscode.QuickPickItem {
  uri?: vscode.Uri;
  line?: number;
}

const separator = (label: string): Line => ({ label, kind: vscode.QuickPickItemKind.Separator });

export class Why {
  constructor(private readonly server: Server) {}

  /** Shows why a file matters; with another file as target, why it is in that one's context. */
  async show({ uri, symbol }: LensArgument, target?: Uri): Promise<ExplainResult> {
    const targets = target && target !== uri ? { targets: [{ uri: target }] } : {};
    const [explained, { edges }] = await Promise.all([
      this.server.request('context/explain', { uri, ...targets }),
      this.server.request('context/imports', { uri, direction: 'both' }),
    ]);
    void this.pick(explained, edges, symbol);
    return explained;
  }

  private async pick(explained: ExplainResult, edges: ImportEdge[], symbol: string | undefined): Promise<void> {
    const { file } = explained;
    const choice = await vscode.window.showQuickPick(whyLines(explained, edges), {
      title: `Why ${symbol ? `${symbol} in ` : ''}${file.path}: importance ${file.importance.toFixed(4)}`,
      placeHolder: 'What counts; choose a file to open it',
      matchOnDescription: true,
    });
    if (choice?.uri) {
      const at = new vscode.Position(choice.line ?? 0, 0);
      await vscode.window.showTextDocument(choice.uri, { selection: new vscode.Range(at, at) });
    }
  }
}

export function whyLines({ file, chain, cycle }: ExplainResult, edges: readonly ImportEdge[]): Line[] {
  const lines: Line[] = [separator('reasons'), ...file.reasons.map((reason) => ({ label: `$(check) ${reason}` }))];
  const { structure, lexical, cochange } = file.scores;
  lines.push({
    label: `$(dashboard) score ${file.score.toFixed(2)}`,
    description: `structure ${structure.toFixed(2)} · words ${lexical.toFixed(2)} · history ${cochange.toFixed(2)}`,
  });
  if (chain.length > 1) {
    lines.push(separator('import chain'), ...chain.map((uri, i) => toFile(uri, 0, i === 0 ? 'target' : `imported by the one above`)));
  }
  if (cycle.length > 0) {
    lines.push(separator(`imports in a circle with ${cycle.length}`), ...cycle.map((uri) => toFile(uri, 0, '')));
  }
  const importers = byFile(edges.filter((edge) => edge.imported === file.uri), (edge) => edge.importer);
  const imports = edges.filter((edge) => edge.importer === file.uri);
  const inFolder = byFile(imports, (edge) => edge.imported);
  const others = imports.filter((edge) => !edge.imported);
  if (importers.size > 0) {
    lines.push(separator(`imported by ${files(importers.size)}`), ...[...importers].map(([uri, of]) =>
      toFile(uri, of[0]?.line ?? 0, linesOf(of))));
  }
  if (inFolder.size > 0) {
    lines.push(separator(`imports ${files(inFolder.size)}`), ...[...inFolder].map(([uri, of]) =>
      toFile(uri, 0, [...new Set(of.map(({ specifier }) => specifier))].join(', '))));
  }
  if (others.length > 0) {
    lines.push(separator('imports from elsewhere'), ...others.map(({ status, specifier, line }) =>
      ({ label: `$(${status === 'external' ? 'package' : 'warning'}) ${specifier}`, description: `${status}, line ${line + 1}`, uri: vscode.Uri.parse(file.uri), line })));
  }
  return lines;
}

/** Edges by the file at one end of them. Several lines of a file may import the same one; what is counted are files. */
function byFile(edges: readonly ImportEdge[], end: (edge: ImportEdge) => Uri | null): Map<Uri, ImportEdge[]> {
  const groups = new Map<Uri, ImportEdge[]>();
  for (const edge of edges) {
    const uri = end(edge);
    if (uri) {
      groups.set(uri, [...(groups.get(uri) ?? []), edge]);
    }
  }
  return groups;
}

function linesOf(edges: readonly ImportEdge[]): string {
  const lines = [...new Set(edges.map(({ line }) => line + 1))];
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}

function toFile(uri: Uri, line: number, description: string): Line {
  const file = vscode.Uri.parse(uri);
  return { label: `$(file) ${pathOf(file)}`, description, uri: file, line };
}

export function lensOf(uri: vscode.Uri): LensArgument {
  return { uri: wire(uri) };
}
