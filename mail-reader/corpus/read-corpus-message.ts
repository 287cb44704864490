import type { CorpusMessage } from './corpus.ts';
import { erasedLead, corpusLeads, type LeadKey } from './corpus-world.ts';

type TokenLead = LeadKey | typeof erasedLead.key;

export interface TokenSource {
  /** The signed reply token of a lead. */
  sign: (leadId: string) => string;
  /** A token for the first lead with the signature of the second lead's token. */
  signWithOther: (leadId: string, otherLeadId: string) => string;
}

const placeholder = /\{\{(token|forged-token|base64-of-zeros):([\w-]+)(?::([\w-]+))?\}\}/g;
/** On lines of its own. */
const repetition = /\{\{repeat:(\d+)-(\d+) ([^}]+)\}\}\r\n/g;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function idOf(key: string): string {
  const id = key === erasedLead.key ? erasedLead.id : corpusLeads[key as LeadKey]?.id;
  if (!id) throw new Error(`no lead ${key} in corpus-world.ts`);
  return id;
}

/** Changes the lowest bit of the last character, which base64 decoders may ignore. */
function alterLast(token: string): string {
  const at = alphabet.indexOf(token.slice(-1));
  return token.slice(0, -1) + (at < 0 ? 'x' : alphabet[at ^ 1]);
}

function forge(lead: string, variant: string, tokens: TokenSource): string {
  const token = tokens.sign(idOf(lead));
  const other = /^signature-of-(.+)$/.exec(variant)?.[1];
  if (other) return tokens.signWithOther(idOf(lead), idOf(other));
  switch (variant) {
    case 'altered':
      return alterLast(token);
    case 'appended':
      return `${token}A`;
    case 'upper':
      return token.toUpperCase();
    case 'lower':
      return token.toLowerCase();
    case 'truncated':
      return token.slice(0, Math.floor(token.length * 0.7));
    case 'empty':
      return '';
    default:
      throw new Error(`no variant ${variant} of a forged token`);
  }
}

function base64OfZeros(sizeBytes: number): string {
  const encoded = Buffer.alloc(sizeBytes).toString('base64');
  return encoded.replaceAll(/.{76}/g, '$&\r\n');
}

/** The lines once for each number, with as many digits as the shorter of both; downwards if `first` is greater. */
function repeatLines(first: string, last: string, lines: string): string {
  const [from, to] = [Number(first), Number(last)];
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const number = from < to ? from + index : from - index;
    const digits = Math.min(first.length, last.length);
    return `${lines.replaceAll('#', String(number).padStart(digits, '0'))}\r\n`;
  }).join('');
}

/**
 * The bytes of a message as they arrive. `{{token:LEAD}}` is a valid reply token, `{{forged-token:LEAD:VARIANT}}` an
 * invalid one, `{{base64-of-zeros:BYTES}}` is replaced by a file that is too large for a repository, and
 * `{{repeat:FROM-TO LINES}}` by its lines with each number in place of `#`.
 */
export function readCorpusMessage({ template }: CorpusMessage, tokens: TokenSource): Buffer {
  const filled = template
    .toString('latin1')
    .replaceAll(repetition, (_, first: string, last: string, lines: string) =>
      repeatLines(first, last, lines),
    )
    .replaceAll(placeholder, (_, kind: string, value: string, variant: string = '') => {
      if (kind === 'base64-of-zeros') return base64OfZeros(Number(value));
      return kind === 'token' ? tokens.sign(idOf(value as TokenLead)) : forge(value, variant, tokens);
    });
  return Buffer.from(filled, 'latin1');
}
