import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    // The module vscode exists in VS Code only.
    alias: { vscode: new URL('./test/unit/vscode.ts', import.meta.url).pathname },
    pool: 'threads',
  },
});
