// Show Why: how important a file is and for what reasons, as a list that leads to the files involved.
import * as vscode from 'vscode';
import type { ExplainResult, ImportEdge, Uri } from '../api';
import { pathOf, wire } from './files';
import type { LensArgument } from './lens';
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
  const importers = edges.filter((edge) => edge.imported === file.uri);
  const imports = edges.filter((edge) => edge.importer === file.uri);
  if (importers.length > 0) {
    lines.push(separator(`imported by ${importers.length}`), ...importers.map((edge) => toFile(edge.importer, edge.line, `line ${edge.line + 1}`)));
  }
  if (imports.length > 0) {
    lines.push(separator(`imports ${imports.length}`), ...imports.map((edge) =>
      edge.imported
        ? toFile(edge.imported, 0, edge.specifier)
        : { label: `$(${edge.status === 'external' ? 'package' : 'warning'}) ${edge.specifier}`, description: `${edge.status}, line ${edge.line + 1}`, uri: vscode.Uri.parse(file.uri), line: edge.line }));
  }
  return lines;
}

function toFile(uri: Uri, line: number, description: string): Line {
  const file = vscode.Uri.parse(uri);
  return { label: `$(file) ${pathOf(file)}`, description, uri: file, line };
}

export function lensOf(uri: vscode.Uri): LensArgument {
  return { uri: wire(uri) };
}
