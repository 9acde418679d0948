// The commands, by their ids. What goes wrong in one is told to the person, and logged.
import * as vscode from 'vscode';
import type { StoredChoices } from './choices';
import { NoFile, type Copier } from './copy';
import type { Doctor } from './doctor';
import { requestsFor, selected, wire, type ActiveFile } from './files';
import type { GraphPanel } from './graphPanel';
import type { PackDocuments } from './packDocument';
import type { Server } from './server';
import { toggleLenses } from './settings';
import type { Uses } from './uses';
import { lensOf, type Why } from './why';

export interface Parts {
  server: Server;
  choices: StoredChoices;
  active: ActiveFile;
  documents: PackDocuments;
  copier: Copier;
  why: Why;
  uses: Uses;
  graph: GraphPanel;
  doctor: Doctor;
}

type Command = (uris: vscode.Uri[], ...rest: unknown[]) => unknown;

export function registerCommands({ server, choices, active, documents, copier, why, uses, graph, doctor }: Parts): vscode.Disposable {
  const current = () => (active.current ? [active.current] : []);
  const register = (id: string, run: Command) =>
    vscode.commands.registerCommand(`contextls.${id}`, async (first?: unknown, all?: unknown) => {
      try {
        const uris = selected(first, all);
        return await run(uris.length > 0 ? uris : current(), first);
      } catch (error) {
        tellError(server, id, error);
        return undefined;
      }
    });
  const task = (first: unknown) => (typeof first === 'string' ? first : undefined);
  return vscode.Disposable.from(
    register('copyPack', (uris) => copier.packs(uris)),
    register('copyPackForTask', (uris, first) => copier.packForTask(uris, task(first))),
    register('copyRepoMap', () => copier.repoMap(active.current)),
    register('openPack', async (uris) => {
      for (const request of requestsFor(some(uris))) {
        await documents.open(request);
      }
    }),
    register('pin', (uris) => choices.pin(some(uris).map(wire))),
    register('unpin', (uris) => choices.unpin(some(uris).map(wire))),
    register('exclude', (uris) => choices.exclude(some(uris).map(wire))),
    register('include', (uris) => choices.include(some(uris).map(wire))),
    register('showWhy', (uris, first) => {
      // From the tree, the question is why the file is in the context of the active one.
      const target = isNode(first) && active.current ? wire(active.current) : undefined;
      const [uri] = some(uris);
      return uri && why.show(lensOf(uri), target);
    }),
    register('showUses', (uris) => {
      const [uri] = some(uris);
      const editor = vscode.window.activeTextEditor;
      return uri && uses.show(uri, editor?.document.uri.toString() === uri.toString() ? editor.selection.active : new vscode.Position(0, 0));
    }),
    register('showGraph', ([uri]) => graph.show(uri)),
    register('toggleLenses', () => toggleLenses()),
    register('changeBudget', () => copier.changeBudget()),
    register('restart', () => server.restart()),
    register('showLog', () => server.log.show()),
    register('doctor', () => doctor.show(active.current)),
    register('copyDoctor', () => doctor.copy()),
  );
}

/** The files that a command is about; without one it cannot do anything. */
function some(uris: vscode.Uri[]): vscode.Uri[] {
  if (uris.length === 0) {
    throw new NoFile();
  }
  return uris;
}

/** Tells the person that something they asked for went wrong. */
export function tellError(server: Server, id: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoFile) {
    void vscode.window.showInformationMessage(`contextls: ${message}`);
    return;
  }
  server.log.error(`${id}: ${message}`);
  void vscode.window.showErrorMessage(`contextls: ${message}`, 'Show Log', 'Run Doctor').then((choice) => {
    switch (choice) {
      case 'Show Log':
        return server.log.show();
      case 'Run Doctor':
        return vscode.commands.executeCommand('contextls.doctor');
      default:
        return undefined;
    }
  });
}

function isNode(first: unknown): boolean {
  return typeof first === 'object' && first !== null && 'kind' in first;
}
