// The extension in a folder: the server, lenses, every command.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ExplainResult, PackResult } from '../../api';
import { until, type Suite } from './suite';
import { call, clipboard, closeAll, file, packDocument, revert, show, type } from './workspace';

export function oneFolder(suite: Suite): void {
  suite.test('lenses', async () => {
    await show('store/user.py');
    const lenses = await until('lenses', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file('store/user.py'));
      return found.length > 1 && found;
    });
    assert.match(lenses[0]?.command?.title ?? '', /^file rank \d+ of \d+ · top \d+ % · imported by 3 files · imports 0 files$/);
    for (const { command } of lenses) {
      assert.equal(command?.command, 'contextls.showImportance');
    }
  });

  suite.test('lenses are switched off and on', async () => {
    const shown = () => vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file('store/user.py'));
    await vscode.commands.executeCommand('contextls.toggleLenses');
    await until('no lenses', async () => (await shown()).length === 0);
    await vscode.commands.executeCommand('contextls.toggleLenses');
    await until('lenses', async () => (await shown()).length > 1);
  });

  suite.test('a lens opens Show Why and not the server’s own message', async () => {
    // The command answers at once; that the list is there is seen by the run as a person.
    const answer = await vscode.commands.executeCommand('contextls.showImportance', { uri: file('store/cart.py').toString() });
    assert.equal(answer, undefined, 'the server was not asked');
  });

  suite.test('peeks at the uses of the definition around the cursor', async () => {
    const editor = await show('store/tax.py');
    const line = editor.document.getText().split('\n').findIndex((text) => text.startsWith('def '));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    const places = await call<vscode.Location[]>('showUses');
    assert.ok(places.some(({ uri }) => uri.path.endsWith('.py')), JSON.stringify(places));
    await closeAll();
  });

  suite.test('copies the pack of the current file', async () => {
    await show('store/cart.py');
    const [pack] = await call<PackResult[]>('copyPack');
    assert.equal(await clipboard(), pack?.text);
    assert.match(await clipboard(), /## Target files\n\n### `store\/cart\.py` · full/);
  });

  suite.test('copies the pack of selected files', async () => {
    const chosen = [file('store/tax.py'), file('store/user.py')];
    const [pack] = await call<PackResult[]>('copyPack', chosen[0], chosen);
    const targets = pack?.items.filter((item) => item.relationship === 'target').map((item) => item.path);
    assert.deepEqual(targets, ['store/tax.py', 'store/user.py']);
  });

  suite.test('copies a pack for a task', async () => {
    await call('copyPackForTask', 'How many parcels does an order fill?');
    const text = await clipboard();
    assert.match(text, /## Task\n\nHow many parcels/);
    assert.match(text, /store\/shipping\.py/);
  });

  suite.test('copies the repository map', async () => {
    await call('copyRepoMap');
    assert.match(await clipboard(), /store\/cart\.py:\n│/);
  });

  suite.test('an import that is typed and not saved is in the copied pack', async () => {
    const editor = await show('store/tax.py');
    const [before] = await call<PackResult[]>('copyPack');
    assert.notEqual(before?.items.find((item) => item.path === 'web/format.py')?.relationship, 'direct_import');
    await type(editor, 'from web.format import money\n');
    const [after] = await call<PackResult[]>('copyPack');
    const added = after?.items.find((item) => item.path === 'web/format.py');
    assert.equal(added?.relationship, 'direct_import');
    assert.match(await clipboard(), /def money\(cents\)/);
    await revert(editor);
  });

  suite.test('the pack’s document has a header and links, and follows edits', async () => {
    const editor = await show('store/tax.py');
    await vscode.commands.executeCommand('contextls.openPack');
    const document = await until('the document', packDocument);
    assert.equal(document.languageId, 'markdown');
    assert.match(document.getText(), /^# \d+ of 16,000 tokens \(\d %\)\n\nFiles: \d+ full\./);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    const link = links.find(({ range }) => document.getText(range) === 'store/tax.py');
    assert.equal(link?.target?.with({ fragment: '' }).toString(), file('store/tax.py').toString());
    await type(editor, 'from web.format import money\n');
    await until('the import in the document', () => /- web\/format\.py · full · \d+ tokens · store\/tax\.py imports money from it/.test(document.getText()));
    await revert(editor);
    await until('the document as before', () => !/imports money/.test(document.getText()));
    await closeAll();
  });

  suite.test('pins and excludes', async () => {
    await show('store/tax.py');
    await vscode.commands.executeCommand('contextls.pin', file('web/format.py'));
    const [pinned] = await call<PackResult[]>('copyPack');
    const item = pinned?.items.find(({ path }) => path === 'web/format.py');
    assert.deepEqual([item?.relationship, item?.priority], ['manual', 2]);
    await vscode.commands.executeCommand('contextls.exclude', file('web/format.py'));
    await vscode.commands.executeCommand('contextls.exclude', file('store/price.py'));
    const [excluded] = await call<PackResult[]>('copyPack');
    assert.ok(!excluded?.items.some(({ path }) => path === 'store/price.py' || path === 'web/format.py'));
    await vscode.commands.executeCommand('contextls.include', file('web/format.py'));
    await vscode.commands.executeCommand('contextls.include', file('store/price.py'));
    await vscode.commands.executeCommand('contextls.pin', file('web/format.py'));
    await vscode.commands.executeCommand('contextls.unpin', file('web/format.py'));
    const [after] = await call<PackResult[]>('copyPack');
    assert.ok(after?.items.some(({ path }) => path === 'store/price.py'));
    assert.ok(!after?.items.some(({ relationship }) => relationship === 'manual'));
  });

  suite.test('Show Why explains the current file', async () => {
    await show('store/cart.py');
    const explained = await call<ExplainResult>('showWhy');
    assert.equal(explained.file.path, 'store/cart.py');
    assert.ok(explained.file.reasons.length > 0);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  });

  suite.test('the importance graph opens', async () => {
    await show('store/cart.py');
    await vscode.commands.executeCommand('contextls.showGraph');
    await until('its tab', () => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.label === 'Importance Graph')));
    await closeAll();
  });

  suite.test('a name that URIs escape', async () => {
    const odd = file('store/odd name (1)+@#ü.py');
    await vscode.workspace.fs.writeFile(odd, Buffer.from('from store.tax import with_tax\n'));
    await vscode.window.showTextDocument(odd);
    await vscode.commands.executeCommand('contextls.exclude', odd); // a target stays
    const [pack] = await until('the file in the pack', async () => {
      const packs = await call<PackResult[]>('copyPack');
      return packs[0]?.items.some(({ path }) => path === 'store/tax.py') && packs;
    });
    assert.equal(pack?.items[0]?.path, 'store/odd name (1)+@#ü.py');
    await show('store/tax.py');
    const [without] = await call<PackResult[]>('copyPack');
    assert.ok(without?.excluded.some(({ path, reason }) => path === 'store/odd name (1)+@#ü.py' && reason === 'outside_scope'));
    await vscode.commands.executeCommand('contextls.include', odd);
    const [withIt] = await call<PackResult[]>('copyPack');
    assert.ok(withIt?.items.some(({ path }) => path.startsWith('store/odd')));
    await vscode.workspace.fs.delete(odd);
    await closeAll();
  });
}
