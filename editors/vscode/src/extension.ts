// The extension puts its parts together here. All thinking is in the server.
import * as vscode from 'vscode';
import type { ContextlsApi } from '../api';
import { StoredChoices } from './choices';
import { registerCommands, tellError } from './commands';
import { ContextTree } from './contextTree';
import { CopilotContext } from './copilot';
import { Copier } from './copy';
import { Doctor } from './doctor';
import { ActiveFile } from './files';
import { GraphPanel } from './graphPanel';
import { LiveContext } from './liveContext';
import { McpServers } from './mcp';
import { PackDocuments } from './packDocument';
import { Server } from './server';
import { Status } from './status';
import { registerTools } from './tools';
import { Uses } from './uses';
import { Why } from './why';

export function activate(context: vscode.ExtensionContext): ContextlsApi {
  const { version } = context.extension.packageJSON as { version: string };
  const log = vscode.window.createOutputChannel('contextls', { log: true });
  const server = new Server(context, log);
  const choices = new StoredChoices(context.workspaceState);
  const active = new ActiveFile();
  const documents = new PackDocuments(server, choices);
  const copier = new Copier(server, choices, (request) => documents.open(request));
  const live = new LiveContext(server, choices, active);
  const why = new Why(server);
  const uses = new Uses(server);
  const graph = new GraphPanel(context.extensionUri, server, active);
  const doctor = new Doctor(server);
  context.subscriptions.push(
    log, server, choices, active, documents, live, graph, doctor,
    new ContextTree(live, choices),
    new Status(server, live),
    registerTools(server, choices, active),
    new McpServers(server, version),
    new CopilotContext(server, choices),
    registerCommands({ server, choices, active, documents, copier, why, uses, graph, doctor }),
    server.onDidClickLens((argument) => why.show(argument).catch((error: unknown) => tellError(server, 'showWhy', error))),
    // Both are read when the server starts.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('contextls.path') || change.affectsConfiguration('contextls.args')) {
        void server.restart();
      }
    }),
  );
  void server.restart();
  return {
    version: 1,
    pack: (params = {}, token) => server.request('context/pack', params, token),
    repoMap: (params = {}, token) => server.request('context/repoMap', params, token),
    rank: (params = {}, token) => server.request('context/rank', params, token),
    explain: (params, token) => server.request('context/explain', params, token),
    onDidChangeIndex: server.onDidChangeIndex,
  };
}
