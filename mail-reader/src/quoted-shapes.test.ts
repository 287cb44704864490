import { expect, test } from 'vitest';
import { corpusOwnMail as own } from '../corpus/corpus-world.ts';
import { newWords, quoteAsPrograms } from '../corpus/examples.ts';
import { readMail } from './read-mail.ts';

const quoted = 'Hi Ana,\n\nDoes Thursday work for you?\n\n-- \nMaude\nFairlead';
const encodings = ['8bit', 'base64'] as const;

function mailOf(body: string, encoding: (typeof encodings)[number]): Buffer {
  const bytes = Buffer.from(body.replaceAll('\n', '\r\n'));
  const content =
    encoding === 'base64' ? Buffer.from(bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')) : bytes;
  const heads = [
    'From: Ana Roy <ana@roy.example>',
    'To: reply@mail.example.test',
    'Subject: Re: Your inquiry',
    'Message-ID: <shape@roy.example>',
    'In-Reply-To: <reply-1@mail.example.test>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  return Buffer.concat([Buffer.from(`${heads.join('\r\n')}\r\n\r\n`), content]);
}

/** The text that is visible while all folds are closed. */
async function shown(raw: Buffer): Promise<string> {
  const { body, folds } = await readMail(raw, own);
  const isFolded = (line: number) =>
    folds.some((from, i) => i % 2 === 0 && line >= from && line < (folds[i + 1] ?? 0));
  return body
    .split('\n')
    .filter((_, line) => !isFolded(line))
    .join('\n')
    .trim();
}

test.each(quoteAsPrograms(quoted))(
  'B-90 below the words of %s all that it quotes is folded, and no word of theirs',
  async (_program, below) => {
    for (const [kind, text] of Object.entries(newWords))
      for (const encoding of encodings)
        expect(await shown(mailOf(`${text}\n\n${below}\n`, encoding)), `${kind}, ${encoding}`).toBe(text);
  },
);
