// The person's choices for packs of this workspace: pinned and excluded files, and a budget. They are kept
// in the workspace's state, so that nothing is written into the repository.
import * as vscode from 'vscode';
import type { Uri } from '../api';
import type { Choices } from './pack';
import { isSet } from './settings';

export class StoredChoices implements Choices, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: vscode.Memento) {}

  get pinned(): readonly Uri[] {
    return this.state.get<Uri[]>('pinned', []);
  }

  get excluded(): readonly Uri[] {
    return this.state.get<Uri[]>('excluded', []);
  }

  get budget(): number | undefined {
    return this.state.get<number>('budget') ?? usualBudget();
  }

  pin(uris: readonly Uri[]): Promise<void> {
    return this.store(union(this.pinned, uris), without(this.excluded, uris));
  }

  unpin(uris: readonly Uri[]): Promise<void> {
    return this.store(without(this.pinned, uris), this.excluded);
  }

  exclude(uris: readonly Uri[]): Promise<void> {
    return this.store(without(this.pinned, uris), union(this.excluded, uris));
  }

  include(uris: readonly Uri[]): Promise<void> {
    return this.store(this.pinned, without(this.excluded, uris));
  }

  async setBudget(tokens: number | undefined): Promise<void> {
    await this.state.update('budget', tokens);
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async store(pinned: readonly Uri[], excluded: readonly Uri[]): Promise<void> {
    await this.state.update('pinned', pinned);
    await this.state.update('excluded', excluded);
    this.changed.fire();
  }
}

/** What a chat takes well, unless a setting says something else. undefined: what the server's settings say. */
export function usualBudget(): number | undefined {
  const settings = vscode.workspace.getConfiguration('contextls');
  return isSet(settings, 'copyTokens') || !isSet(settings, 'tokenBudget') ? settings.get<number>('copyTokens') : undefined;
}

function union(a: readonly Uri[], b: readonly Uri[]): Uri[] {
  return [...new Set([...a, ...b])];
}

function without(a: readonly Uri[], b: readonly Uri[]): Uri[] {
  return a.filter((uri) => !b.includes(uri));
}
