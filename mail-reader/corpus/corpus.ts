import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseCorpusMessage } from './parse-corpus-message.ts';

/** Folders of the corpus in the order of arrival, because threads grow and old messages are no longer compared. */
const families = [
  'gmail',
  'outlook',
  'apple',
  'thunderbird',
  'webmail',
  // charsets, transfer encodings and encoded headers
  'encoding',
  // tokens, References and In-Reply-To
  'threading',
  // mails that can be assigned only by their sender
  'sender',
  'another-address',
  // reply tokens that are invalid, or not accepted at their place
  'forged-token',
  // what is shown, what is folded, and what must never run or load
  'content',
  // files, checked by their bytes
  'attachment',
  // calendars, cards, TNEF, signatures, encryption and enclosed mails
  'enclosure',
  // broken MIME and headers
  'broken',
  // automatic replies, lists, receipts, and mails of people that only look automatic
  'machine',
  // reports of failed and delayed delivery
  'bounce',
  // our own mail that comes back, and mails that arrive twice or only seem to
  'duplicate',
];

export interface CorpusMessage extends ReturnType<typeof parseCorpusMessage> {
  /** `FAMILY/ID.eml` */
  id: string;
  family: string;
}

function readMessage(family: string, name: string): CorpusMessage {
  try {
    const message = parseCorpusMessage(readFileSync(join(import.meta.dirname, family, name)));
    return { id: basename(name, '.eml'), family, ...message };
  } catch (error) {
    throw new Error(`the lines above the mail in ${family}/${name} are wrong`, { cause: error });
  }
}

/**
 * Incoming mails, each with the expected result, written without knowledge of the program that reads them. A duplicate
 * comes after its original. No mail may join the thread of a lead that `way` and `alsoRight` do not name.
 */
export const mailCorpus: CorpusMessage[] = families.flatMap((family) =>
  readdirSync(join(import.meta.dirname, family))
    .toSorted()
    .map((name) => readMessage(family, name)),
);
