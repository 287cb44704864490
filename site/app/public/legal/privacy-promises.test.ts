// Checks that every sentence of the privacy page about the program has a test: the titles here are its sentences, and
// each names the test that proves it, by file and the beginning of its title.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import privacyPage from './privacy-promises.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../../..');

/**
 * `promises`: a sentence, the file of its proof, and words of that test’s title. `ofPeople`: what people do, and
 * statements about the page itself, which cannot be tested.
 */
const { promises, ofPeople } = privacyPage;

const sentences = readFileSync(join(root, 'site/app/agency/legal/privacy.md'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line) => line.split(/(?<=\.)\s+(?=[A-Z{])|(?<=^\{\{(?:retention|backups|protection)\}\})\s+/))
  .map((sentence) => sentence.trim());

test.each(promises)('B-77 “$sentence”', ({ sentence, file, title }) => {
  expect(sentences).toContain(sentence);
  const titles = readFileSync(join(root, file), 'utf8');
  expect(titles).toContain(title);
  expect(titles).not.toMatch(/\b(?:test|describe)\.(?:skip|only|todo)\b/);
});

test('B-77 every sentence of the privacy page is listed here, with its test or as one of people', () => {
  const proven = new Set(promises.map(({ sentence }) => sentence));
  const others = sentences.filter((sentence) => !proven.has(sentence));
  expect(others.filter((sentence) => !ofPeople.some((start) => sentence.includes(start)))).toEqual([]);
  expect(ofPeople.filter((start) => !others.some((sentence) => sentence.includes(start)))).toEqual([]);
});
