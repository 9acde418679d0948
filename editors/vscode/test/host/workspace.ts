// What the tests of the extension host do again and again.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextlsApi } from '../../api';

export function file(path: string, folder = 0): vscode.Uri {
  const root = vscode.workspace.workspaceFolders?.[folder];
  assert.ok(root, `there is a folder ${folder}`);
  return vscode.Uri.joinPath(root.uri, path);
}

export async function show(path: string, folder = 0): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file(path, folder)), vscode.ViewColumn.One);
}

export async function api(): Promise<ContextlsApi> {
  const extension = vscode.extensions.getExtension<ContextlsApi>('contextls.contextls');
  assert.ok(extension, 'the extension is there');
  return extension.activate();
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Types at the beginning of an open file, and does not save. */
export async function type(editor: vscode.TextEditor, text: string): Promise<void> {
  assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text)));
  assert.ok(editor.document.isDirty);
}

export async function revert(editor: vscode.TextEditor): Promise<void> {
  await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** Calls a command, and gives what it gives; a command that told of an error gives undefined. */
export async function call<T>(command: string, ...args: unknown[]): Promise<T> {
  const result = await vscode.commands.executeCommand<T | undefined>(`contextls.${command}`, ...args);
  assert.ok(result !== undefined, `contextls.${command} worked`);
  return result;
}

export function clipboard(): Thenable<string> {
  return vscode.env.clipboard.readText();
}

export function packDocument(): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'contextls-pack');
}
