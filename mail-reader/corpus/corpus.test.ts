import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailCorpus } from './corpus.ts';
import { parseCorpusMessage } from './parse-corpus-message.ts';
import { corpusLeads } from './corpus-world.ts';
import { readCorpusMessage, type TokenSource } from './read-corpus-message.ts';

const ids = mailCorpus.map(({ id }) => id);
const tokens: TokenSource = {
  sign: (leadId) => `${leadId}.Signature-of-${leadId}`,
  signWithOther: (leadId, otherLeadId) => `${leadId}.Signature-of-${otherLeadId}`,
};

test('each file of the corpus is read once and has an ID of its own', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  expect(files.filter((path) => path.endsWith('.eml')).toSorted()).toEqual(
    mailCorpus.map(({ family, id }) => `${family}/${id}.eml`).toSorted(),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('the lines above a mail are read strictly and are no part of it', () => {
  const lines = ['Is: A mail', 'Way: joins lead-ana', 'Not-Visible: "\\u0007"', 'Not-Visible: two'];
  const read = (...added: string[]) =>
    parseCorpusMessage(
      Buffer.from([...lines, ...added].map((line) => `X-Expect-${line}\r\n`).join('') + 'From: x'),
    );
  const { template, ...expected } = read();
  expect(template.toString()).toBe('From: x');
  expect(expected).toEqual({ is: 'A mail', way: 'joins lead-ana', notVisible: ['\u0007', 'two'] });
  for (const wrong of [
    'Colour: red',
    'Is: again',
    'Also-Right: joins nobody',
    'French: no',
    'Folded',
    'Subject: ',
  ])
    expect(() => read(wrong), wrong).toThrow();
});

test('lines end with CRLF, except where the mail is about that', () => {
  const bare = mailCorpus.filter(({ template }) => /(?<!\r)\n|\r(?!\n)/.test(template.toString('latin1')));
  expect(bare.map(({ id }) => id)).toEqual(
    mailCorpus.filter(({ bareLineFeeds }) => bareLineFeeds).map(({ id }) => id),
  );
});

test('each mail declares what must be visible of it', () => {
  const empty = mailCorpus.filter(
    ({ visible, visiblePart, folded, notVisible, attachment, bounce, subject }) =>
      [visible, visiblePart, folded, notVisible, attachment, bounce, subject].every(
        (part) => part === undefined,
      ),
  );
  expect(empty.map(({ id }) => id)).toEqual([]);
  expect(
    mailCorpus.filter(({ way, bounce }) => way.startsWith('bounce ') !== (bounce !== undefined)),
  ).toEqual([]);
});

test('a duplicate follows its original, is handled like it and differs in bytes', () => {
  for (const [index, { template, duplicateOf, way }] of mailCorpus.entries()) {
    if (duplicateOf === undefined) continue;
    const first = mailCorpus.findIndex((message) => message.id === duplicateOf);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(index);
    expect(way).toEqual(mailCorpus[first]?.way);
    expect(mailCorpus[first]?.template.equals(template)).toBe(false);
  }
});

test('placeholders are filled, and a forged token is never the valid one', () => {
  const valid = new Set(Object.values(corpusLeads).map(({ id }) => tokens.sign(id)));
  for (const message of mailCorpus) {
    const { id } = message;
    const mail = readCorpusMessage(message, tokens).toString('latin1');
    expect(mail.includes('{{'), id).toBe(false);
    if (!id.startsWith('forged-')) continue;
    const inTo = /^To: .*?reply\+([^@\r\n]*)@/m.exec(mail)?.[1];
    expect(inTo, id).toBeDefined();
    expect(valid.has(inTo ?? ''), id).toBe(false);
  }
});
