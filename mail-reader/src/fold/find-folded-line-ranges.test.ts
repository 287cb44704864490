import { describe, expect, test } from 'vitest';
import { corpusOwnMail } from '../../corpus/corpus-world.ts';
import { ownWords, programLines, quotingPrograms } from '../../corpus/examples.ts';
import { findFoldedLineRanges } from './find-folded-line-ranges.ts';

const parts = [
  'Hi Ana,\n\nDoes Thursday at ten work for you? The audit would take two weeks.',
  'Also: how many pages does your site have today?',
  '-- \nMaude Gagnon\nFairlead Digital',
] as const;
const sent = parts.join('\n\n');
const texts = [sent, 'Maude Gagnon', 'Fairlead Digital', 'Ana Roy'];
const replies = ['Yes, Thursday works.', 'About forty pages.'] as const;

const squeeze = (text: string): string => text.replaceAll(/\n{2,}/g, '\n').trim();
const mark = (text: string): string => text.replaceAll(/^/gm, '> ');

function shown(body: string, known: readonly string[]): string {
  const text = body.trim();
  const folds = findFoldedLineRanges(text, {
    texts: known,
    ownAddresses: ['reply+', 'reply@mail.example.test', 'post@mail.example.test'],
    subject: 'Re: Your inquiry',
    fromName: 'Ana Roy',
    ownFooter: corpusOwnMail,
  });
  const isFolded = (line: number): boolean =>
    folds.some((from, i) => i % 2 === 0 && line >= from && line < (folds[i + 1] ?? 0));
  return squeeze(text.split('\n').filter((_, line) => !isFolded(line)).join('\n')); // prettier-ignore
}

describe('B-90 folding', () => {
  test.each(quotingPrograms)(
    'B-90 own words above, below and between quotations are not folded: $program',
    ({ intro, isMarked }) => {
      const quoted = isMarked ? mark : (text: string) => text;
      const own = replies.join('\n\n');
      expect(shown(`${own}\n\n${intro}\n\n${quoted(sent)}`, []), 'above, with unknown texts').toBe(
        squeeze(own),
      );
      expect(shown(`${own}\n\n${intro}\n\n${quoted(sent)}`, texts), 'above').toBe(squeeze(own));
      expect(shown(`${intro}\n\n${quoted(sent)}\n\n${own}`, texts), 'below').toBe(squeeze(own));
      const between = `${intro}\n\n${quoted(parts[0])}\n\n${replies[0]}\n\n${quoted(parts[1])}\n\n${replies[1]}\n\n${quoted(parts[2])}`;
      expect(shown(between, texts), 'between').toBe(squeeze(own));
      const close = [...replies, intro, quoted(sent.replaceAll('\n\n', '\n'))].join('\n');
      for (const known of [texts, []]) expect(shown(close, known), 'right above').toBe(squeeze(own));
      const inline = [
        intro,
        quoted(parts[0]),
        replies[0],
        quoted(parts[1]),
        replies[1],
        quoted(parts[2]),
      ].join('\n');
      expect(shown(inline, texts), 'right between').toBe(squeeze(own));
      for (const line of replies) {
        expect(shown(between, []), 'between, with unknown texts').toContain(isMarked ? line : '');
        expect(shown(`${intro}\n\n${quoted(sent)}\n\n${own}`, []), 'below, with unknown texts').toContain(
          line,
        );
      }
    },
  );

  test.each(ownWords)('B-90 no words of a person are folded: %j', (words) => {
    const own = `Hello,\n\n${words}\n\nRegards`;
    const quotes = [
      '',
      ...quotingPrograms.map(({ intro, isMarked }) => `${intro}\n\n${isMarked ? mark(sent) : sent}`),
    ];
    for (const quote of quotes)
      for (const known of [texts, []]) expect(shown(`${own}\n\n${quote}`, known), quote).toBe(squeeze(own));
  });

  test.each(programLines)('B-90 the line of a program is folded: %s', (line) => {
    for (const quote of ['', `${quotingPrograms[0]?.intro}\n\n${mark(sent)}`])
      expect(shown(`${replies[0]}\n\n${line}\n\n${quote}`, texts)).toBe(replies[0]);
  });

  test('B-90 a mail is never folded as a whole, not even if it only repeats one of our mails', () => {
    for (const { intro, isMarked } of quotingPrograms)
      expect(shown(`${intro}\n\n${isMarked ? mark(sent) : sent}`, texts)).not.toBe('');
    expect(shown('Does Thursday at ten work for you?', texts)).toBe('Does Thursday at ten work for you?');
  });
});
