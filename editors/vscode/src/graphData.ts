// The neighbourhood of a file in columns: who imports it on the left, what it imports on the right, the nearest next to
// it. Only what is told to the webview; no editor in here.
import type { ImportEdge, RankedFile, Uri } from '../api';

export interface GraphFile {
  id: Uri;
  /** Its name, and its path for a person to read. */
  label: string;
  path: string;
  /** 0 where it is too little to be told. */
  importance: number;
  isTest: boolean;
  reasons: string[];
  /** Import steps from the file in the middle; below 0 on the importers' side. */
  column: number;
}

export interface GraphEdge {
  from: string;
  to: string;
  /** What is imported leads back to the importer. */
  inCycle: boolean;
}

export interface Graph {
  center: Uri;
  /** The most important first. */
  files: GraphFile[];
  edges: GraphEdge[];
  /** How many files import the one in the middle directly, and how many it imports: what its code lens says. */
  importers: number;
  imports: number;
}

/** What the server knows of a file's neighbourhood. */
export interface Known {
  imports: readonly ImportEdge[];
  ranked: readonly RankedFile[];
  /** Those among the importers. */
  tests: readonly Uri[];
}

export function graphOf(center: Uri, { imports, ranked, tests }: Known, pathOf: (uri: Uri) => string): Graph {
  const edges = new Map<string, GraphEdge>();
  for (const { importer, imported, inCycle } of imports) {
    if (imported && imported !== importer) {
      edges.set(`${importer} ${imported}`, { from: importer, to: imported, inCycle: inCycle ?? false });
    }
  }
  const links = [...edges.values()];
  const byUri = new Map(ranked.map((file) => [file.uri, file]));
  const isTest = new Set(tests);
  const files = [...columnsOf(center, links)].map(([uri, column]): GraphFile => {
    const path = pathOf(uri);
    const file = byUri.get(uri);
    return {
      id: uri, path, label: path.split('/').at(-1) ?? path, column,
      importance: file?.importance ?? 0, isTest: isTest.has(uri) || file?.relationship === 'test', reasons: file?.reasons ?? [],
    };
  });
  files.sort((a, b) => b.importance - a.importance || a.path.localeCompare(b.path));
  return {
    center, files, edges: links,
    importers: links.filter(({ to }) => to === center).length,
    imports: links.filter(({ from }) => from === center).length,
  };
}

/**
 * Where files stand: by their steps along imports (above 0) or against them (below 0), whichever are fewer. In a circle a
 * file is on both sides of the one in the middle; who imports that one directly is always on the importers' side.
 */
function columnsOf(center: Uri, links: readonly GraphEdge[]): Map<Uri, number> {
  const forward = stepsFrom(center, links.map(({ from, to }) => [from, to]));
  const backward = stepsFrom(center, links.map(({ from, to }) => [to, from]));
  const columns = new Map([[center, 0]]);
  for (const uri of [...forward.keys(), ...backward.keys()]) {
    const along = forward.get(uri) ?? Infinity;
    const against = backward.get(uri) ?? Infinity;
    if (uri !== center) {
      columns.set(uri, against === 1 || against < along ? -against : along);
    }
  }
  return columns;
}

function stepsFrom(center: Uri, links: readonly (readonly [Uri, Uri])[]): Map<Uri, number> {
  const next = new Map<Uri, Uri[]>();
  for (const [near, far] of links) {
    next.set(near, [...(next.get(near) ?? []), far]);
  }
  const steps = new Map([[center, 0]]);
  for (const uri of steps.keys()) { // which goes on with what is added meanwhile
    for (const far of next.get(uri) ?? []) {
      if (!steps.has(far)) {
        steps.set(far, (steps.get(uri) ?? 0) + 1);
      }
    }
  }
  return steps;
}
