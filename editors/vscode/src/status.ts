// How the server and its index are: an entry in the status bar, and one in the status of each file's language.
import * as vscode from 'vscode';
import type { IndexChanged } from '../api';
import type { LiveContext } from './liveContext';
import { count, short, shown } from './pack';
import type { Server } from './server';

export class Status implements vscode.Disposable {
  private readonly bar = vscode.window.createStatusBarItem('contextls.status', vscode.StatusBarAlignment.Left, 0);
  private readonly language = vscode.languages.createLanguageStatusItem('contextls.status', { scheme: 'file' });
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server, private readonly live: LiveContext) {
    this.bar.name = 'contextls';
    this.language.name = 'contextls';
    this.subscriptions = [
      this.bar, this.language,
      server.onDidChangeState(() => this.update()),
      server.onDidChangeIndex(() => this.update()),
      live.onDidChange(() => this.update()),
    ];
    this.update();
    this.bar.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private update(): void {
    const folders = [...this.server.index.values()];
    const text = describe(this.server.state, folders, this.live.current?.result.stats.totalEstimatedTokens);
    const stopped = this.server.state === 'stopped';
    this.bar.text = `$(${text.icon}) ${text.short}`;
    this.bar.accessibilityInformation = { label: `contextls: ${text.long}`, role: 'button' };
    this.bar.command = stopped ? 'contextls.restart' : 'contextls.context.focus';
    this.bar.backgroundColor = text.severity === 'ok' ? undefined : new vscode.ThemeColor(`statusBarItem.${text.severity}Background`);
    this.bar.tooltip = this.tooltip(folders);
    this.language.text = `contextls: ${text.long}`;
    this.language.busy = text.busy;
    this.language.severity = {
      ok: vscode.LanguageStatusSeverity.Information,
      warning: vscode.LanguageStatusSeverity.Warning,
      error: vscode.LanguageStatusSeverity.Error,
    }[text.severity];
    this.language.detail = folders.flatMap((folder) => folder.reasons).join('; ');
    this.language.command = stopped
      ? { command: 'contextls.restart', title: 'Restart Server' }
      : { command: 'contextls.openPack', title: 'Open Context Pack' };
  }

  private tooltip(folders: readonly IndexChanged[]): vscode.MarkdownString {
    const tip = new vscode.MarkdownString('', true);
    const live = this.live.current;
    if (live) {
      const { stats } = live.result;
      tip.appendMarkdown('**Context of ').appendText(live.file.path.split('/').at(-1) ?? '').appendMarkdown('**\n\n');
      tip.appendText(`${count(stats.totalEstimatedTokens)} of ${count(stats.availableForContext)} tokens; ${shown(live.result) || 'no files'}`);
      tip.appendMarkdown('\n\n');
    }
    if (this.server.problem) {
      tip.appendText(this.server.problem).appendMarkdown('\n\n');
    }
    for (const folder of folders) {
      tip.appendText(`${folderName(folder)}: ${stateOf(folder)}`).appendMarkdown('\n\n');
      for (const reason of folder.reasons) {
        tip.appendMarkdown('- ').appendText(reason).appendMarkdown('\n');
      }
    }
    const link = (title: string, command: string) => `[${title}](command:contextls.${command})`;
    tip.appendMarkdown(`\n\n${[link('Copy', 'copyPack'), link('Open', 'openPack'), link('Budget', 'changeBudget'), link('Log', 'showLog'), link('Doctor', 'doctor'), link('Restart', 'restart')].join(' · ')}`);
    tip.isTrusted = { enabledCommands: ['copyPack', 'openPack', 'changeBudget', 'showLog', 'doctor', 'restart'].map((id) => `contextls.${id}`) };
    return tip;
  }
}

export interface Description {
  icon: string;
  short: string;
  long: string;
  busy: boolean;
  severity: 'ok' | 'warning' | 'error';
}

/** What is to be said of the server, the most urgent first. */
export function describe(state: Server['state'], folders: readonly IndexChanged[], tokens: number | undefined): Description {
  const calm = { busy: false, severity: 'ok' } as const;
  if (state === 'stopped') {
    return { icon: 'error', short: 'contextls', long: 'not running', busy: false, severity: 'error' };
  }
  if (state === 'starting') {
    return { icon: 'sync~spin', short: 'contextls', long: 'starting', busy: true, severity: 'ok' };
  }
  const indexing = folders.filter((folder) => folder.state === 'indexing');
  if (indexing.length > 0) {
    // The folder that is least far says how long it will take.
    const percentage = Math.min(...indexing.map((folder) => folder.percentage ?? 0));
    const files = indexing.reduce((n, folder) => n + folder.files, 0);
    return { icon: 'sync~spin', short: `${percentage} % of ${short(files)} files`, long: `indexing, ${percentage} % of ${count(files)} files`, busy: true, severity: 'ok' };
  }
  const cost = tokens === undefined ? 'contextls' : `${short(tokens)} tokens`;
  const files = folders.reduce((n, folder) => n + folder.files, 0);
  if (folders.some((folder) => folder.state === 'degraded')) {
    return { icon: 'warning', short: cost, long: `degraded, ${count(files)} files`, busy: false, severity: 'warning' };
  }
  return { icon: 'layers', short: cost, long: `ready, ${count(files)} files`, ...calm };
}

function folderName(folder: IndexChanged): string {
  return decodeURIComponent(folder.folder.split('/').at(-1) ?? folder.folder);
}

function stateOf(folder: IndexChanged): string {
  const files = `${count(folder.files)} files`;
  return folder.state === 'indexing' ? `indexing, ${folder.percentage ?? 0} % of ${files}` : `${folder.state}, ${files}`;
}
