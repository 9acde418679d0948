// A person at the workbench: what they do with keys and the mouse, and what they see.
import * as path from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { writeFileSync, mkdirSync } from 'node:fs';
import { patienceMs, type Workbench } from './workbench.ts';

const themes: Record<string, string> = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

// How long a window may take to hear a key.
const hearingMs = 5000;

export class Person {
  private readonly bench: Workbench;
  private readonly context: BrowserContext;
  private readonly page: Page;
  private readonly name: string;

  private constructor(bench: Workbench, context: BrowserContext, page: Page, name: string) {
    this.bench = bench;
    this.context = context;
    this.page = page;
    this.name = name;
  }

  /** Opens a folder in a window; the folder brings some settings. */
  static async sitDown(bench: Workbench, browser: Browser, folder: string, theme: string, settings: object = {}): Promise<Person> {
    mkdirSync(path.join(folder, '.vscode'), { recursive: true });
    writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'workbench.colorTheme': themes[theme], ...settings }));
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 } });
    context.setDefaultTimeout(patienceMs);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: bench.url });
    const page = await context.newPage();
    await page.goto(`${bench.url}/?folder=${folder}`);
    await page.locator('.monaco-workbench').waitFor();
    return new Person(bench, context, page, theme);
  }

  /** Does something, and says that it was done, or leaves a picture of where it went wrong. */
  async step(what: string, run: () => Promise<void>): Promise<void> {
    const start = Date.now();
    try {
      await run();
      console.log(`ok   as a person, ${this.name}: ${what} (${Date.now() - start} ms)`);
    } catch (error) {
      await this.page.screenshot({ path: path.join(this.bench.dir, `failed-${this.name}.png`) });
      console.log(`FAIL as a person, ${this.name}: ${what}`);
      throw error;
    }
  }

  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+1'); // the files' group; packs and the graph are beside it
    await this.ask('Control+p', name);
    await this.see('.quick-input-list .monaco-list-row.focused', new RegExp(name.replace('.', '\\.')));
    await this.page.keyboard.press('Enter');
    await this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /** Runs a command of the palette by its title. */
  async command(title: string, shown: string): Promise<void> {
    await this.ask('F1', `>${title}`);
    await this.see('.quick-input-list .monaco-list-row.focused', new RegExp(shown));
    await this.page.keyboard.press('Enter');
  }

  /**
   * Presses keys until the box that they open is there, and writes into it: a window that is still starting hears none, or closes
   * the box when something else gets the focus.
   */
  private async ask(keys: string, text: string): Promise<void> {
    const box = this.page.locator('.quick-input-widget input[type=text]');
    const end = Date.now() + patienceMs;
    let written = false;
    while (!written) {
      await this.page.keyboard.press(keys);
      written = await box.fill(text, { timeout: hearingMs }).then(() => true, (error: unknown) => {
        if (Date.now() > end) {
          throw error;
        }
        return false;
      });
    }
  }

  async see(selector: string, text: RegExp): Promise<void> {
    // The editor draws spaces as no-break spaces.
    const drawn = new RegExp(text.source.replaceAll(' ', '\\s'));
    await this.page.locator(selector).filter({ hasText: drawn, visible: true }).first().waitFor();
  }

  /** Waits for what cannot be seen. */
  async until(holds: () => boolean): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!holds()) {
      if (Date.now() > end) {
        throw new Error('it never came');
      }
      await this.page.waitForTimeout(50);
    }
  }

  async gone(selector: string, text: RegExp): Promise<void> {
    await this.page.locator(selector).filter({ hasText: text, visible: true }).first().waitFor({ state: 'hidden' });
  }

  async click(selector: string, text: RegExp): Promise<void> {
    await this.page.locator(selector).filter({ hasText: text, visible: true }).first().click();
  }

  async hover(selector: string): Promise<void> {
    await this.page.locator(selector).first().hover();
  }

  async keys(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Pins the file of a row of the tree by its inline action. */
  async pinRow(text: RegExp): Promise<void> {
    const row = this.page.locator('.pane-body .monaco-list-row').filter({ hasText: text }).first();
    await row.hover();
    await row.locator('[aria-label="Add to Pinned Context"]').first().click();
  }

  async undoAll(name: string): Promise<void> {
    await this.openFile(name);
    await this.command('File: Revert File', 'Revert File');
  }

  async closeOthers(name: string): Promise<void> {
    await this.openFile(name);
    await this.command('View: Close All Editors', 'Close All Editors');
    await this.openFile(name);
  }

  /** The content of the webview in which something is. */
  async webview(selector: string): Promise<FrameLocator> {
    const frame = this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.locator(selector).first().waitFor();
    return frame;
  }

  /** Takes a screenshot of the window, or of a part of it, or of the top of that. */
  async picture(name: string, selector?: string, height?: number): Promise<void> {
    await this.page.mouse.move(640, 759); // tooltips go
    await this.page.waitForTimeout(900); // animations, and colours that come late
    const file = path.join(this.bench.dir, `${this.name}-${name}.png`);
    const box = await this.page.locator(selector ?? '.monaco-workbench').first().boundingBox();
    await this.page.screenshot({ path: file, ...(box ? { clip: { ...box, height: height ?? box.height } } : {}) });
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
