import { expect, test } from 'vitest';
import type { IndexChanged } from '../../api';
import { describe as say } from '../../src/status';

const folder = (state: IndexChanged['state'], more: Partial<IndexChanged> = {}): IndexChanged =>
  ({ folder: 'file:///shop', state, snapshot: '1', files: 1500, reasons: [], ...more });

test.each([
  ['stopped', [], 'error', 'contextls', 'not running'],
  ['starting', [], 'sync~spin', 'contextls', 'starting'],
  ['running', [folder('indexing', { percentage: 40 }), folder('indexing', { percentage: 70 })], 'sync~spin', '40 % of 3.0k files', 'indexing, 40 % of 3,000 files'],
  ['running', [folder('ready')], 'layers', '4.2k tokens', 'ready, 1,500 files'],
  ['running', [folder('ready'), folder('degraded', { reasons: ['x'] })], 'warning', '4.2k tokens', 'degraded, 3,000 files'],
] as const)('%s %#', (state, folders, icon, short, long) => {
  expect(say(state, folders, 4200)).toMatchObject({ icon, short, long });
});

test('without a file there is no cost', () => expect(say('running', [folder('ready')], undefined).short).toBe('contextls'));
