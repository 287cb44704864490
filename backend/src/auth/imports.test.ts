import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Lowest first: each may import from those before it. Files directly in auth/ may import from all. */
const layers = [
  'http',
  'accounts',
  'hooks',
  'sessions',
  'messages',
  'factors',
  'providers',
  'user',
  'sign-in',
  'admin',
];

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

function importsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const found = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));
  return found.map(normalize).filter((path) => !path.startsWith('..'));
}

function folderOf(file: string): string | undefined {
  return file.includes('/') ? dirname(file) : undefined;
}

test('each folder of auth is a layer and imports only the layers below it', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .map((target) => [folderOf(file), folderOf(target)] as const)
      .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
      .filter(([from = '', to = '']) => !layers.includes(to) || layers.indexOf(to) >= layers.indexOf(from))
      .map(([, to]) => `${file} → ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('no imports form a cycle', () => {
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, path: string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!finished.has(file)) for (const target of importsOf(file)) visit(target, [...path, file]);
    finished.add(file);
  }
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});
