// Uses the packed extension as a person would: in a browser, with keys and clicks, in a dark and a light
// theme. It leaves screenshots in test/out/person; --images copies those that README.md shows.
import * as assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { Person } from './person.ts';
import { root, startBrowser, startWorkbench, workspace, type Workbench } from './workbench.ts';

async function walk(bench: Workbench, browser: Browser, theme: string): Promise<Person> {
  const person = await Person.sitDown(bench, browser, workspace(bench, 'shop', theme), theme);
  await person.step('the lens', async () => {
    await person.openFile('cart.py');
    await person.see('.codelens-decoration a', /rank \d+ of \d+/);
    await person.see('.statusbar-item', /tokens/);
    await person.picture('lens', '.editor-container', 480);
  });
  await person.step('a click on the lens shows why', async () => {
    await person.click('.codelens-decoration a', /file rank \d+ of \d+/);
    await person.see('.quick-input-widget', /Why store\/cart\.py/);
    await person.see('.quick-input-widget', /imported by 3 files/);
    await person.picture('why', '.part.editor', 420);
    await person.keys('Escape');
  });
  await person.step('copy tells what happened', async () => {
    await person.command('contextls: Copy Context Pack', 'Copy Context Pack');
    await person.see('.notification-toast', /Copied [\d,]+ of 16,000 tokens\. Files: \d+ full/);
    await person.hover('.notification-toast'); // else it goes away after a while
    await person.picture('notice', '.notifications-toasts');
    assert.match(await person.clipboard(), /### `store\/cart\.py` · full/);
  });
  await person.step('Open in the notice opens the pack', async () => {
    await person.click('.notification-toast .monaco-button', /^Open$/);
    await person.see('.tab.active', /cart\.py · context\.md/);
    await person.see('.editor-group-container.active .view-lines', /tokens \(\d+ %/);
    await person.picture('pack', '.part.editor', 520);
  });
  await person.step('what is typed is in the pack at once, unsaved', async () => {
    await person.openFile('tax.py');
    await person.command('contextls: Open Context Pack', 'Open Context Pack');
    await person.see('.tab.active', /tax\.py · context\.md/);
    await person.openFile('tax.py');
    await person.keys('Control+Home');
    await person.write('from web.format import money\n');
    await person.see('.editor-group-container:not(.active) .view-lines', /web\/format\.py/);
    await person.see('.tab.dirty', /tax\.py/);
  });
  await person.step('the tree shows the context, and follows', async () => {
    await person.command('Context: Focus on Context View', 'Focus on Context View');
    await person.see('.pane-body .monaco-list-row', /Imported directly/);
    await person.see('.pane-body .monaco-list-row', /format\.py/);
    await person.pinRow(/format\.py/);
    await person.see('.pane-body .monaco-list-row', /Pinned/);
    await person.picture('tree', '.part.sidebar', 400);
    await person.undoAll('tax.py');
    await person.openFile('cart.py');
    await person.see('.pane-body .monaco-list-row', /price\.py/);
  });
  await person.step('the graph, by keyboard', async () => {
    await person.closeOthers('cart.py');
    await person.command('contextls: Show Importance Graph', 'Show Importance Graph');
    const frame = await person.webview('#files button');
    await frame.locator('#title').filter({ hasText: 'store/cart.py' }).waitFor();
    await frame.locator('#counts').filter({ hasText: /imported by 3 files · imports 3 files/ }).waitFor();
    assert.ok(await frame.locator('#files button').count() >= 8);
    await person.picture('graph', '.editor-group-container.active');
    await frame.locator('#files button').first().focus();
    await person.keys('ArrowDown');
    const label = await frame.locator('#files button:focus').getAttribute('aria-label');
    await person.keys('Enter');
    await person.see('.tab', new RegExp(path.basename(label?.split(',')[0] ?? '?')));
  });
  await person.step('the graph without tests and of one direction, and a search', async () => {
    const frame = await person.webview('#files button');
    const files = async () => (await frame.locator('#files button').evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset['id']?.split('/').at(-1)))).sort();
    await frame.locator('#tests').uncheck();
    await frame.locator('#side').selectOption('importers');
    assert.deepEqual(await files(), ['app.py', 'cart.py', 'views.py']);
    await frame.locator('#search').fill('web/');
    assert.deepEqual(await files(), ['views.py']);
    await frame.locator('#search').fill('');
    await frame.locator('#side').selectOption('both');
    await frame.locator('#tests').check();
  });
  await person.step('the graph as SVG', async () => {
    const frame = await person.webview('#export');
    await frame.locator('#export').click();
    await person.see('.quick-input-title', /Export the Importance Graph/);
    await person.see('.quick-input-list .monaco-list-row', /store/);
    await person.click('.quick-input-widget .monaco-button', /^OK$/);
    const svg = path.join(bench.work, theme, 'cart.py.svg');
    const written = () => existsSync(svg) ? readFileSync(svg, 'utf8') : ''; // empty, or a part of it, while it is being written
    await person.until(() => written().endsWith('</svg>\n'));
    assert.match(written(), /^<svg [^]*<text [^>]*>views\.py<\/text>/);
    rmSync(svg);
  });
  await person.step('settings can be ticked, in groups, and say their defaults', async () => {
    await person.command('Preferences: Open Settings (UI)', 'Open Settings \\(UI\\)');
    await person.keys('Control+a');
    await person.write('@ext:contextls.contextls lens');
    await person.see('.setting-item-bool', /Code Lens: Definitions/);
    await person.see('.settings-toc-container .monaco-list-row', /Code Lenses/);
    await person.gone('.setting-item-contents', /Edit in settings\.json/);
    await person.picture('settings');
  });
  return person;
}

/** A first look at a large folder: how far the index is. */
async function indexing(bench: Workbench, browser: Browser): Promise<void> {
  const big = workspace(bench, 'shop', 'big');
  for (let i = 0; i < files; i++) {
    const dir = path.join(big, 'parts', String(i % 50));
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, `part${i}.py`), `from store.cart import total\n\n\n${definitions(i)}`);
  }
  const person = await Person.sitDown(bench, browser, big, 'dark');
  await person.step('the status bar shows how indexing goes', async () => {
    await person.see('.statusbar-item', /\d+ % of [\d.]+k files/);
    await person.picture('progress', '.part.statusbar');
  });
  await person.step('what a file opened meanwhile needs is there once the index is', async () => {
    await person.openFile('cart.py');
    await person.command('Context: Focus on Context View', 'Focus on Context View');
    await person.see('.pane-body .monaco-list-row', /Targets/);
    await person.see('.statusbar-item[aria-label*="ready"]', /tokens/);
    await person.see('.pane-body .monaco-list-row', /Imported directly/);
    await person.gone('.pane-body .message', /index not ready/);
  });
  await person.step('the graph of a file that thousands import has groups that open', async () => {
    await person.command('contextls: Show Importance Graph', 'Show Importance Graph');
    const frame = await person.webview('#files button');
    await frame.locator('#counts').filter({ hasText: /imported by 6,003 files/ }).waitFor();
    const groups = frame.locator('#files button[data-id*=" "]');
    const before = await frame.locator('#files button').count();
    assert.ok(before <= 2 * 12 + 1 && (await groups.count()) > 0, `${before} places`);
    await person.picture('hub', '.editor-group-container.active');
    await groups.first().click();
    await frame.locator('#close').waitFor();
    assert.ok((await frame.locator('#files button').count()) > before);
  });
  await person.leave();
}

const files = 6000;

function definitions(n: number): string {
  return Array.from({ length: 20 }, (_, i) => `def part_${n}_${i}(cart):\n    return total(cart) + ${i}\n`).join('\n\n');
}

/** A repository that brings settings of its own, which must not run anything. */
async function restricted(bench: Workbench, browser: Browser): Promise<void> {
  const folder = workspace(bench, 'shop', 'untrusted');
  const ran = path.join(bench.work, 'ran');
  const program = path.join(bench.work, 'program.sh');
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  const person = await Person.sitDown(bench, browser, folder, 'dark', { 'contextls.path': program, 'contextls.args': ['--evil'], 'contextls.trusted': true });
  await person.step('in Restricted Mode it works, and runs nothing of the workspace', async () => {
    await person.see('.statusbar-item', /Restricted Mode/);
    await person.openFile('cart.py');
    await person.see('.codelens-decoration a', /rank \d+ of \d+/);
    assert.ok(!existsSync(ran), 'the workspace’s program was not run');
  });
  await person.step('agents are offered the MCP server', async () => {
    await person.command('MCP: List Servers', 'List Servers');
    await person.see('.quick-input-list .monaco-list-row', /^contextls/);
    await person.keys('Escape');
  });
  await person.leave();
}

/** Where the packed README leads to: the Marketplace shows it on a page of its own. */
function links(bench: Workbench): void {
  const [installed] = readdirSync(path.join(bench.dir, 'ext')).filter((name) => name.startsWith('contextls.contextls-'));
  const page = readFileSync(path.join(bench.dir, 'ext', installed ?? '', 'readme.md'), 'utf8');
  const all = [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link ?? '');
  assert.ok(all.length > 5, page);
  for (const link of all) {
    const [, file] = /^https:\/\/github\.com\/contextls\/contextls\/(?:blob|raw)\/HEAD(\/.*)$/.exec(new URL(link).href) ?? [];
    assert.ok(file && existsSync(path.join(root, '../..', file)), `README.md leads to ${link}`);
  }
  console.log(`ok   the package: README.md has ${all.length} links and images, and all lead somewhere`);
}

const quiet = {
  // In a browser VS Code saves by itself where nothing else is said; these tests are about unsaved text.
  'files.autoSave': 'off', 'workbench.startupEditor': 'none', 'workbench.tips.enabled': false, 'git.enabled': false,
  'editor.minimap.enabled': false, 'window.commandCenter': false, 'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/** Lets a person use the package in a workbench of its own. */
async function at(name: string, flags: string[], settings: object, use: (bench: Workbench) => Promise<void>): Promise<void> {
  const vsix = process.argv.find((argument) => argument.endsWith('.vsix'));
  assert.ok(vsix, 'the package to use is given');
  const bench = await startWorkbench(name, { flags, vsix, settings: { ...quiet, ...settings } });
  try {
    await use(bench);
  } finally {
    await bench.stop();
  }
}

const browser = await startBrowser();
try {
  // A small folder has few definitions; with more lenses there is something to see.
  await at('person', ['--disable-workspace-trust'], { 'chat.disableAIFeatures': true, 'contextls.codeLens.topPercent': 60 }, async (bench) => {
    links(bench);
    for (const theme of ['dark', 'light']) {
      await (await walk(bench, browser, theme)).leave();
    }
    await indexing(bench, browser);
    if (process.argv.includes('--images')) {
      for (const [from, to] of [['dark-lens', 'lens'], ['light-notice', 'notice'], ['dark-pack', 'pack'], ['dark-tree', 'tree'], ['light-graph', 'graph']]) {
        const image = path.join(root, 'images', `${to}.png`);
        copyFileSync(path.join(bench.dir, `${from}.png`), image);
        assert.ok(statSync(image).size < 150_000, `${to}.png is small`);
      }
    }
  });
  await at('restricted', [], {}, (bench) => restricted(bench, browser));
} finally {
  await browser.close();
}
