// The report of `contextls doctor` as a read-only document, to be pasted where a bug is reported.
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import type { Server } from './server';

export const doctorScheme = 'contextls-doctor';
// A folder is indexed for it, which takes seconds where it is large.
const limitMs = 120_000;

export class Doctor implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly uri = vscode.Uri.from({ scheme: doctorScheme, path: '/contextls doctor' });
  private readonly provider = vscode.workspace.registerTextDocumentContentProvider(doctorScheme, this);
  private report = 'Run the command "contextls: Run Doctor".\n';

  constructor(private readonly server: Server) {}

  /** Makes the report anew, about the folder of a file or the first one, and shows it. */
  async show(active: vscode.Uri | undefined): Promise<string> {
    const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? vscode.workspace.workspaceFolders?.[0];
    this.report = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: 'contextls: looking for what is broken…' },
      () => this.examine(folder?.uri.fsPath));
    this.changed.fire(this.uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.uri), { preview: false });
    void vscode.window.showInformationMessage('contextls: the report names no files and no user.', 'Copy').then((choice) => choice && this.copy());
    return this.report;
  }

  async copy(): Promise<void> {
    await vscode.env.clipboard.writeText(this.report);
    void vscode.window.setStatusBarMessage('contextls: copied the report', 3000);
  }

  provideTextDocumentContent(): string {
    return this.report;
  }

  dispose(): void {
    this.provider.dispose();
    this.changed.dispose();
  }

  private async examine(folder: string | undefined): Promise<string> {
    const { program, problem } = this.server;
    if (!program) {
      return `contextls doctor\n\nWrong:\n  - ${problem ?? 'The program has not been found yet.'}\n`;
    }
    return await run(program, ['doctor', ...(folder ? [folder] : [])], folder);
  }
}

/** What a program prints. That it says by its exit code that something is broken is no failure. */
function run(program: string, args: string[], cwd: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, timeout: limitMs, windowsHide: true }, (error, stdout, stderr) => {
      if (stdout === '' && error) {
        reject(new Error(`contextls doctor gives no report: ${stderr.trim() || error.message}`));
      } else {
        resolve(stdout);
      }
    });
  });
}
