import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    // The module vscode exists in VS Code only.
    alias: { vscode: new URL('./test/unit/vscode.ts', import.meta.url).pathname },
    pool: 'threads',
    // A busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
