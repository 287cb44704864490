// Checks that every sentence of the privacy page about the program has a test: the titles here are its sentences, and
// each names the test that proves it, by file and the beginning of its title.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** A sentence, the file of its proof, and words of that test’s title. */
const promises: [sentence: string, file: string, title: string][] = [
  [
    'If you ask about a service, we note which one.',
    'e2e/lead/offline.test.ts',
    'the proposal dialog keeps a copy too, with the service it is for',
  ],
  [
    'To block spam and avoid storing a message twice, we also keep the page you sent it from, a spam score, and a one-way hash of your IP address, not the address itself.',
    'supabase/tests/lead-origin.test.ts',
    'its values are stored: key, page, score, address, origin',
  ],
  [
    'To learn what brings people to us, we note the first page of your visit, the site that linked to it and the name of any campaign in that link.',
    'e2e/lead/source.test.ts',
    'a lead contains the first page of its visit, the linking site and the campaign, which are stored only in the tab',
  ],
  [
    'If your browser sends Global Privacy Control or Do Not Track, we keep only the page with the form.',
    'e2e/lead/source.test.ts',
    'if a browser requests privacy, and without scripts, only the page of the form is stored',
  ],
  [
    '- **When you call or meet us**: what you ask for and how to reach you, if we note it.',
    'supabase/tests/leads-by-hand.test.ts',
    'is cleaned like a visitor’s, and contains how it arrived, who added it and when',
  ],
  [
    "- **When you book a consultation**: the same details, the time you chose and your browser's time zone.",
    'supabase/tests/bookings.test.ts',
    'a booking makes a lead with an event in its thread, its time is offered no more, and mails are queued',
  ],
  [
    'We email you the time, a reminder and a link to change or cancel it.',
    'supabase/tests/booking-links.test.ts',
    'the link moves and cancels: the thread shows it, each mail has the newest state, a reminder is deleted',
  ],
  [
    '- **When you agree to hear from us**: the words beside the box you checked, and when.',
    'supabase/tests/consent.test.ts',
    'is stored word for word, with its version and time',
  ],
  [
    "You don't have to say who you are.",
    'e2e/public/feedback.test.ts',
    'a barrier is reported under a name or none',
  ],
  [
    'Our emails link to a page where you can read and answer them, until 90 days after the last message.',
    'supabase/tests/conversations.test.ts',
    'it ends 90 days after the last message',
  ],
  [
    'Each reply we send from this site has a link to unsubscribe from everything but replies to you.',
    'server/mail/start-mail-worker.test.ts',
    'with a link to stop others',
  ],
  [
    "If you tell us not to email you, we keep a one-way hash of your address on a list, so that we don't.",
    'supabase/tests/consent.test.ts',
    'by the link: for anyone who has it, any number of times; nothing in it names the person',
  ],
  [
    'We still reply when you write to us.',
    'supabase/tests/consent.test.ts',
    'the outbox sends the answer to a request, and nothing else',
  ],
  ['Our public pages set no cookies.', 'e2e/lead/source.test.ts', 'which are stored only in the tab'],
  [
    'If you choose the light or dark theme, that choice stays in your browser.',
    'e2e/public/frame.test.ts',
    'the theme switch: dark is kept',
  ],
  [
    'When you send a form, a copy stays in your browser until we receive it.',
    'e2e/lead/offline.test.ts',
    'across a reload: the line is there again',
  ],
  [
    "It's deleted then, when you discard it, or after 7 days.",
    'e2e/lead/offline.test.ts',
    'after 7 days the copy is deleted, not sent',
  ],
  [
    'Until you close the tab, your browser also remembers the first page of your visit and the link that led to it, to send with a form.',
    'e2e/lead/source.test.ts',
    'which are stored only in the tab',
  ],
  [
    'Our staff pages keep a sign-in session and one cookie that remembers for 7 days whether a menu is open.',
    'e2e/dashboard/frame.test.ts',
    'remembered for 7 days',
  ],
  [
    'Only people who need it for their work can see it.',
    'supabase/tests/policy-matrix.test.ts',
    'who reads and writes what',
  ],
  ['{{protection}}', 'supabase/tests/policy-matrix.test.ts', 'who reads and writes what'],
  [
    '{{protection}}',
    'site/server/security-headers.test.ts',
    'encryption in transit: a site at https is never asked without it again',
  ],
  [
    '{{protection}}',
    'product-tests/server/backup.test.ts',
    'a backup of the running site restores it after the loss of its disk',
  ],
  [
    'We keep a register of every breach: what happened, who was told, and when.',
    'supabase/tests/privacy-registers.test.ts',
    'what happened, who was notified and when',
  ],
  [
    "You can ask what information we hold about you, get a copy, have mistakes corrected, have your information deleted where we don't have to keep it, and withdraw your consent.",
    'e2e/dashboard/privacy.test.ts',
    'an owner finds a person, hands out their data, corrects and erases it',
  ],
  [
    "We'll reply within 30 days, free of charge.",
    'supabase/tests/retention.test.ts',
    'a request is due after 30 days',
  ],
  [
    '{{retention}}',
    'supabase/tests/retention.test.ts',
    'messages from people who don’t become clients are kept for 24 months after the last contact',
  ],
  [
    'We keep client records for 7 years after our last contact, because tax law requires it.',
    'supabase/tests/retention.test.ts',
    'client records for 7 years',
  ],
  [
    'We keep accessibility reports for 5 years after we answer them.',
    'supabase/tests/accessibility-feedback.test.ts',
    'an answered report goes five years after its answer',
  ],
  [
    'We keep requests about your data for 2 years after we answer them, and records of incidents for 5 years.',
    'supabase/tests/retention.test.ts',
    'goes two years after its answer; the log of incidents five years after',
  ],
  [
    'Then we delete them.',
    'supabase/tests/erase-person.test.ts',
    'an erasure leaves a tombstone that counts, and nothing else but what it names',
  ],
  [
    'When we delete a message, we keep a count that names no one.',
    'supabase/tests/erase-person.test.ts',
    'an erasure leaves a tombstone that counts, and nothing else but what it names',
  ],
  [
    '{{backups}}',
    'server/backup/backup-retention.test.ts',
    'of the last days, weeks and months that have a backup, the newest stays',
  ],
  [
    'When we erase your data, we keep a one-way hash of your address.',
    'server/erasures/erasures.test.ts',
    'who was erased is erased again in a database that was restored from an older backup',
  ],
  [
    'If we have to restore a backup, we erase your data again.',
    'server/erasures/erasures.test.ts',
    'who was erased is erased again in a database that was restored from an older backup',
  ],
];

/** What people do, and statements about the page itself: they cannot be tested. */
const ofPeople = [
  'is a Canadian digital',
  'We serve businesses',
  'This policy explains',
  'It follows the Personal',
  'Our privacy officer',
  'Call',
  'We collect what you give',
  '- **When you write to us**',
  '- **When you report',
  '- **When we reply**',
  '- **When you become',
  '- **When you visit**',
  'We use them to deliver',
  "We don't follow you",
  "Please don't send",
  'We use your information',
  'We rely on',
  'We send newsletters',
  'We use only',
  'There are no advertising',
  "We don't sell",
  'We share it only',
  '- companies that work',
  '- authorities',
  'Some of these',
  "It's then subject",
  'Ask us and',
  'No system',
  'If a breach creates',
  "If you're not satisfied",
  'Our services are',
  'We do not serve',
  'If you believe',
  'When we change',
  'If a change',
  'Questions, requests',
];

const sentences = readFileSync(join(root, 'site/app/agency/legal/privacy.md'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line) => line.split(/(?<=\.)\s+(?=[A-Z{])|(?<=^\{\{(?:retention|backups|protection)\}\})\s+/))
  .map((sentence) => sentence.trim());

test.each(promises)('B-77 “%s”', (sentence, file, title) => {
  expect(sentences).toContain(sentence);
  const titles = readFileSync(join(root, file), 'utf8');
  expect(titles).toContain(title);
  expect(titles).not.toMatch(/\b(?:test|describe)\.(?:skip|only|todo)\b/);
});

test('B-77 every sentence of the privacy page is listed here, with its test or as one of people', () => {
  const proven = new Set(promises.map(([sentence]) => sentence));
  const others = sentences.filter((sentence) => !proven.has(sentence));
  expect(others.filter((sentence) => !ofPeople.some((start) => sentence.includes(start)))).toEqual([]);
  expect(ofPeople.filter((start) => !others.some((sentence) => sentence.includes(start)))).toEqual([]);
});
