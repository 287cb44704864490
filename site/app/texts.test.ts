import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(
  [
    'site/app/**/*.{ts,tsx,md}',
    'supabase/templates/*.html',
    'supabase/*.sql',
    'backend/src/auth/messages/{mail-text,render-account-mail,enqueue-notice}.ts',
    'README.md',
    'docs/api.md',
    'docs/operate/*.md',
  ],
  { cwd: root },
).filter((file) => !file.includes('.test.') && !file.includes('.stage.'));

/** Words that clients should not see, and spellings that are not ours. */
const unwanted =
  /\b(?:mend(?:s|ed|ing)?|anew|at once|somebody|e-mails?|second factors?|cannot be|of yours)\b|\d %(?!\w)/gi;

/** The text of a file without comments and imports. */
function readTexts(file: string): string {
  return (
    readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      // a text of the specification
      .replaceAll('Email cannot be changed from this page', '')
      .replaceAll(/^import [^;]*;/gm, '')
      .replaceAll(/^\s*(?:\/\/|--).*$|\s\/\/ .*$/gm, '')
  );
}

test('texts for users keep to plain words', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [...readTexts(file).matchAll(unwanted)].map(({ 0: word, index, input }) => {
      const around = input.slice(Math.max(0, index - 30), index + 40).replaceAll(/\s+/g, ' ');
      return `${file}: ${word} in "${around}"`;
    }),
  );
  expect(found).toEqual([]);
});

test('B-464 no page names a setting of the server, which only its operator knows', () => {
  const settings = readFileSync(join(root, 'docs/operate/settings.md'), 'utf8');
  const settingNames = [...settings.matchAll(/^\| `([A-Z_]+)/gm)].map(([, name]) => name);
  expect(settingNames.length).toBeGreaterThan(30);
  const names = new RegExp(`\\b(?:${settingNames.join('|')})\\b|\\b[A-Z]{3,}_[A-Z_]+=`, 'g');
  const catalogues = files.filter(
    (file) => file.startsWith('site/app/') && readTexts(file).includes('defineTexts('),
  );
  expect(catalogues.length).toBeGreaterThan(50);
  const found = catalogues.flatMap((file) =>
    [...readTexts(file).matchAll(names)].map(([name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('no page names a command of the server, which only its operator can run', () => {
  const pages = files.filter((file) => file.startsWith('site/app/'));
  expect(pages.filter((file) => /\.\/fairlead\b/.test(readTexts(file)))).toEqual([]);
});
