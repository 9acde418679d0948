import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { whyLines } from '../../src/why';

vi.spyOn(vscode.workspace, 'asRelativePath').mockImplementation((file) => (file as vscode.Uri).path.replace('/shop/', ''));

const file = {
  uri: 'file:///shop/price.py', path: 'price.py', moduleName: 'price', importance: 0.2, score: 0.5, distance: 2,
  relationship: 'transitive_import' as const, reasons: ['app.py imports it through cart.py'], scores: { structure: 0.6, lexical: 0.3, cochange: 0 },
};

test('reasons, the chain, importers and imports by file, and with their status', () => {
  const lines = whyLines({ file, chain: ['file:///shop/app.py', 'file:///shop/cart.py', file.uri], cycle: ['file:///shop/tax.py'] }, [
    { importer: 'file:///shop/cart.py', imported: file.uri, specifier: 'price', line: 4, status: 'resolved', distance: 1 },
    { importer: 'file:///shop/cart.py', imported: file.uri, specifier: 'price', line: 9, status: 'resolved', distance: 1 },
    { importer: file.uri, imported: 'file:///shop/tax.py', specifier: 'tax', line: 2, status: 'resolved', distance: 1 },
    { importer: file.uri, imported: 'file:///shop/tax.py', specifier: 'tax.vat', line: 3, status: 'resolved', distance: 1 },
    { importer: file.uri, imported: null, specifier: 'os', line: 0, status: 'external', distance: 1 },
    { importer: file.uri, imported: null, specifier: 'missing', line: 1, status: 'unresolved', distance: 1 },
  ]);
  expect(lines.map(({ label, description }) => [label, description].filter(Boolean).join(' | '))).toEqual([
    'reasons', '$(check) app.py imports it through cart.py', '$(dashboard) score 0.50 | structure 0.60 · words 0.30 · history 0.00',
    'import chain', '$(file) app.py | target', '$(file) cart.py | imported by the one above', '$(file) price.py | imported by the one above',
    'imports in a circle with 1', '$(file) tax.py',
    'imported by 1 file', '$(file) cart.py | lines 5, 10',
    'imports 1 file', '$(file) tax.py | tax, tax.vat',
    'imports from elsewhere', '$(package) os | external, line 1', '$(warning) missing | unresolved, line 2',
  ]);
});
