import { expect, test } from 'vitest';
import type { Agency } from '../agency/agency.ts';
import { inlineColoursOf, palettes, presetColourValues } from '../colours/colour-tokens.ts';
import { deriveColours } from '../colours/derive-colours.ts';
import { composeNoticeMail, composeTestMail } from './compose-notice-mail.ts';
import { mailHeadOf, type MailLetterhead } from './compose-reply.ts';
import { layOutAccountMail } from './lay-out-account-mail.ts';
import { layOutMail } from './lay-out-mail.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const logo: Agency['logo'] = {
  url: 'https://maple.example/storage/v1/object/public/pictures/a/800x200.webp',
  width: 800,
  height: 200,
  ground: 'any',
  dark: null,
};
const withLogo: MailLetterhead = { ...letterheadFixture, agency: { ...letterheadFixture.agency, logo } };

const words = {
  subject: 'Reset your password',
  body: 'Someone asked to reset the password for your Maple & Birch account.',
  action: 'Choose a new password',
  link: 'https://maple.example/auth/v1/verify?token=a&type=recovery',
  code: { label: "If you're asked for a code", value: '123456' },
  expiry: 'The link and code work once and expire in an hour.',
  ifNotYou: "If this wasn't you, you can ignore this email.",
};

/** One mail of each way in which mails are written. */
function mailsOf(letterhead: MailLetterhead) {
  const mail = { id: 'a', kind: 'backup', to_address: 'a@b.example' } as never;
  const notice = { subject: 'S', sentences: ['One.'], button: { label: 'Open', path: '/' }, reason: 'R' };
  return [
    layOutAccountMail(words, letterhead),
    composeNoticeMail(mail, letterhead, notice),
    composeTestMail('a@b.example', 'maple.example', mailHeadOf(letterhead)),
  ];
}

test('B-445 every mail begins with the logo as PNG with the name as its alternative text, or with the name', () => {
  for (const { html } of mailsOf(withLogo)) {
    const [image = ''] = /<img[^>]*>/.exec(html) ?? [];
    expect(image).toMatch(/src="https:\/\/maple\.example\/mail-logo\/[\w-]+\.png"/);
    expect(image).toContain('alt="Maple &amp; Birch"');
    expect(image).toContain('width="192" height="48"');
  }
  for (const { html } of mailsOf(letterheadFixture)) {
    expect(html).not.toContain('<img');
    expect(html).toMatch(/<p style="[^"]*font-weight:bold">Maple &amp; Birch<\/p>/);
  }
});

test('B-445 an account mail has the layout of all others, with its link, code, and how long they are valid', () => {
  const [account, notice] = mailsOf(withLogo);
  const frame = (html = '') =>
    html.replaceAll(/<title>.*?<\/title>|aria-label="[^"]*"/g, '').split('</span></p>')[0];
  expect(frame(account?.html)).toBe(frame(notice?.html));
  expect(account?.html).toContain('href="https://maple.example/auth/v1/verify?token=a&amp;type=recovery"');
  expect(account?.text).toContain(
    'Choose a new password:\nhttps://maple.example/auth/v1/verify?token=a&type=recovery',
  );
  for (const text of [account?.text ?? '', account?.html ?? '']) {
    expect(text).toContain('123456');
    expect(text).toContain('expire in an hour');
  }
});

test('B-445 every mail has a dark theme, in which links, buttons and texts get its colours', () => {
  for (const { html } of mailsOf(withLogo)) {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{[^@]*\.sheet a\{color:/);
    // a link without a colour would be dark blue on a dark sheet
    for (const [link] of html.matchAll(/<a [^>]*>/g)) expect(link).toMatch(/style="[^"]*color:/);
  }
});

test('B-445 the dark theme of a mail has the dark colours of the agency, none of the preset ones', () => {
  const values = deriveColours(palettes.forest);
  for (const { html } of mailsOf({ ...letterheadFixture, colours: inlineColoursOf(values) })) {
    for (const token of ['deep', 'paper', 'shoal', 'harbour'] as const) {
      expect(html).toContain(`${values[token][1]}!important`);
      expect(html).not.toContain(presetColourValues[token][1]);
    }
  }
});

for (const text of [
  'word '.repeat(30_000),
  '&'.repeat(100_000),
  '\n\n'.repeat(10) + 'é'.repeat(100_000),
  'a\n\n'.repeat(25_000),
])
  test(`B-445 the HTML of a mail stays below 102 kB: ${text.length} characters such as ${JSON.stringify(text.trim().slice(0, 8))}`, () => {
    const below = { text: '> quoted', html: `<blockquote>${'x'.repeat(30_000)}</blockquote>` };
    const mail = layOutMail({ agency: 'Maple', subject: 'S', text, reason: 'R', below });
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000);
    expect(mail.html).toContain('The rest is in the plain-text version of this email.');
    expect(mail.text).toContain(text);
  });

test('B-445 a long quoted thread is left out before any word of the reply is', () => {
  const below = { text: '> quoted', html: `<blockquote>${'x'.repeat(60_000)}</blockquote>` };
  const mail = layOutMail({ agency: 'Maple', subject: 'S', text: 'y'.repeat(60_000), reason: 'R', below });
  expect(mail.html).toContain('y'.repeat(60_000));
  expect(mail.html).not.toContain('blockquote>');
});
