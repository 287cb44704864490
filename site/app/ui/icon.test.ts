import { readFileSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staffIconPaths } from './staff-icon-paths.ts';

test('code outside the dashboard shows no icon that only the dashboard loads', () => {
  const names = Object.keys(staffIconPaths).join('|');
  const use = new RegExp(`\\b(icon|Icon name)(=|: )\\{?["'](${names})["']`);
  const files = globSync('app/**/*.{ts,tsx}', { cwd: `${import.meta.dirname}/../..` });
  const found = files.filter(
    (file) =>
      !/app\/dashboard\/|\.test\./.test(file) &&
      use.test(readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8')),
  );
  expect(found).toEqual([]);
});
