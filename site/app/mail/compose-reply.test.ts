import { expect, test } from 'vitest';
import { splitQuotedText } from '../lead/split-quoted-text.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { quoteThread, type EarlierMessage, composeReply, type MailToCompose } from './compose-reply.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const names = { agency: 'Maple & Birch', lead: 'Ana <b>Roy</b>', timeZone: 'America/Toronto' };
const at = '2026-11-23T14:14:00Z';
const theirs = (message: string): EarlierMessage => ({
  from_staff: false,
  author: null,
  message,
  sent_at: at,
});
const ours = (message: string, author: string | null = null): EarlierMessage => ({
  from_staff: true,
  author,
  message,
  sent_at: at,
});

test('B-106 the thread is quoted newest first, in text and HTML as mail programs fold it', () => {
  const quote = quoteThread(
    [theirs('Fine.\n\nAna'), ours('Thursday works.', 'Maude'), theirs('Hello <i>')],
    names,
  );
  expect(quote?.text).toBe(
    [
      'On November 23, 2026 at 9:14 a.m., Ana <b>Roy</b> wrote:',
      '> Fine.',
      '>',
      '> Ana',
      '>',
      '> On November 23, 2026 at 9:14 a.m., Maude wrote:',
      '>> Thursday works.',
      '>',
      '> On November 23, 2026 at 9:14 a.m., Ana <b>Roy</b> wrote:',
      '>> Hello <i>',
    ].join('\n'),
  );
  expect(quote?.html).toMatch(
    /^<div class="gmail_quote">\n<p [^>]+>On .+ Ana &lt;b&gt;Roy&lt;\/b&gt; wrote:<\/p>\n<blockquote type="cite"/,
  );
  expect(quote?.html).toContain('Hello &lt;i&gt;');
  expect(quote?.html.match(/<blockquote/g)).toHaveLength(3);
  expect(quoteThread([], names)).toBeNull();
  expect(quoteThread([ours('Hi')], names)?.text).toContain('Maple & Birch wrote:');
});

test('B-106 quotations inside a message are not quoted again', () => {
  const quote = quoteThread([theirs('Fine.\n\nOn November 22, 2026, Maude wrote:\n> Thursday?')], names);
  expect(quote?.text).toMatch(/wrote:\n> Fine\.$/);
});

test('B-106 the quoted thread has at most 20 KB: older messages are left out, and a message that is too long is cut between characters', () => {
  const long = 'é'.repeat(9000);
  const quote = quoteThread([theirs('One'), theirs(long), theirs(long)], names);
  expect(quote?.text.match(/ wrote:/g)).toHaveLength(2);
  const cut = quoteThread([theirs(`x${'é'.repeat(20_000)}`)], names);
  expect(Buffer.byteLength(cut?.text ?? '')).toBeLessThan(20_200);
  expect(cut?.text).toMatch(/é…$/);
});

test('B-106 a reply has its links, then the thread, and all of it after the reply folds as a quote', () => {
  const mail = {
    lead_id: 'l1',
    message_id: 'm1',
    to_address: 'ana@roy.example',
    reply: { body: 'Thursday works.', author: null, signature: null, earlierIds: [] },
    unsubscribe_token: 'u1',
    conversation: { token: 'c1', earlier: [theirs('Could you look at our form?')] },
  } as unknown as ClaimedMail & MailToCompose;
  const written = composeReply(mail, letterheadFixture);
  const { own, quoted } = splitQuotedText(written.text);
  expect(own).toMatch(/^Thursday works\.\n\n-- \nMaple & Birch\n/);
  for (const path of ['conversation/c1', 'unsubscribe/u1', 'privacy']) {
    expect(own).toContain(`https://maple.example/${path}`);
    expect(written.html).toContain(`<a href="https://maple.example/${path}"`);
  }
  expect(quoted).toMatch(/^On November 23, 2026 .+\n> Could you look at our form\?$/);
});
