import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailCorpus } from '../corpus/corpus.ts';
import * as exports from './index.ts';

const folder = join(import.meta.dirname, '..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

test('B-490 the mail reader exports at most six functions, and its README names each export', () => {
  const functions = Object.values(exports).filter((value) => typeof value === 'function');
  expect(functions.length).toBeLessThanOrEqual(6);
  expect(Object.keys(exports).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test('B-490 the example of the README runs, and prints the new words of a mail without what it quotes', () => {
  const file = join(folder, 'example/read-mail.mjs');
  expect(readme).toContain(readFileSync(file, 'utf8'));
  const mail = mailCorpus.find(({ id }) => id === 'gmail-web-reply') ?? expect.unreachable();
  const printed = execFileSync(process.execPath, [file], { input: mail.template, encoding: 'utf8' });
  const [first, ...ownWords] = printed.trim().split('\n');
  expect(first).toMatch(/^person \S+@\S+ (unconfirmed|unchecked) Re: /);
  expect(ownWords.filter((line) => line !== '').join(' ')).toBe(mail.visible);
});
