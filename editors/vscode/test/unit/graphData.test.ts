import { expect, test } from 'vitest';
import { graphOf, mostInColumn } from '../../src/graphData';
import type { ImportEdge } from '../../api';

const edge = (importer: string, imported: string | null): ImportEdge =>
  ({ importer, imported, specifier: 'x', line: 0, status: imported ? 'resolved' : 'unresolved', distance: 1 });
const path = (uri: string) => uri;

test('importers stand on the left, imports on the right, by steps', () => {
  const graph = graphOf('c', [edge('b', 'c'), edge('a', 'b'), edge('c', 'd'), edge('d', 'e'), edge('c', null)], [], path);
  expect(Object.fromEntries(graph.nodes.map(({ id, column }) => [id, column]))).toEqual({ a: -2, b: -1, c: 0, d: 1, e: 2 });
  expect(graph.edges).toHaveLength(4);
});

test('a cycle is drawn once', () => {
  const graph = graphOf('a', [edge('a', 'b'), edge('b', 'a'), edge('a', 'b'), edge('a', 'a')], [], path);
  expect(graph.nodes.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  expect(graph.edges).toEqual([{ from: 'a', to: 'b', inCycle: false }, { from: 'b', to: 'a', inCycle: false }]);
});

test('an import that leads back to its file is marked', () => {
  const graph = graphOf('a', [{ ...edge('a', 'b'), inCycle: true }, edge('b', 'c')], [], path);
  expect(graph.edges.map(({ inCycle }) => inCycle)).toEqual([true, false]);
});

test('a column shows the most important files, and counts the rest', () => {
  const names = Array.from({ length: mostInColumn + 3 }, (_, i) => `f${i}`);
  const ranked = names.map((uri, i) => ({
    uri, path: uri, moduleName: uri, importance: i / 100, score: 0, distance: 1, relationship: 'downstream' as const, reasons: [],
    scores: { structure: 0, lexical: 0, cochange: 0 },
  }));
  const graph = graphOf('c', names.map((name) => edge(name, 'c')), ranked, path);
  expect(graph.omitted).toBe(3);
  expect(graph.nodes.find(({ row, column }) => row === 0 && column === -1)?.id).toBe(names.at(-1));
});

test('a file without imports is alone', () => {
  expect(graphOf('c', [], [], path).nodes.map(({ id }) => id)).toEqual(['c']);
});
