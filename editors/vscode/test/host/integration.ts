// What other programs see of the extension: its exports, its tools, its MCP server; and its server's life.
import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { IndexChanged } from '../../api';
import { until, type Suite } from './suite';
import { api, file, revert, show, type } from './workspace';

async function tool(name: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(`contextls_${name}`, { input, toolInvocationToken: undefined });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** The process of the server that this window started. */
function serverPid(): number | undefined {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.map((text) => text.trim().split(/\s+/)).find(([, parent, program, verb]) =>
    Number(parent) === process.pid && program?.endsWith('contextls') && verb === 'serve');
  return line && Number(line[0]);
}

export function integration(suite: Suite): void {
  suite.test('exports', async () => {
    const contextls = await api();
    const uri = file('store/cart.py').toString();
    assert.equal(contextls.version, 1);
    const pack = await contextls.pack({ targets: [{ uri }], budget: { tokens: 600 } });
    assert.ok(pack.stats.totalEstimatedTokens <= 600);
    assert.equal(pack.items[0]?.path, 'store/cart.py');
    const map = await contextls.repoMap({ tokens: 100 });
    assert.ok(map.estimatedTokens <= 100 && map.content.length > 0);
    const rank = await contextls.rank({ targets: [{ uri }], limit: 3 });
    assert.equal(rank.rankedFiles.length, 3);
    const why = await contextls.explain({ uri: file('store/tax.py').toString(), targets: [{ uri }] });
    assert.equal(why.chain.length, 3);
    await assert.rejects(contextls.pack({ budget: { tokens: -1 } }), /tokens/);
    const cancel = new vscode.CancellationTokenSource();
    cancel.cancel();
    await assert.rejects(contextls.pack({}, cancel.token));
  });

  suite.test('onDidChangeIndex tells of changes on disk', async () => {
    const contextls = await api();
    const heard: IndexChanged[] = [];
    const listener = contextls.onDidChangeIndex((change) => heard.push(change));
    await vscode.workspace.fs.writeFile(file('store/gift.py'), Buffer.from('from store.cart import Cart\n'));
    await until('a change', () => heard.some(({ state }) => state === 'ready'));
    await vscode.workspace.fs.delete(file('store/gift.py'));
    listener.dispose();
  });

  suite.test('the language model tools', async () => {
    const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('contextls_')).sort();
    assert.deepEqual(names, ['contextls_impact', 'contextls_pack', 'contextls_repo_map', 'contextls_search']);
    assert.match(await tool('pack', { task: 'Cheaper pots', targets: ['store/price.py'], tokens: 3000 }), /### `store\/price\.py` · full/);
    assert.match(await tool('pack', { targets: ['store/cart.py:Cart.add', 'store/price.py:1'], tokens: 3000 }), /def add/);
    await assert.rejects(tool('pack', { targets: ['store/price.py', 'store/price.py:900'] }), /targets\[1\]: store\/price\.py: line 900 is behind the last one/);
    assert.match(await tool('repo_map', { tokens: 300 }), /store\/cart\.py:/);
    assert.match(await tool('search', { query: 'sum of the prices' }), /def total\(cart\)/);
    assert.equal(await tool('search', { query: 'zebra' }), 'Nothing matches.');
    const impact = await tool('impact', { file: 'store/price.py', symbol: 'price' });
    assert.match(impact, /Direct importers \(2\)\n- store\/cart\.py\n- tests\/test_price\.py/);
    assert.match(impact, /Tests that reach it \(\d\)\n- tests\/test_price\.py/);
    await assert.rejects(tool('impact', { file: 'store/price.py', symbol: 'nothing' }), /defines no "nothing"/);
    const ofPrice = await tool('impact', { symbol: 'price' });
    assert.match(ofPrice, /^Of function:store\/price\.py:price@\d+\n/);
    assert.ok(ofPrice.endsWith(impact));
    await assert.rejects(tool('impact', { symbol: 'nothing' }), /no file of the folder defines "nothing"/);
    await assert.rejects(tool('impact', {}), /it wants a file, a symbol or both/);
  });

  suite.test('the tools see unsaved text', async () => {
    const editor = await show('store/price.py');
    await type(editor, 'def wholesale_rebate(item):\n    return 1\n\n\n');
    assert.match(await tool('search', { query: 'wholesale rebate' }), /def wholesale_rebate\(item\)/);
    await revert(editor);
  });

  suite.test('a server that is killed is started again', async () => {
    const contextls = await api();
    const before = await until('a server', serverPid);
    process.kill(before, 'SIGKILL');
    const after = await until('another server', () => {
      const pid = serverPid();
      return pid !== before && pid;
    });
    const pack = await contextls.pack({ targets: [{ uri: file('store/cart.py').toString() }] });
    assert.equal(pack.items[0]?.path, 'store/cart.py');
    await vscode.commands.executeCommand('contextls.restart');
    await contextls.pack({});
    await until('the one before has ended', () => {
      const pid = serverPid();
      return pid !== after && pid;
    });
  });

  suite.test('unsaved text counts after a restart', async () => {
    const contextls = await api();
    const editor = await show('store/tax.py');
    await type(editor, 'from web.format import money\n');
    await vscode.commands.executeCommand('contextls.restart');
    const pack = await contextls.pack({ targets: [{ uri: file('store/tax.py').toString() }] });
    assert.ok(pack.items.some(({ path, relationship }) => path === 'web/format.py' && relationship === 'direct_import'));
    await revert(editor);
  });

  suite.test('the doctor’s report opens as a document and is copied', async () => {
    const report = await vscode.commands.executeCommand<string>('contextls.doctor');
    assert.match(report, /^contextls doctor\n/);
    assert.match(report, /\nFolder\n {2}state +ready\n/);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.scheme, 'contextls-doctor');
    assert.equal(editor?.document.getText(), report);
    await vscode.commands.executeCommand('contextls.copyDoctor');
    assert.equal(await vscode.env.clipboard.readText(), report);
  });

  suite.test('settings reach the server', async () => {
    const contextls = await api();
    const settings = vscode.workspace.getConfiguration('contextls');
    await settings.update('tokenBudget', 777, vscode.ConfigurationTarget.Workspace);
    await until('the budget', async () => (await contextls.pack({})).stats.availableForContext === 777);
    await settings.update('tokenBudget', undefined, vscode.ConfigurationTarget.Workspace);
    await until('the default', async () => (await contextls.pack({})).stats.availableForContext === 100_000);
  });

  suite.test('a workspace file’s settings hold where the person set none', async () => {
    const contextls = await api();
    await vscode.workspace.fs.writeFile(file('.contextls.toml'), Buffer.from('tokenBudget = 555\n'));
    await vscode.commands.executeCommand('contextls.restart');
    assert.equal((await contextls.pack({})).stats.availableForContext, 555);
    await vscode.workspace.fs.delete(file('.contextls.toml'));
    await vscode.commands.executeCommand('contextls.restart');
    assert.equal((await contextls.pack({})).stats.availableForContext, 100_000);
  });
}
