import { expect, test } from 'vitest';
import { graphOf, type Graph } from '../../src/graphData';
import { matches, mostInColumn, viewOf, type View } from '../../src/graphView';

const all: View = { tests: true, side: 'both', open: [] };

/** A hub that so many files of each directory import; the first of them all are the most important. */
function hub(directories: Record<string, number>): Graph {
  const paths = Object.entries(directories).flatMap(([dir, n]) => Array.from({ length: n }, (_, i) => `${dir}f${String(i).padStart(3, '0')}.py`));
  const edges = [...paths.map((importer) => ({ importer, imported: 'hub.py' })), { importer: 'hub.py', imported: 'base.py' }]
    .map((edge) => ({ ...edge, specifier: 'x', line: 0, status: 'resolved' as const, distance: 1 }));
  const ranked = paths.map((uri, i) => ({
    uri, path: uri, moduleName: uri, importance: 1 - i / 10_000, score: 0, distance: 1, reasons: [],
    relationship: 'downstream' as const, scores: { structure: 0, lexical: 0, cochange: 0 },
  }));
  return graphOf('hub.py', { imports: edges, ranked, tests: paths.filter((path) => path.startsWith('tests/')) }, (uri) => uri);
}

const importers = (graph: Graph, view: View = all) => viewOf(graph, view).places.filter(({ column }) => column < 0).map(({ label }) => label);

test('a few files are drawn as they are', () => {
  expect(importers(hub({ 'src/': mostInColumn }))).toHaveLength(mostInColumn);
});

test('many are the first ones and groups by directory, each file in one of them', () => {
  const graph = hub({ 'src/a/': 20, 'src/b/': 300, 'src/': 3, 'tests/': 100 });
  expect(importers(graph)).toEqual(['f000.py', 'f001.py', 'f002.py', 'f003.py', 'f004.py', 'f005.py', '+300 b/', '+100 tests/', '+14 a/', '+3 src/']);
  const { places } = viewOf(graph, all);
  expect(places.flatMap(({ files }) => files.map(({ id }) => id)).sort()).toEqual(graph.files.map(({ id }) => id).sort());
});

test('a group opens, until there are only files', () => {
  const graph = hub({ 'src/a/': 20, 'src/b/': 300, 'src/': 3, 'tests/': 100 });
  const open: string[] = [];
  for (let round = 0; round < 200; round++) {
    const group = viewOf(graph, { ...all, open }).places.find(({ isGroup }) => isGroup);
    if (!group) {
      break;
    }
    expect(open).not.toContain(group.id);
    open.push(group.id);
  }
  const { places } = viewOf(graph, { ...all, open });
  expect(places.every(({ isGroup }) => !isGroup)).toBe(true);
  expect(places).toHaveLength(graph.files.length);
});

test('many directories are some groups, and one of the rest', () => {
  const labels = importers(hub(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`d${String(i).padStart(2, '0')}/`, 5 + (i % 7)]))));
  expect(labels.length).toBeLessThanOrEqual(mostInColumn);
  expect(labels.at(-1)).toMatch(/^\+\d+$/);
});

test('a group with most of the files is its directories', () => {
  const labels = importers(hub({ 'lib/x/a/': 200, 'lib/x/b/': 90, 'lib/y/': 5, 'tools/': 9 }));
  expect(labels.slice(6)).toEqual(['+194 a/', '+90 b/', '+9 tools/', '+5 y/']);
});

test('files of the same name have their directory’s with it', () => {
  expect(importers(hub({ 'a/': 1, 'b/': 2 }))).toEqual(['a/f000.py', 'b/f000.py', 'f001.py']);
});

test('tests and a direction can be left out', () => {
  const graph = hub({ 'src/': 3, 'tests/': 4 });
  expect(importers(graph, { ...all, tests: false })).toHaveLength(3);
  expect(viewOf(graph, { ...all, side: 'imports' }).places.map(({ id }) => id)).toEqual(['hub.py', 'base.py']);
  expect(viewOf(graph, { ...all, side: 'importers' }).places).toHaveLength(8);
});

test('an edge leads from a group as from its files, once', () => {
  const { edges, places } = viewOf(hub({ 'src/': 40 }), all);
  const groups = places.filter(({ isGroup }) => isGroup);
  expect(groups.map(({ id }) => edges.filter(({ from, to }) => from === id && to === 'hub.py').length)).toEqual(groups.map(() => 1));
});

test('rows go from 0 in each column', () => {
  const rows = viewOf(hub({ 'src/': 40 }), all).places.filter(({ column }) => column === -1).map(({ row }) => row);
  expect(rows).toEqual(rows.map((_, i) => i));
});

test.each([['cart', true], ['STORE cart', true], ['cart tests', false]])('%s is in the path: %s', (query, found) =>
  expect(matches({ path: 'store/cart.py' }, query)).toBe(found));
