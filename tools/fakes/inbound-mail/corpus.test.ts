import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpus, corpusFamilies } from './corpus.ts';
import { agencyAddress, leads, mailDomain, outgoing, senderAddress } from './corpus-world.ts';
import { readCorpusMessage, readCorpusTemplate, type TokenSource } from './read-corpus-message.ts';

const folder = join(import.meta.dirname, 'corpus');
const ids = corpus.map(({ id }) => id);
const tokens: TokenSource = {
  sign: (leadId) => `${leadId}.Signature-of-${leadId}`,
  signWithOther: (leadId, otherLeadId) => `${leadId}.Signature-of-${otherLeadId}`,
};

test('each mail of the corpus is listed once, and each listed one is there', () => {
  expect(readdirSync(folder).toSorted()).toEqual(ids.map((id) => `${id}.eml`).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('the corpus is large enough, and small enough for a repository', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(250);
  expect(corpus.filter(({ french }) => french).length).toBeGreaterThanOrEqual(50);
  expect(corpusFamilies['forged-token']?.length).toBeGreaterThanOrEqual(15);
  expect(corpus.filter(({ fromAnotherAddress }) => fromAnotherAddress).length).toBeGreaterThanOrEqual(9);
  const sizes = ids.map((id) => statSync(join(folder, `${id}.eml`)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
});

test('lines end with CRLF, except where the mail is about that', () => {
  const bare = corpus.filter(({ id }) =>
    /(?<!\r)\n|\r(?!\n)/.test(readCorpusTemplate(id).toString('latin1')),
  );
  expect(bare.map(({ id }) => id)).toEqual(
    corpus.filter(({ hasBareLineFeeds }) => hasBareLineFeeds).map(({ id }) => id),
  );
});

test('each mail says what it is and what must be seen of it', () => {
  const empty = corpus.filter((message) => {
    const { is, visible, folded, notVisible, attachments, bounce, subject } = message;
    const texts = [
      visible && 'exactly' in visible ? [visible.exactly] : visible?.includes,
      folded,
      notVisible,
    ];
    const hasBlank = [is, ...texts.flat()].some((text) => text?.length === 0);
    return hasBlank || ![...texts, attachments, bounce, subject].some((part) => part !== undefined);
  });
  expect(empty.map(({ id }) => id)).toEqual([]);
  expect(
    corpus.filter(
      ({ way, bounce }) => (typeof way === 'object' && 'bounce' in way) !== (bounce !== undefined),
    ),
  ).toEqual([]);
});

test('a duplicate stands behind what it repeats, goes its way and differs in bytes', () => {
  for (const [index, { id, duplicateOf, way }] of corpus.entries()) {
    if (duplicateOf === undefined) continue;
    const first = corpus.findIndex((message) => message.id === duplicateOf);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(index);
    expect(way).toEqual(corpus[first]?.way);
    expect(readCorpusTemplate(id).equals(readCorpusTemplate(duplicateOf))).toBe(false);
  }
});

test('placeholders are filled, and a forged token is never the valid one', () => {
  const valid = new Set(Object.values(leads).map(({ id }) => tokens.sign(id)));
  for (const { id } of corpus) {
    const mail = readCorpusMessage(id, tokens).toString('latin1');
    expect(mail.includes('{{'), id).toBe(false);
    if (!id.startsWith('forged-')) continue;
    const inTo = /^To: .*?reply\+([^@\r\n]*)@/m.exec(mail)?.[1];
    expect(inTo, id).toBeDefined();
    expect(valid.has(inTo ?? ''), id).toBe(false);
  }
});

test('Message-IDs of the outgoing mails stand in the corpus as the product writes them', () => {
  const all = ids.map((id) => readCorpusTemplate(id).toString('latin1')).join('');
  const missing = Object.entries(outgoing).filter(
    ([, { id }]) => !all.includes(`<reply-${id}@${mailDomain}>`),
  );
  expect(missing.map(([key]) => key)).toEqual([]);
  expect(all).toContain(`<${senderAddress}>`);
  expect(all).toContain(`<${agencyAddress}>`);
});
