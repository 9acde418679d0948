// What a model means by a target: a file, or a part of one (FILE:60, FILE:10-40, FILE:name, FILE:Class.method), as in
// the shell and over MCP.
import * as vscode from 'vscode';
import type { Range, Symbol as Definition, Target, Uri } from '../api';
import { pathOf } from './files';
import type { Server } from './server';

/** The targets that a model names; uri gives a file by its path. An error says which target it is about. */
export function targetsOf(server: Server, written: readonly string[], uri: (path: string) => Uri, token: vscode.CancellationToken): Promise<Target[]> {
  return Promise.all(written.map(async (one, i) => {
    const [path, part] = await split(one, (name) => exists(uri(name)));
    const file = uri(path);
    if (part === '') {
      return { uri: file };
    }
    try {
      return { uri: file, ranges: await rangesOf(server, file, part, token) };
    } catch (error) {
      throw new Error(`targets[${i}]: ${error instanceof Error ? error.message : String(error)}`);
    }
  }));
}

/** Those of a file's definitions that have a name, qualified or not. Rust and C++ write a qualified one with colons. */
export function named(symbols: readonly Definition[], name: string): Definition[] {
  const wanted = name.replaceAll('::', '.');
  const full = ({ name: own, container }: Definition) => (container === null ? own : `${container}.${own}`);
  const exact = symbols.filter((symbol) => full(symbol) === wanted);
  return exact.length > 0 ? exact : symbols.filter((symbol) => full(symbol).endsWith(`.${wanted}`));
}

/** The longest name of a file that there is, so that one with a colon wins, and the part; else what is before the first colon. */
async function split(written: string, isFile: (name: string) => Promise<boolean>): Promise<[path: string, part: string]> {
  if (await isFile(written)) {
    return [written, ''];
  }
  const least = /^[A-Za-z]:/.test(written) ? 2 : 1; // a drive
  let first = written.length;
  for (let at = written.lastIndexOf(':'); at >= least; at = written.lastIndexOf(':', at - 1)) {
    first = at;
    if (await isFile(written.slice(0, at))) {
      break;
    }
  }
  return [written.slice(0, first), written.slice(first + 1)];
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(vscode.Uri.parse(uri))).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}

async function rangesOf(server: Server, uri: Uri, part: string, token: vscode.CancellationToken): Promise<Range[]> {
  if (!(await exists(uri))) {
    throw new Error(`${pathOf(uri)} does not exist`);
  }
  const lines = /^(\d+)(?:-(\d+)|:\d*:?)?$/.exec(part);
  if (lines) {
    return [await lineRange(uri, Number(lines[1]), Number(lines[2] ?? lines[1]))];
  }
  const { symbols } = await server.request('context/symbols', { uri }, token);
  const found = named(symbols, part);
  if (found.length === 0) {
    throw new Error(`${pathOf(uri)} defines no "${part}"`);
  }
  return found.map(({ range }) => range);
}

/** Lines of a file, counted from 1, without the end of the last one; of the text that is typed. */
async function lineRange(uri: Uri, first: number, last: number): Promise<Range> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (first < 1) {
    throw new Error(`${pathOf(uri)}: line ${first}: lines are counted from 1`);
  }
  if (last < first) {
    throw new Error(`${pathOf(uri)}: line ${last} is before line ${first}`);
  }
  if (last > document.lineCount) {
    throw new Error(`${pathOf(uri)}: line ${last} is behind the last one, ${document.lineCount}`);
  }
  return { start: { line: first - 1, character: 0 }, end: { line: last - 1, character: document.lineAt(last - 1).range.end.character } };
}
