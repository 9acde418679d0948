// Offers `contextls mcp` to VS Code, for agents that take tools from MCP servers only. That server reads
// the disk, and what editors have not saved where their servers share it; the language model tools need no sharing.
import * as vscode from 'vscode';
import type { Server } from './server';

export class McpServers implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server, private readonly version: string) {
    let offered: string | undefined;
    this.subscriptions = [
      this.changed,
      vscode.lm.registerMcpServerDefinitionProvider('contextls.mcp', this),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.changed.fire()),
      server.onDidChangeState(() => {
        if (offered !== server.program) {
          offered = server.program;
          this.changed.fire();
        }
      }),
    ];
  }

  provideMcpServerDefinitions(): vscode.McpServerDefinition[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { program } = this.server;
    return program === undefined ? [] : folders.map((folder) => new vscode.McpStdioServerDefinition(
      folders.length > 1 ? `contextls (${folder.name})` : 'contextls', program, ['mcp', folder.uri.fsPath], {}, this.version));
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }
}
