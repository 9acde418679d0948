import { expect, test } from 'vitest';
import { endOf } from '../../src/contextTree';

test.each([
  ['', ''],
  ['src/store', 'src/store'],
  ['crates/ruff_linter/src/checkers/ast', '…/src/checkers/ast'],
  ['a/directory_with_a_name_that_is_long_by_itself', '…/directory_with_a_name_that_is_long_by_itself'],
])('of %s a row shows %s', (dir, shown) => expect(endOf(dir)).toBe(shown));
