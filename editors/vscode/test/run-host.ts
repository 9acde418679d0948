// Runs the tests of the extension host, once in a folder and once in a workspace of two. They are told to go
// on by the window's URL, and tell how it went through two functions of the page.
import { appendFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { mark, noWorkspace } from './host/suite.ts';
import { patienceMs, root, startBrowser, startWorkbench, workspace, type Workbench } from './workbench.ts';

/** Prints what the tests say. The rest, which is the workbench's and long, goes to a file. */
function log(bench: Workbench, text: string): void {
  const own = text.startsWith(mark);
  appendFileSync(path.join(bench.dir, 'console.log'), text + '\n');
  if (own) {
    console.log(text.slice(mark.length));
  }
}

async function runIn(bench: Workbench, browser: Browser, opened: string, tries = 3): Promise<number> {
  let unread = false;
  const remote = `vscode-remote://${new URL(bench.url).host}`;
  const payload = [
    ['extensionDevelopmentPath', `${remote}${root}`],
    ['extensionTestsPath', `${remote}${path.join(root, 'dist', 'test', 'host.js')}`],
    ['skipWelcome', 'true'],
  ];
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  context.setDefaultTimeout(patienceMs);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: bench.url });
  const page = await context.newPage();
  const code = new Promise<number>((resolve, reject) => {
    // A test has that long; a window that says nothing for longer is stuck.
    const stuck = () => setTimeout(() => reject(new Error('the tests do not go on')), 2 * patienceMs);
    let timer = stuck();
    void page.exposeFunction('codeAutomationLog', (_kind: string, args: unknown[]) => {
      const text = args.map(String).join(' ');
      unread ||= text.includes(noWorkspace);
      if (text.startsWith(mark)) {
        clearTimeout(timer);
        timer = stuck();
      }
      log(bench, text);
    });
    void page.exposeFunction('codeAutomationExit', (exit: number) => {
      clearTimeout(timer);
      resolve(exit);
    });
  });
  try {
    await page.goto(`${bench.url}/?${opened}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    const exit = await code;
    // On a busy machine VS Code sometimes shows a window before it can read the workspace file, and leaves it empty.
    if (unread) {
      console.log(`a window without its workspace: ${opened}`);
    }
    return unread && tries > 1 ? await runIn(bench, browser, opened, tries - 1) : exit;
  } finally {
    await page.screenshot({ path: path.join(bench.dir, `end-${Date.now()}.png`) });
    await context.close();
  }
}

const browser = await startBrowser();
const bench = await startWorkbench('host', {
  flags: ['--disable-workspace-trust', '--enable-smoke-test-driver'],
  // In a browser VS Code saves by itself where nothing else is said; the tests are about unsaved text.
  settings: { 'files.autoSave': 'off' },
});
let failed = 0;
try {
  const shop = workspace(bench, 'shop');
  failed += await runIn(bench, browser, `folder=${shop}`);
  const both = path.join(bench.work, 'both.code-workspace');
  workspace(bench, 'shop', 'shop2');
  workspace(bench, 'till');
  writeFileSync(both, JSON.stringify({ folders: [{ path: 'shop2' }, { path: 'till' }] }));
  failed += await runIn(bench, browser, `workspace=${both}`);
} finally {
  await browser.close();
  await bench.stop();
}
process.exitCode = failed === 0 ? 0 : 1;
