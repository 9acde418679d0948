// What package.json says has to agree with the code. (A test of lsp/settings compares the server's settings in it with their table.)
import { readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const source = readdirSync(path.join(root, 'src')).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(path.join(root, 'src', name), 'utf8')).join('\n');
const properties: Record<string, { scope?: string }> = manifest.contributes.configuration.properties;

test('every command is registered, and nothing else', () => {
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command.replace('contextls.', '')).sort();
  const registered = [...source.matchAll(/register\('(\w+)'/g)].map(([, id]) => id).sort();
  expect(registered).toEqual(declared);
});

test('a workspace cannot say what is run', () => {
  for (const key of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) {
    expect(properties[key]?.scope, key).toBe('machine');
  }
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
