// Stands in for the module vscode, which exists in VS Code only: what jest-mock-vscode has, and what it lacks.
import { createVSCodeMock } from 'jest-mock-vscode';
import { vi } from 'vitest';

const mock = createVSCodeMock(vi);
export const { EventEmitter, Uri, Range, Position, MarkdownString, ThemeIcon, ThemeColor, TreeItemCollapsibleState } = mock;
export const { window, workspace, commands, languages, Disposable } = mock;
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const env = { clipboard: { writeText: vi.fn(async () => undefined) }, openExternal: vi.fn(async () => true) };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const lm = { registerTool: vi.fn(() => ({ dispose: () => undefined })) };
export const extensions = { getExtension: vi.fn(), onDidChange: vi.fn(() => ({ dispose: () => undefined })) };

export class Location {
  constructor(readonly uri: unknown, readonly range: unknown) {}
}

export class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }

  dispose(): void {
    this.cancelled.dispose();
  }
}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: LanguageModelTextPart[]) {}
}
