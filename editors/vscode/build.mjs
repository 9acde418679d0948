// Bundles the extension, its webview and the tests of the extension host.
import { build } from 'esbuild';

const production = process.argv.includes('--production');
const shared = { bundle: true, minify: production, sourcemap: production ? false : 'linked', logLevel: 'warning', target: 'es2023' };
const host = { ...shared, platform: 'node', format: 'cjs', external: ['vscode'] };

await Promise.all([
  build({ ...host, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js' }),
  build({ ...shared, platform: 'browser', format: 'iife', entryPoints: ['src/webview/graph.ts', 'src/webview/graph.css'], outdir: 'dist/webview' }),
  production || build({ ...host, entryPoints: ['test/host/index.ts'], outfile: 'dist/test/host.js' }),
]);
