// How long it takes a new user from installing the package to a pack on the clipboard: run-new.ts PACKAGE FOLDER FILE. WITHIN
// has words that run VS Code on a machine that has nothing else, as JSON; the browser runs here.
import * as assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Person } from './person.ts';
import { startBrowser, startWorkbench } from './workbench.ts';

const [vsix, folder, file] = process.argv.slice(2);
if (vsix === undefined || folder === undefined || file === undefined) {
  throw new Error('run-new.ts PACKAGE FOLDER FILE');
}
const browser = await startBrowser();
const begin = Date.now();
const since = () => `${Date.now() - begin} ms`;
const bench = await startWorkbench(path.join(tmpdir(), 'workbench'), {
  vsix,
  within: JSON.parse(process.env['WITHIN'] ?? '[]') as string[],
  flags: ['--disable-workspace-trust'],
  settings: {},
});
try {
  console.log(`installed and started: ${since()}`);
  const person = await Person.sitDown(bench, browser, folder, 'dark');
  await person.openFile(file);
  console.log(`a file is open: ${since()}`);
  await person.command('contextls: Copy Context Pack', 'Copy Context Pack');
  await person.see('.notification-toast', /Copied [\d,]+ of 16,000 tokens/);
  assert.match(await person.clipboard(), new RegExp(`/${file}\` · full`));
  console.log(`first pack: ${since()}`);
} finally {
  await browser.close();
  await bench.stop();
}
