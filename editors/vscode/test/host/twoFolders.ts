// The extension in a workspace of two folders: the shop (0) and the till (1).
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PackResult } from '../../api';
import type { Suite } from './suite';
import { api, call, clipboard, file, show } from './workspace';

export function twoFolders(suite: Suite): void {
  suite.test('packs come from the folder of the file', async () => {
    await show('src/till.ts', 1);
    const [pack, ...more] = await call<PackResult[]>('copyPack');
    assert.equal(more.length, 0);
    assert.deepEqual(pack?.items.map(({ path }) => path), ['src/till.ts', 'src/receipt.ts']);
    assert.equal(pack?.provenance.folder, file('', 1).toString().replace(/\/$/, ''));
  });

  suite.test('files of both folders are in one copy', async () => {
    const chosen = [file('store/tax.py', 0), file('src/till.ts', 1)];
    const packs = await call<PackResult[]>('copyPack', chosen[0], chosen);
    assert.equal(packs.length, 2);
    const text = await clipboard();
    assert.match(text, /### `store\/tax\.py` · full/);
    assert.match(text, /### `src\/till\.ts` · full/);
  });

  suite.test('a pin of one folder is not asked of the other', async () => {
    await vscode.commands.executeCommand('contextls.pin', file('store/tax.py', 0));
    await show('src/till.ts', 1);
    const [pack] = await call<PackResult[]>('copyPack');
    assert.ok(pack?.items.every(({ relationship }) => relationship !== 'manual'));
    await vscode.commands.executeCommand('contextls.unpin', file('store/tax.py', 0));
  });

  suite.test('tools find the folder by its name', async () => {
    const ask = async (input: object) => {
      const result = await vscode.lm.invokeTool('contextls_impact', { input, toolInvocationToken: undefined });
      return result.content.map((part) => (part as vscode.LanguageModelTextPart).value).join('');
    };
    assert.match(await ask({ file: 'src/receipt.ts', folder: 'till' }), /Direct importers \(1\)\n- src\/till\.ts/);
    assert.match(await ask({ file: 'till/src/receipt.ts' }), /Direct importers \(1\)/);
    await assert.rejects(ask({ file: 'x.ts', folder: 'cellar' }), /there is no workspace folder "cellar"/);
  });

  suite.test('a file outside of all folders is refused with the server’s words', async () => {
    await assert.rejects((await api()).pack({ targets: [{ uri: 'file:///nowhere/x.py' }] }), /lies in no workspace folder/);
  });
}
