// What package.json says has to agree with the code, and with the server's settings.
import { readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const source = readdirSync(path.join(root, 'src')).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(path.join(root, 'src', name), 'utf8')).join('\n');
const properties: Record<string, { default?: unknown; scope?: string }> = manifest.contributes.configuration.properties;

/** The server's settings and who may set them, read from its table. */
function serverSettings(): Map<string, string> {
  const table = readFileSync(path.join(root, '../../lsp/settings_keys.go'), 'utf8');
  return new Map([...table.matchAll(/\{key: "([\w.]+)", from: ([\w |]+)/g)].map(([, key, from]) => [key ?? '', from ?? '']));
}

test('every command is registered, and nothing else', () => {
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command.replace('contextls.', '')).sort();
  const registered = [...source.matchAll(/register\('(\w+)'/g)].map(([, id]) => id).sort();
  expect(registered).toEqual(declared);
});

test('every setting of the server that a client may say is there, unset', () => {
  for (const [key, from] of serverSettings()) {
    const mine = properties[`contextls.${key}`];
    if (from === 'userFile') {
      expect(mine, key).toBeUndefined();
    } else {
      expect(mine?.default, key).toBeNull();
    }
  }
});

test('what a workspace may not say is the machine’s', () => {
  for (const [key, from] of serverSettings()) {
    if (from === 'owner' || (from === 'person' && key !== 'secrets.allow')) {
      expect(properties[`contextls.${key}`]?.scope, key).toBe('machine');
    }
  }
  expect(properties['contextls.path']?.scope).toBe('machine');
  expect(properties['contextls.args']?.scope).toBe('machine');
});

test('every setting is described', () => {
  for (const [key, property] of Object.entries(properties)) {
    expect('description' in property || 'markdownDescription' in property, key).toBe(true);
  }
});

test('the tools are those that are registered', () => {
  const declared = manifest.contributes.languageModelTools.map(({ name }: { name: string }) => name).sort();
  const registered = [...source.matchAll(/register<\w+>\('(\w+)'/g)].map(([, name]) => `contextls_${name}`).sort();
  expect(registered).toEqual(declared);
});
