// The language model tools: what chat agents may ask for. They go to the running server, so that they see
// what is typed and not saved. package.json describes their inputs.
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { PackParams, SymbolUse, Target, Uri } from '../api';
import type { StoredChoices } from './choices';
import { folderOf, pathOf, wire, type ActiveFile } from './files';
import type { Server } from './server';
import { named, targetsOf } from './targets';

/** Agents cut what is much longer. */
export const toolTokens = 16_000;

interface Within {
  folder?: string;
}

interface PackInput extends Within {
  task?: string;
  targets?: string[];
  files?: string[];
  tokens?: number;
  detail?: 'full' | 'summary';
}

interface MapInput extends Within {
  task?: string;
  targets?: string[];
  tokens?: number;
}

const details = ['signature', 'doc', 'source'] as const;

interface SearchInput extends Within {
  query: string;
  targets?: string[];
  detail?: (typeof details)[number];
  limit?: number;
  tokens?: number;
}

interface ImpactInput extends Within {
  file?: string;
  symbol?: string;
  limit?: number;
}

interface Asked {
  /** What the answer may cost: what the model asks for, and no more than the chat allows. */
  tokens(wanted: number | undefined): number;
  token: vscode.CancellationToken;
}

export function registerTools(server: Server, choices: StoredChoices, active: ActiveFile): vscode.Disposable {
  const tools = new Tools(server, choices, active);
  return vscode.Disposable.from(
    register<PackInput>('pack', 'Packing context', (input, asked) => tools.pack(input, asked)),
    register<MapInput>('repo_map', 'Drawing the repository map', (input, asked) => tools.repoMap(input, asked)),
    register<SearchInput>('search', 'Searching definitions', (input, asked) => tools.search(input, asked)),
    register<ImpactInput>('impact', 'Looking for whom the change may concern', (input, asked) => tools.impact(input, asked)),
  );
}

function register<T>(name: string, doing: string, answer: (input: T, asked: Asked) => Promise<string>): vscode.Disposable {
  return vscode.lm.registerTool<T & object>(`contextls_${name}`, {
    prepareInvocation: () => ({ invocationMessage: doing }),
    async invoke({ input, tokenizationOptions }, token) {
      const most = tokenizationOptions?.tokenBudget ?? Infinity;
      const asked = { token, tokens: (wanted: number | undefined) => Math.max(1, Math.floor(Math.min(wanted ?? toolTokens, most))) };
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await answer(input, asked))]);
    },
  });
}

class Tools {
  constructor(private readonly server: Server, private readonly choices: StoredChoices, private readonly active: ActiveFile) {}

  async pack(input: PackInput, { tokens, token }: Asked): Promise<string> {
    const folder = folderFor(input.folder, [...(input.targets ?? []), ...(input.files ?? [])]);
    const targets = await targetsOf(this.server, input.targets ?? [], (path) => within(folder, path), token);
    const pinned = this.choices.pinned.filter((uri) => uri.startsWith(wire(folder.uri) + '/'));
    const params: PackParams = {
      workspaceFolder: wire(folder.uri),
      targets,
      files: [...pinned.map((uri) => ({ uri, pin: true })), ...(input.files ?? []).map((path) => ({ uri: within(folder, path) }))],
      budget: { tokens: tokens(input.tokens) },
      ...(input.task ? { task: input.task } : {}),
      ...(input.detail ? { detail: input.detail } : {}),
    };
    const result = await this.server.request('context/pack', params, token);
    return result.warnings.length > 0 ? `${result.text}\nWarnings:\n- ${result.warnings.join('\n- ')}\n` : result.text;
  }

  async repoMap(input: MapInput, { tokens, token }: Asked): Promise<string> {
    const folder = folderFor(input.folder, input.targets ?? []);
    const result = await this.server.request('context/repoMap', {
      workspaceFolder: wire(folder.uri),
      targets: await targetsOf(this.server, input.targets ?? [], (path) => within(folder, path), token),
      ...(input.task ? { task: input.task } : {}),
      tokens: tokens(input.tokens ?? 2048),
    }, token);
    return result.content;
  }

  async search(input: SearchInput, { tokens, token }: Asked): Promise<string> {
    const folder = folderFor(input.folder, input.targets ?? []);
    const result = await this.server.request('context/query', {
      query: input.query,
      targets: input.targets === undefined ? this.atHand(folder) : await targetsOf(this.server, input.targets, (path) => within(folder, path), token),
      tier: Math.max(0, details.indexOf(input.detail ?? 'doc')) as 0 | 1 | 2,
      limit: input.limit ?? 20,
      tokens: tokens(input.tokens),
      workspaceFolder: wire(folder.uri),
    }, token);
    if (result.chunks.length === 0) {
      return 'Nothing matches.';
    }
    return result.omitted > 0 ? `${result.text}\n${result.omitted} more match.\n` : result.text;
  }

  /** The file that the person works on, where it is one of the folder. */
  private atHand(folder: vscode.WorkspaceFolder): Target[] {
    const uri = this.active.current;
    const own = uri && folderOf(uri);
    return own && wire(own.uri) === wire(folder.uri) ? [{ uri: wire(uri) }] : [];
  }

  async impact(input: ImpactInput, { token }: Asked): Promise<string> {
    const folder = folderFor(input.folder, input.file === undefined ? [] : [input.file]);
    const uri = input.file === undefined ? undefined : within(folder, input.file);
    const chunk = input.symbol === undefined ? undefined : await this.chunk(folder, uri, input.symbol, token);
    if (uri === undefined && chunk === undefined) {
      throw new Error('file: it wants a file, a symbol or both');
    }
    const of = chunk === undefined ? { uri } : { chunk, workspaceFolder: wire(folder.uri) };
    const result = await this.server.request('context/impact', of, token);
    const most = input.limit ?? 50;
    const list = (title: string, uris: Uri[]) => [
      `${title} (${uris.length})`,
      ...uris.slice(0, most).map((one) => `- ${pathOf(one)}`),
      ...(uris.length > most ? [`- … and ${uris.length - most} more`] : []),
    ].join('\n');
    return [
      ...(chunk === undefined || uri !== undefined ? [] : [`Of ${chunk.replace(/:[0-9a-f]+$/, '')}`]),
      ...(chunk === undefined ? [] : [uses('Uses', result.uses, most, result.moreUses)]),
      ...(result.overriders.length > 0 ? [uses('Overriders', result.overriders, most)] : []),
      ...(result.implementers.length > 0 ? [uses('Implementers', result.implementers, most)] : []),
      list('Direct importers', result.directImporters),
      list('Transitive importers, the nearest first', result.transitiveImporters),
      list('Tests that reach it', result.tests),
      `Importance of the file (all of the folder sum to 1): ${result.pagerank.toFixed(4)}`,
    ].join('\n\n') + '\n';
  }

  /** The definition of a name: of a file, or that of the folder which matches best. */
  private async chunk(folder: vscode.WorkspaceFolder, uri: Uri | undefined, symbol: string, token: vscode.CancellationToken): Promise<string> {
    if (uri === undefined) {
      const { chunks } = await this.server.request('context/query', { query: symbol, tier: 0, limit: 50, workspaceFolder: wire(folder.uri) }, token);
      const found = chunks.find(({ id }) => `.${nameIn(id)}`.endsWith(`.${symbol.replaceAll('::', '.')}`));
      if (!found) {
        throw new Error(`symbol: no file of the folder defines "${symbol}"`);
      }
      return found.id;
    }
    const summary = await this.server.request('context/symbols', { uri }, token);
    const [found] = named(summary.symbols, symbol);
    if (!found) {
      throw new Error(`symbol: ${summary.path} defines no "${symbol}"`);
    }
    return found.chunk;
  }
}

/** The qualified name in a chunk's ID. */
function nameIn(chunk: string): string {
  return decodeURIComponent(chunk.replace(/@\d+:[0-9a-f]+$/, '').split(':').pop() ?? '');
}

/** Places, `path:line` and the definition that they stand in. */
function uses(title: string, all: readonly SymbolUse[], most: number, left = 0): string {
  const count = all.length + left;
  const shown = all.slice(0, most);
  return [
    `${title} (${count})`,
    ...shown.map(({ uri, range, chunk }) => {
      const place = `- ${pathOf(uri)}:${range.start.line + 1}`;
      return chunk ? `${place} ${nameIn(chunk)}` : place;
    }),
    ...(count > shown.length ? [`- … and ${count - shown.length} more`] : []),
  ].join('\n');
}

/** The folder that is named, else the first that has one of the files, else the first. */
function folderFor(name: string | undefined, paths: readonly string[]): vscode.WorkspaceFolder {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (name !== undefined && name !== '') {
    const named = folders.find((folder) => folder.name === name || folder.uri.fsPath === name);
    if (!named) {
      throw new Error(`folder: there is no workspace folder "${name}"; there are: ${folders.map((folder) => folder.name).join(', ')}`);
    }
    return named;
  }
  for (const path of paths) {
    const absolute = isAbsolute(path) && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path));
    const byName = folders.length > 1 && folders.find((folder) => path.startsWith(`${folder.name}/`));
    if (absolute || byName) {
      return (absolute || byName) as vscode.WorkspaceFolder;
    }
  }
  const [first] = folders;
  if (!first) {
    throw new Error('No folder is open.');
  }
  return first;
}

/** A path of a model's as a file of a folder. In a workspace of several, models name the folder in front. */
function within(folder: vscode.WorkspaceFolder, path: string): Uri {
  const several = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const relative = several && path.startsWith(`${folder.name}/`) ? path.slice(folder.name.length + 1) : path;
  return wire(isAbsolute(relative) ? vscode.Uri.file(relative) : vscode.Uri.joinPath(folder.uri, relative));
}
