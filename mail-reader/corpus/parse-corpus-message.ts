// Parses the head of a corpus file: lines `X-Expect-…: …` above the mail, one value each. Everything below is the mail.
import { z } from 'zod';
import { corpusLeads, outgoingMails, type LeadKey, type OutgoingKey } from './corpus-world.ts';

const text = z.string().min(1);
const lead = z.enum(Object.keys(corpusLeads) as LeadKey[]);
const message = z.enum(Object.keys(outgoingMails) as OutgoingKey[]);

/**
 * Where a mail belongs: in a thread by proof, in the newest open lead of its sender marked as a guess, in the list for
 * manual assignment, nowhere (stored, but no work), or with the message whose delivery it reports as failed.
 */
const way = z.union([
  z.enum(['triage', 'machine']),
  z.templateLiteral(['joins ', lead]),
  z.templateLiteral(['guess ', lead]),
  z.templateLiteral(['bounce ', message]),
]);

const attachment = z.strictObject({
  /** the name that is shown; empty if the mail has none and the product chooses */
  name: z.string(),
  /** the type of its bytes, whatever the mail declares */
  type: text,
  /** decoded; absent for text parts whose line ends a program may change or count differently */
  sizeBytes: z.number().optional(),
  /** `either`: kept, refused or, for signatures and the like, left out of the list */
  outcome: z.enum(['kept', 'refused', 'either']),
  /** shown by the text itself (cid) */
  inline: z.literal(true).optional(),
  /** never shown as a picture or page, only downloaded */
  neverPicture: z.literal(true).optional(),
  note: text.optional(),
});

const bounce = z.strictObject({
  /** part of the reason that staff can see */
  reason: text,
  recipient: text,
  /** absent if the report is inconclusive (mailbox full, host not found) */
  addressIsBad: z.boolean().optional(),
});

function once<Value extends z.ZodType>(value: Value) {
  return z.tuple([value]).transform(([only]) => only);
}

const flag = once(z.literal('yes')).optional();

/** Named after the line: `X-Expect-Not-Visible` is `notVisible`. */
const expectations = z.strictObject({
  /** one sentence that describes the mail */
  is: once(text),
  way: once(way),
  /** other correct results, if the rules permit several */
  alsoRight: z.array(way).optional(),
  /** ID of the message that it repeats: adds nothing. `way` is that of the first. */
  duplicateOf: once(text).optional(),
  /** The sender is not the lead's address, which staff must see. */
  fromAnotherAddress: flag,
  /** its text or its program is French */
  french: flag,
  /** its lines do not all end with CRLF, on purpose */
  bareLineFeeds: flag,
  /** decoded */
  subject: once(text).optional(),
  /** All of the new text, with folded parts closed. White space is compared as single spaces. */
  visible: once(text).optional(),
  visiblePart: z.array(text).optional(),
  /** Stored, but folded as a quotation or signature, so not in the visible text. White space as above. */
  folded: z.array(text).optional(),
  /** Must be in no visible text and in no displayed markup. */
  notVisible: z.array(text).optional(),
  /** Addresses that must not be fetched. */
  neverLoaded: z.array(text).optional(),
  /** In their order within the mail. Absent: not compared. */
  attachment: z.array(attachment).optional(),
  bounce: once(bounce).optional(),
});

const head = /^(?:X-Expect-[^\r\n]*\r?\n)+/;

/** Throws if a name is unknown, a value is missing or not allowed, or a line is repeated that must not be. */
export function parseCorpusMessage(file: Buffer): z.infer<typeof expectations> & { template: Buffer } {
  const end = head.exec(file.toString('latin1'))?.[0].length ?? 0;
  const values: Record<string, unknown[]> = {};
  for (const line of file.toString('utf8', 0, end).split(/\r?\n/).slice(0, -1)) {
    const [, first = '', rest = line, value = ''] = /^X-Expect-([A-Z])([A-Za-z-]*): (.*)$/.exec(line) ?? [];
    const name = first.toLowerCase() + rest.replaceAll('-', '');
    // An object, or a text with characters that an editor would hide.
    (values[name] ??= []).push(/^["{]/.test(value) ? JSON.parse(value) : value);
  }
  return { ...expectations.parse(values), template: file.subarray(end) };
}
