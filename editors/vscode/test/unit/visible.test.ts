import { expect, test } from 'vitest';
import { visible } from '../../src/visible';

test('names hide nothing', () => {
  for (const [name, shown] of [
    ['src/é 漢字.py', 'src/é 漢字.py'], ['inv\u202eyp.exe', 'inv‹U+202E›yp.exe'], ['a\u{e0041}b', 'a‹U+E0041›b'], ['a\u200b\u00ad', 'a‹U+200B›‹U+00AD›'],
    ['a\u001b[2J\n', 'a‹U+001B›[2J‹U+000A›'], ['a\u200d', 'a‹U+200D›'], ['👩\u200d👧 ❤\ufe0f', '👩\u200d👧 ❤\ufe0f'],
  ] as const) {
    expect(visible(name)).toBe(shown);
  }
});
