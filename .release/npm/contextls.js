#!/usr/bin/env node
// Runs the program of this platform, which is a package of its own: npm installs the one that fits and no other.
'use strict';
const { spawn } = require('node:child_process');
const os = require('node:os');

const platform = `${process.platform}-${process.arch}`;

function program() {
  try {
    return require.resolve(`@contextls/${platform}/bin/contextls${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    const known = Object.keys(require('./package.json').optionalDependencies).map((name) => name.split('/')[1]);
    console.error(
      known.includes(platform)
        ? `contextls: the package @contextls/${platform} is missing. Was it left out (--omit=optional), or installed on another machine?`
        : `contextls: there is no program for ${platform}, only for ${known.join(', ')}. It can be built: https://github.com/contextls/contextls`,
    );
    process.exit(1);
  }
}

// npx puts the program where it may be gone tomorrow: `contextls setup` is to name npx instead.
const env = process.env.npm_command === 'exec' ? { ...process.env, CONTEXTLS_RUNNER: 'npx -y contextls' } : process.env;
const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit', windowsHide: true, env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`contextls: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
