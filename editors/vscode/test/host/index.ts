// What VS Code runs in its extension host. The workspace that is open says which tests.
import * as vscode from 'vscode';
import { integration } from './integration';
import { oneFolder } from './oneFolder';
import { noWorkspace, Suite, until } from './suite';
import { twoFolders } from './twoFolders';

export async function run(): Promise<void> {
  const suite = new Suite();
  await until(noWorkspace, () => (vscode.workspace.workspaceFolders ?? []).length > 0, 15_000);
  if ((vscode.workspace.workspaceFolders ?? []).length > 1) {
    twoFolders(suite);
    await suite.run('two folders');
  } else {
    oneFolder(suite);
    integration(suite);
    await suite.run('one folder');
  }
}
