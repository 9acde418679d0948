import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Symbol as Definition } from '../../api';
import type { Server } from '../../src/server';
import { around, Uses } from '../../src/uses';

const definition = (name: string, start: number, end: number): Definition => ({
  name, kind: 'method', signature: name, doc: null, line: start, container: null, exported: true, importance: 0, chunk: `method:a.py:${name}@1:00000000`,
  range: { start: { line: start, character: 0 }, end: { line: end, character: 1 } },
});

test('the innermost definition around a line is meant', () => {
  const symbols = [definition('Cart', 0, 9), definition('add', 2, 4), definition('total', 12, 14)];
  expect([0, 3, 5, 10, 14].map((line) => around(symbols, line)?.name)).toEqual(['Cart', 'add', 'Cart', undefined, 'total']);
});

test('uses and what stands in for the definition are peeked at', async () => {
  const place = (line: number) => ({ uri: 'file:///shop/a.py', range: { start: { line, character: 1 }, end: { line, character: 4 } }, chunk: null, confidence: 1 });
  const request = vi.fn(async (method: string) => method === 'context/symbols'
    ? { symbols: [definition('add', 2, 4)] }
    : { uses: [place(7)], overriders: [place(8)], implementers: [] });
  const execute = vi.spyOn(vscode.commands, 'executeCommand').mockResolvedValue(undefined);
  const places = await new Uses({ request } as unknown as Server).show(vscode.Uri.parse('file:///shop/a.py'), new vscode.Position(3, 0));
  expect(request).toHaveBeenLastCalledWith('context/impact', expect.objectContaining({ chunk: 'method:a.py:add@1:00000000' }));
  expect(places.map(({ range }) => range.start.line)).toEqual([7, 8]);
  expect(execute).toHaveBeenCalledWith('editor.action.peekLocations', expect.anything(), expect.anything(), places, 'peek');
});
