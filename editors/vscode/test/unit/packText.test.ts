import { expect, test } from 'vitest';
import { render } from '../../src/packText';
import { item, result } from './results';

test('every item has a line, and a link to where it stands', () => {
  const { text, links } = render(result([item('a.py', { priority: 2, relationship: 'target' }), item('b.py', { reasons: [] })]), 'mend\nit');
  const lines = text.split('\n');
  expect(lines[0]).toBe('# 1,234 of 10,000 tokens (12 %)');
  expect(lines).toContain('Task: mend …');
  expect(lines).toContain('- a.py · full · 10 tokens · knows a.py');
  expect(lines).toContain('- b.py · full · 10 tokens');
  expect(links.map(({ line, start, end, uri, at }) => [lines[line]?.slice(start, end), uri, at])).toEqual([
    ['a.py', 'file:///shop/a.py', 3], ['b.py', 'file:///shop/b.py', 3],
  ]);
});

test('the pack itself stands unchanged below the line', () => {
  const pack = result([item('a.py')], { text: '# Context\n\n```\n---\n```\n' });
  expect(render(pack, undefined).text.endsWith('\n---\n\n' + pack.text)).toBe(true);
});

test('names with line breaks stay on their line', () => {
  const { text } = render(result([item('a\n# b.py')]), undefined);
  expect(text.split('\n')).toContain('- a # b.py · full · 10 tokens · knows a # b.py');
});
