// What package.json says has to agree with the code. (A test of lsp/settings compares the server's settings in it with their table.)
import { readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const source = readdirSync(path.join(root, 'src')).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(path.join(root, 'src', name), 'utf8')).join('\n');
const properties: Record<string, { scope?: string; type?: unknown; default?: unknown }> =
  Object.assign({}, ...manifest.contributes.configuration.map((group: { properties: object }) => group.properties));

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

// With more types than one, the settings editor has no box to tick and no list to edit.
test('every setting has one type, and a default of that', () => {
  for (const [key, { type, default: otherwise }] of Object.entries(properties)) {
    const types = { integer: 'number', array: 'object' } as Record<string, string>;
    expect(typeof type, key).toBe('string');
    expect(typeof otherwise, key).toBe(types[type as string] ?? type);
    expect(Array.isArray(otherwise), key).toBe(type === 'array');
  }
});

test('the tools are those that are registered', () => {
  const declared = manifest.contributes.languageModelTools.map(({ name }: { name: string }) => name).sort();
  const registered = [...source.matchAll(/register<\w+>\('(\w+)'/g)].map(([, name]) => `contextls_${name}`).sort();
  expect(registered).toEqual(declared);
});
