import { expect, test } from 'vitest';
import { graphOf } from '../../src/graphData';
import type { ImportEdge } from '../../api';

const edge = (importer: string, imported: string | null): ImportEdge =>
  ({ importer, imported, specifier: 'x', line: 0, status: imported ? 'resolved' : 'unresolved', distance: 1 });
const path = (uri: string) => uri;
const none = { imports: [], ranked: [], tests: [] };
const columns = (center: string, edges: ImportEdge[]) =>
  Object.fromEntries(graphOf(center, { ...none, imports: edges }, path).files.map(({ id, column }) => [id, column]));

test('importers stand on the left, imports on the right, by steps', () => {
  expect(columns('c', [edge('b', 'c'), edge('a', 'b'), edge('c', 'd'), edge('d', 'e'), edge('c', null)])).toEqual({ a: -2, b: -1, c: 0, d: 1, e: 2 });
});

test('who imports the file directly stands on the left in a circle, too', () => {
  expect(columns('c', [edge('c', 'd'), edge('d', 'e'), edge('e', 'c')])).toEqual({ c: 0, d: 1, e: -1 });
  expect(columns('c', [edge('c', 'd'), edge('d', 'c'), edge('a', 'd')])).toEqual({ c: 0, d: -1, a: -2 });
});

test('files are counted, as in the code lens, and not lines', () => {
  const graph = graphOf('c', { ...none, imports: [edge('a', 'c'), edge('a', 'c'), edge('b', 'a'), edge('c', 'd'), edge('c', 'a'), edge('c', 'c')] }, path);
  expect([graph.importers, graph.imports, graph.files.length]).toEqual([1, 2, 4]);
});

test('a cycle is drawn once', () => {
  const graph = graphOf('a', { ...none, imports: [edge('a', 'b'), edge('b', 'a'), edge('a', 'b'), edge('a', 'a')] }, path);
  expect(graph.files.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  expect(graph.edges).toEqual([{ from: 'a', to: 'b', inCycle: false }, { from: 'b', to: 'a', inCycle: false }]);
});

test('an import that leads back to its file is marked', () => {
  const graph = graphOf('a', { ...none, imports: [{ ...edge('a', 'b'), inCycle: true }, edge('b', 'c')] }, path);
  expect(graph.edges.map(({ inCycle }) => inCycle)).toEqual([true, false]);
});

test('the most important files come first', () => {
  const ranked = ['x', 'y'].map((uri, i) => ({
    uri, path: uri, moduleName: uri, importance: i / 10, score: 0, distance: 1, relationship: 'downstream' as const, reasons: [],
    scores: { structure: 0, lexical: 0, cochange: 0 },
  }));
  expect(graphOf('c', { ...none, imports: [edge('x', 'c'), edge('y', 'c')], ranked }, path).files.map(({ id }) => id)).toEqual(['y', 'c', 'x']);
});

test('a file without imports is alone', () => {
  expect(graphOf('c', { ...none, imports: [] }, path).files.map(({ id }) => id)).toEqual(['c']);
});

test('tests are those that the server names, however little they matter', () => {
  const { files } = graphOf('c', { ...none, imports: [edge('a', 'c'), edge('t', 'c')], tests: ['t'] }, path);
  expect(files.filter(({ isTest }) => isTest).map(({ id }) => id)).toEqual(['t']);
});
