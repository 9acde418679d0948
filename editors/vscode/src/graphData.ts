// The neighbourhood of a file as nodes and edges in columns: who imports it on the left, what it imports on
// the right, the nearest next to it. Only what is told to the webview; no editor in here.
import type { ImportEdge, RankedFile, Relationship, Uri } from '../api';

export interface GraphNode {
  id: Uri;
  /** The file's name, and its path for a person to read. */
  label: string;
  path: string;
  importance: number;
  relationship: Relationship;
  reasons: string[];
  /** Import steps from the file in the middle; below 0 on the importers' side. */
  column: number;
  /** Its place in the column, the most important first. */
  row: number;
}

export interface GraphEdge {
  from: Uri;
  to: Uri;
  /** What is imported leads back to the importer. */
  inCycle: boolean;
}

export interface Graph {
  center: Uri;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Files that are near, too, and not drawn. */
  omitted: number;
}

/** How many files a column shows: more cannot be told apart. */
export const mostInColumn = 12;

export function graphOf(center: Uri, edges: readonly ImportEdge[], ranked: readonly RankedFile[], pathOf: (uri: Uri) => string): Graph {
  const links = edges.flatMap(({ importer, imported, inCycle }) =>
    imported && imported !== importer ? [{ from: importer, to: imported, inCycle: inCycle ?? false }] : []);
  const columns = columnsOf(center, links);
  const byUri = new Map(ranked.map((file) => [file.uri, file]));
  const columnNumbers = [...new Set(columns.values())].sort((a, b) => a - b);
  const nodes: GraphNode[] = [];
  for (const column of columnNumbers) {
    const members = [...columns.keys()]
      .filter((uri) => columns.get(uri) === column)
      .sort((a, b) => (byUri.get(b)?.importance ?? 0) - (byUri.get(a)?.importance ?? 0) || a.localeCompare(b))
      .slice(0, mostInColumn);
    members.forEach((uri, row) => {
      const path = pathOf(uri);
      const file = byUri.get(uri);
      nodes.push({
        id: uri, path, label: path.split('/').at(-1) ?? path, column, row,
        importance: file?.importance ?? 0, relationship: file?.relationship ?? 'none', reasons: file?.reasons ?? [],
      });
    });
  }
  const drawn = new Set(nodes.map((node) => node.id));
  const seen = new Set<string>();
  const drawnLinks = links.filter(({ from, to }) => {
    const key = `${from} ${to}`;
    const keep = drawn.has(from) && drawn.has(to) && !seen.has(key);
    seen.add(key);
    return keep;
  });
  return { center, nodes, edges: drawnLinks, omitted: columns.size - drawn.size };
}

/** Steps from the center along imports (above 0) and against them (below 0). */
function columnsOf(center: Uri, links: readonly GraphEdge[]): Map<Uri, number> {
  const columns = new Map([[center, 0]]);
  for (const step of [1, -1]) {
    const next = new Map<Uri, Uri[]>();
    for (const { from, to } of links) {
      const [near, far] = step === 1 ? [from, to] : [to, from];
      next.set(near, [...(next.get(near) ?? []), far]);
    }
    let frontier = [center];
    for (let column = step; frontier.length > 0; column += step) {
      const fresh = [...new Set(frontier.flatMap((uri) => next.get(uri) ?? []))].filter((uri) => !columns.has(uri));
      fresh.forEach((uri) => columns.set(uri, column));
      frontier = fresh;
    }
  }
  return columns;
}
