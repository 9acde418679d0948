// The settings of the server, as somebody has set them.
import * as vscode from 'vscode';

const section = 'contextls';

/** Whether somebody has set a key, rather than VS Code's default holding. */
export function isSet(settings: vscode.WorkspaceConfiguration, key: string): boolean {
  const said = settings.inspect(key);
  return [said?.globalValue, said?.workspaceValue, said?.workspaceFolderValue].some((value) => value !== undefined && value !== null);
}

/** The keys that an extension contributes, without the section's name. */
export function keysOf(manifest: unknown): string[] {
  const { contributes } = manifest as { contributes: { configuration: { properties: object }[] } };
  return contributes.configuration.flatMap(({ properties }) => Object.keys(properties)).map((key) => key.slice(section.length + 1));
}

/**
 * What the server is told: what somebody has set, and no default of VS Code's, for those would hide what the
 * workspace's file, the user's own and the environment say.
 */
export function said(keys: readonly string[]): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(section);
  const told: Record<string, unknown> = {};
  for (const key of keys.filter((key) => isSet(settings, key))) {
    const names = key.split('.');
    let place = told;
    for (const name of names.slice(0, -1)) {
      place = (place[name] ??= {}) as Record<string, unknown>;
    }
    place[names.at(-1) ?? key] = settings.get(key);
  }
  return told;
}

const lensKeys = ['codeLens.file', 'codeLens.definitions'];

/** Switches all code lenses off, or on if there are none; where the workspace says something of them, there. */
export async function toggleLenses(): Promise<void> {
  const settings = vscode.workspace.getConfiguration(section);
  const on = lensKeys.some((key) => settings.get(key) === true);
  for (const key of lensKeys) {
    const ofWorkspace = settings.inspect(key)?.workspaceValue !== undefined;
    await settings.update(key, !on, ofWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  }
}
