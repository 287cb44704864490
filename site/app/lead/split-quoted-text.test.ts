import { expect, test } from 'vitest';
import { splitQuotedText } from './split-quoted-text.ts';

const intro = 'On November 23, 2026 at 9:14 a.m., Maude wrote:';

test.each<[string, string, { own: string; quoted: string }]>([
  ['no quote', 'Fine.\n\nAna', { own: 'Fine.\n\nAna', quoted: '' }],
  [
    'an introduced one',
    `Fine.\n\n${intro}\n> Thursday?\n>> Hi`,
    { own: 'Fine.', quoted: `${intro}\n> Thursday?\n>> Hi` },
  ],
  ['one without marks', `Fine.\n${intro}\nThursday?`, { own: 'Fine.', quoted: `${intro}\nThursday?` }],
  [
    'in French',
    'Oui.\nLe 23 nov. 2026, Maude a écrit :\n> Jeudi?',
    { own: 'Oui.', quoted: 'Le 23 nov. 2026, Maude a écrit :\n> Jeudi?' },
  ],
  [
    'as Outlook',
    'Yes.\n-----Original Message-----\nFrom: M',
    { own: 'Yes.', quoted: '-----Original Message-----\nFrom: M' },
  ],
  ['marks alone', 'Fine.\n\n> Thursday?\n>\n', { own: 'Fine.', quoted: '> Thursday?\n>' }],
])('B-107 a quotation is separated from own words: %s', (_, message, folded) => {
  expect(splitQuotedText(message)).toEqual(folded);
});

test.each([
  ['an answer below the quote', `${intro}\n> Thursday?\n\nFine.`],
  ['answers between its lines', `Hi\n${intro}\n> Thursday?\nFine.\n> At nine?\nYes.`],
  ['nothing but a quote', `${intro}\n> Thursday?`],
])('B-107 text that only resembles a quotation stays: %s', (_, message) => {
  expect(splitQuotedText(message)).toEqual({ own: message, quoted: '' });
});
