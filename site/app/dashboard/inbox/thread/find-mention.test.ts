import { expect, test } from 'vitest';
import { splitAtMentions, matchingColleagues, findTypedMention } from './find-mention.ts';

test.each([
  ['Ask @be', 7, { at: 4, typed: 'be' }],
  ['@', 1, { at: 0, typed: '' }],
  ['(@Ben Ag', 8, { at: 1, typed: 'Ben Ag' }],
  ['Ask @ben\nthen', 13, null],
  ['mail ben@agency.example', 23, null],
  ['Ask @ben', 3, null],
  [`@${'x'.repeat(60)}`, 61, null],
])('B-123 of %j at %i a mention is found', (text, caret, found) => {
  expect(findTypedMention(text, caret)).toEqual(found);
});

test('B-123 colleagues are found by any word of their name, without accents too', () => {
  const team = ['Zoë Lind', 'Ben Agent', 'Jean-Luc Zola'].map((name) => ({ id: name, name }));
  const found = (typed: string) => matchingColleagues(team, typed).map(({ name }) => name);
  expect(found('zo')).toEqual(['Zoë Lind', 'Jean-Luc Zola']);
  expect(found('ben a')).toEqual(['Ben Agent']);
  expect(found('')).toHaveLength(3);
  expect(found('gent')).toEqual([]);
});

test('B-123 names are marked in the text, the longest first', () => {
  const marked = (text: string) =>
    splitAtMentions(text, ['Ben', 'Ben Agent']).map((part) =>
      part.isMention ? `[${part.text}]` : part.text,
    );
  expect(marked('@Ben Agent and @Ben, not @Bo')).toEqual(['[@Ben Agent]', ' and ', '[@Ben]', ', not @Bo']);
  expect(marked('')).toEqual([]);
});
