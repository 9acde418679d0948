import { describe, expect, test } from 'vitest';
import { byTier, globOf, leftOut, notice, omissions, packParams, short } from '../../src/pack';
import { item, result } from './results';

const none = { pinned: [], excluded: [], budget: undefined };
const cart = 'file:///shop/cart.py';

describe('packParams', () => {
  test('says only what was chosen', () => {
    expect(packParams({ folder: 'file:///shop', targets: [{ uri: cart }] }, none)).toEqual({
      workspaceFolder: 'file:///shop', targets: [{ uri: cart }],
    });
  });

  test('has pins and exclusions of its folder, and none of another one', () => {
    const params = packParams({ folder: 'file:///shop', targets: [], task: 'mend' }, {
      pinned: ['file:///shop/a.py', 'file:///shop2/b.py'], excluded: ['file:///shop/c.py', 'file:///till/d.py'], budget: 500,
    });
    expect(params.files).toEqual([{ uri: 'file:///shop/a.py', pin: true }]);
    expect(params.scope).toEqual({ exclude: ['/c.py'] });
    expect(params.budget).toEqual({ tokens: 500 });
    expect(params.task).toBe('mend');
  });

  test('a target is neither pinned nor excluded', () => {
    const params = packParams({ folder: 'file:///shop', targets: [{ uri: cart }] }, { pinned: [cart], excluded: [cart], budget: undefined });
    expect(params.files).toBeUndefined();
    expect(params.scope).toBeUndefined();
  });
});

test.each([
  ['file:///shop/a%20b.py', '/a b.py'],
  ['file:///shop/%5Bid%5D.ts', '/\\[id\\].ts'],
  ['file:///shop/%21what%3F%2A.ts', '/\\!what\\?\\*.ts'],
  ['file:///shop/end%20', '/end\\ '],
])('globOf %s', (uri, glob) => expect(globOf('file:///shop', uri)).toBe(glob));

test('the repository itself and editors’ own files are not left out', () => {
  const paths = ['.git/', '.git', 'src/.#cart.py', '.cart.py.swp', '.~lock.list.ods#', '.github/', 'src/.swp/x', 'a.#b'];
  const excluded = paths.map((path) => ({ path, reason: 'ignored' }));
  const { counts, named } = omissions({ excluded, excludedCounts: { ignored: 100, secret: 2 } });
  expect(named.map(({ path }) => path)).toEqual(['.github/', 'src/.swp/x', 'a.#b']);
  expect(counts).toEqual({ ignored: 95, secret: 2 });
});

test('tiers keep the order of the pack, and pins are apart from targets', () => {
  const tiers = byTier([
    item('t', { priority: 2, relationship: 'target' }), item('p', { priority: 2, relationship: 'manual' }),
    item('d', { priority: 3 }), item('m', { priority: 6, relationship: 'manual' }),
  ]);
  expect(tiers.map(({ name, items }) => [name, items.length])).toEqual([['Targets', 1], ['Pinned', 1], ['Imported directly', 1], ['Attached', 1]]);
});

test('what was left out is counted by reason, what the budget cost first', () => {
  const counts = { 'ignored: .gitignore': 1, over_budget: 2, secret: 1, parse_timeout: 1, 'ignored: .ignore': 1, 'link to a_b/x.py': 1, 'link to c.py': 1, binary: 0 };
  expect(leftOut(counts)).toBe('2 over budget, 2 ignored, 1 secret, 2 link, 1 parse timeout');
});

test.each([[0, '0'], [999, '999'], [1050, '1.1k'], [99_949, '99.9k'], [100_000, '100k']])('short %d', (n, text) => expect(short(n)).toBe(text));

describe('notice', () => {
  test('tells tokens, files and what was left out', () => {
    const told = notice([result([item('a')], { excludedCounts: { over_budget: 1 }, warnings: ['w'] })]);
    expect(told).toBe('Copied 1,234 of 10,000 tokens. Files: 1 full. Left out: 1 over budget. 1 warning in the pack’s document.');
  });

  test('adds folders up, and says when the index was not ready', () => {
    const told = notice([result([item('a')]), result([], { partial: true })]);
    expect(told).toBe('Copied 2,468 of 20,000 tokens from 2 folders. Files: 1 full. The index is not ready: more may be missing.');
  });
});
