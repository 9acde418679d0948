// A small test runner for the extension host: tests run one after the other, in the order of the file.
import { setTimeout as sleep } from 'node:timers/promises';

/** What the lines of the tests begin with, among all that a window says. */
export const mark = '» ';

/** What a window misses that came up before it could read its workspace file. */
export const noWorkspace = 'folders in the workspace';

// How long a test may take: long enough for a busy machine, for a test waits for states and ends with them. The run as a
// whole has no limit.
const patienceMs = 120_000;

type Test = { name: string; run: () => Promise<void> };

export class Suite {
  private readonly tests: Test[] = [];

  test(name: string, run: () => Promise<void>): void {
    this.tests.push({ name, run });
  }

  /** Runs all tests, and rejects if one failed. */
  async run(title: string): Promise<void> {
    const failures: string[] = [];
    for (const { name, run } of this.tests) {
      const start = Date.now();
      try {
        await within(patienceMs, run());
        say(`ok   ${title}: ${name} (${Date.now() - start} ms)`);
      } catch (error) {
        failures.push(name);
        say(`FAIL ${title}: ${name}: ${short(error)}`);
      }
    }
    say(`${title}: ${this.tests.length - failures.length} passed, ${failures.length} failed`);
    if (failures.length > 0) {
      throw new Error(failures.join(', '));
    }
  }
}

/** The message, and where in the tests it came from. */
function short(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const at = error.stack?.split('\n').filter((line) => line.includes('/test/host.js')).slice(0, 3) ?? [];
  return [error.message, ...at].join('\n');
}

function say(text: string): void {
  console.log(mark + text);
}

/** Waits until something holds, and gives what it gave. */
export async function until<T>(what: string, ask: () => T | Promise<T>, ms = patienceMs / 2): Promise<Exclude<T, false | undefined | null>> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer) {
      return answer as Exclude<T, false | undefined | null>;
    }
    if (Date.now() > end) {
      throw new Error(`it never came: ${what}`);
    }
    await sleep(50);
  }
}

function within(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, sleep(ms).then(() => { throw new Error(`not done in ${ms} ms`); })]);
}
