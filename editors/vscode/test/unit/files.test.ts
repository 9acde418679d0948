// What a copied pack says of where the person is.
import { afterEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { partsOf, requestsFor } from '../../src/files';

const cart = vscode.Uri.parse('file:///shop/cart.py');
const price = vscode.Uri.parse('file:///shop/price.py');

afterEach(() => vi.restoreAllMocks());

/** An editor of the cart, in which every line is ten characters long. */
function edits(...selections: [number, number, number, number][]): void {
  const all = selections.map(([startLine, start, endLine, end]) => ({
    start: { line: startLine, character: start }, end: { line: endLine, character: end }, active: { line: endLine, character: end },
    isEmpty: startLine === endLine && start === end,
  }));
  const editor = {
    document: { uri: cart, lineAt: (line: number) => ({ range: { start: { line, character: 0 }, end: { line, character: 10 } } }) },
    selections: all, selection: all[0],
  };
  vi.spyOn(vscode.window, 'activeTextEditor', 'get').mockReturnValue(editor as unknown as vscode.TextEditor);
}

const range = (startLine: number, start: number, endLine: number, end: number) =>
  ({ start: { line: startLine, character: start }, end: { line: endLine, character: end } });

test.each([
  ['the line of the cursor', [[7, 3, 7, 3]], [range(7, 0, 7, 10)]],
  ['what is selected', [[2, 1, 4, 5], [6, 0, 6, 2]], [range(2, 1, 4, 5), range(6, 0, 6, 2)]],
  ['nothing of a cursor at the very start', [[0, 0, 0, 0]], []],
] as const)('%s', (_, selections, parts) => {
  edits(...selections.map((s) => [...s] as [number, number, number, number]));
  expect(partsOf(cart)).toEqual(parts);
  expect(partsOf(price)).toEqual([]);
});

test('a request has the parts of the file that the person is in', () => {
  edits([7, 3, 7, 3]);
  vi.spyOn(vscode.workspace, 'getWorkspaceFolder').mockReturnValue({ uri: vscode.Uri.parse('file:///shop'), name: 'shop', index: 0 });
  expect(requestsFor([cart, price], undefined, partsOf)).toEqual([{
    folder: 'file:///shop', targets: [{ uri: cart.toString(), ranges: [range(7, 0, 7, 10)] }, { uri: price.toString() }],
  }]);
  expect(requestsFor([cart])).toEqual([{ folder: 'file:///shop', targets: [{ uri: cart.toString() }] }]);
});
