// What is drawn of a graph: files and, where there are too many, groups of them by directory. No editor and no browser
// in here.
import type { Graph, GraphEdge, GraphFile } from './graphData';

/** What the person wants to see. */
export interface View {
  tests: boolean;
  side: 'both' | 'importers' | 'imports';
  /** The ids of the groups that are open. */
  open: readonly string[];
}

/** A file, or a group of files. */
export interface Place {
  id: string;
  label: string;
  /** For a group, the directory that all are in; "" for the rest of several. */
  path: string;
  column: number;
  /** Its place in the column, from 0; groups come last. */
  row: number;
  importance: number;
  /** One, unless it is a group. */
  files: GraphFile[];
  isGroup: boolean;
}

/** With more files in a column, the less important ones are grouped. */
export const mostInColumn = 12;
// How many stand alone then, and how many groups there are at most, the one of the rest among them.
const mostAlone = 6;
const mostGroups = 6;

export function viewOf(graph: Graph, view: View): { places: Place[]; edges: GraphEdge[] } {
  const files = graph.files.filter((file) => file.id === graph.center
    || ((view.tests || !file.isTest) && (view.side === 'both' || (view.side === 'imports') === file.column > 0)));
  const columns = [...new Set(files.map(({ column }) => column))].sort((a, b) => a - b);
  const places = columns.flatMap((column) =>
    gather(files.filter((file) => file.column === column), `${column}`, view.open).map((place, row) => ({ ...place, row })));
  tellApart(places);
  const placeOf = new Map(places.flatMap(({ id, files: members }) => members.map((file) => [file.id, id] as const)));
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, inCycle } of graph.edges) {
    const [a, b] = [placeOf.get(from), placeOf.get(to)];
    if (a !== undefined && b !== undefined && a !== b) {
      const key = `${a} ${b}`;
      edges.set(key, { from: a, to: b, inCycle: inCycle || (edges.get(key)?.inCycle ?? false) });
    }
  }
  return { places, edges: [...edges.values()] };
}

/** Files of the same name have their directory's with it: many are called mod.rs, index.ts or __init__.py. */
function tellApart(places: Place[]): void {
  const count = new Map<string, number>();
  places.forEach(({ label }) => count.set(label, (count.get(label) ?? 0) + 1));
  for (const place of places.filter(({ label, isGroup }) => !isGroup && (count.get(label) ?? 0) > 1)) {
    place.label = place.path.split('/').slice(-2).join('/');
  }
}

/** Files as they are if they are few, else the first ones and groups of the others. An open group is what is in it. */
function gather(files: GraphFile[], id: string, open: readonly string[]): Place[] {
  if (files.length <= mostInColumn) {
    return files.map(alone);
  }
  const groups = byDirectory(files.slice(mostAlone), id);
  return [
    ...files.slice(0, mostAlone).map(alone),
    ...groups.flatMap((group) => group.files.length === 1 ? group.files.map(alone) : open.includes(group.id) ? gather(group.files, group.id, open) : [group]),
  ];
}

function alone(file: GraphFile): Place {
  const { id, label, path, column, importance } = file;
  return { id, label, path, column, row: 0, importance, files: [file], isGroup: false };
}

/** Groups by directory, the largest first; the smallest are one group. */
function byDirectory(files: GraphFile[], id: string): Place[] {
  const groups = split(files);
  // Files of one directory cannot be told apart by it: they come in lots, the most important first.
  if (groups.size === 1) {
    const [base = ''] = groups.keys();
    return [lot(files.slice(0, mostInColumn), base, `${id} ${base}`), lot(files.slice(mostInColumn), base, `${id} ${base} …`)].filter((place) => place.files.length > 0);
  }
  // One group with most of the files says little: its directories stand for it.
  for (;;) {
    const [dir = '', members = []] = [...groups].find(([, of]) => 2 * of.length > files.length && of.length > mostInColumn) ?? [];
    const parts = split(members);
    if (parts.size < 2) {
      break;
    }
    groups.delete(dir);
    parts.forEach((part, name) => groups.set(name, part));
  }
  const sorted = [...groups].sort(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b));
  const own = sorted.length > mostGroups ? sorted.slice(0, mostGroups - 1) : sorted;
  const rest = sorted.slice(own.length).flatMap(([, members]) => members).sort((a, b) => b.importance - a.importance || a.path.localeCompare(b.path));
  return [
    ...own.map(([dir, members]) => lot(members, dir, `${id} ${dir}`)),
    ...(rest.length > 0 ? [lot(rest, '', `${id} …`)] : []),
  ];
}

/** Files by the first directories in which their paths differ; what is in none of them by the one that all are in. */
function split(files: readonly GraphFile[]): Map<string, GraphFile[]> {
  const base = commonDirectory(files.map(({ path }) => path));
  const groups = new Map<string, GraphFile[]>();
  for (const file of files) {
    const [next, ...more] = file.path.slice(base.length).split('/');
    const dir = more.length > 0 ? `${base}${next}/` : base;
    groups.set(dir, [...(groups.get(dir) ?? []), file]);
  }
  return groups;
}

function lot(files: GraphFile[], dir: string, id: string): Place {
  const importance = Math.max(...files.map((file) => file.importance), 0);
  const name = dir.split('/').at(-2) ?? '';
  return { id, label: `+${files.length}${name && ` ${name}/`}`, path: dir, column: files[0]?.column ?? 0, row: 0, importance, files, isGroup: true };
}

/** The directory that all paths are in, with a slash at its end; "" where there is none. */
function commonDirectory(paths: readonly string[]): string {
  let base = paths[0]?.slice(0, paths[0].lastIndexOf('/') + 1) ?? '';
  while (!paths.every((path) => path.startsWith(base))) {
    base = base.slice(0, base.lastIndexOf('/', base.length - 2) + 1);
  }
  return base;
}

/** Whether a file's path has all words of a search in it. */
export function matches(file: Pick<GraphFile, 'path'>, query: string): boolean {
  const path = file.path.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => path.includes(word));
}
