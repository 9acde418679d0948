// Show Uses: where the definition around the cursor is used, and what stands in for it, in a peek.
import * as vscode from 'vscode';
import type { Symbol as Definition, SymbolUse } from '../api';
import { folderOf, wire } from './files';
import type { Server } from './server';

export class Uses {
  constructor(private readonly server: Server) {}

  /** Peeks at the uses of the innermost definition around a place, and answers their locations. */
  async show(uri: vscode.Uri, at: vscode.Position): Promise<vscode.Location[]> {
    const { symbols } = await this.server.request('context/symbols', { uri: wire(uri) });
    const symbol = around(symbols, at.line);
    if (!symbol) {
      throw new Error('there is no definition around the cursor');
    }
    const folder = folderOf(uri);
    const result = await this.server.request('context/impact', {
      chunk: symbol.chunk, ...(folder ? { workspaceFolder: wire(folder.uri) } : {}),
    });
    const places = [...result.uses, ...result.overriders, ...result.implementers].map(location);
    if (places.length === 0) {
      void vscode.window.showInformationMessage(`Nothing uses ${symbol.name}.`);
    } else {
      await vscode.commands.executeCommand('editor.action.peekLocations', uri, at, places, 'peek');
    }
    return places;
  }
}

/** The innermost of a file's definitions around a line; they come by position, the outer before the inner. */
export function around(symbols: readonly Definition[], line: number): Definition | undefined {
  return symbols.findLast(({ range }) => range.start.line <= line && line <= range.end.line);
}

function location({ uri, range: { start, end } }: SymbolUse): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character));
}
