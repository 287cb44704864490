// Strict parser of "Sign-In with Ethereum" messages (EIP-4361): what is signed must be what is understood. The nonce is
// optional, as in the reference and its client.
import { validationFailedError } from '../http/errors.ts';

/** Times in milliseconds. */
export interface SiweMessage {
  domain: string;
  /** As written: 0x and 40 hex digits. */
  address: string;
  statement: string | undefined;
  uri: string;
  chainId: number;
  nonce: string | undefined;
  issuedAt: number;
  expirationTime: number | undefined;
  notBefore: number | undefined;
}

const minLength = 64;
const maxBytes = 20 * 1024;
const minLines = 6;
const firstLine = /^([a-zA-Z0-9.:[\]-]{1,255}) wants you to sign in with your Ethereum account:$/;
const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** In the order of EIP-4361. */
const fieldPatterns = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
];

/** Throws 400 validation_failed. */
export function parseSiweMessage(message: string): SiweMessage {
  if (message.length < minLength) throw validationFailedError('message is too short');
  if (Buffer.byteLength(message) > maxBytes) throw validationFailedError('message must not exceed 20KB');
  const lines = message.split('\n');
  if (lines.length < minLines) throw validationFailedError('message must have at least 6 lines');
  const domain = firstLine.exec(lines[0] ?? '')?.[1];
  if (domain === undefined) throw wrong('first line does not name a domain and Ethereum');
  const address = lines[1] ?? '';
  if (!addressPattern.test(address)) throw wrong('wallet address is not in the valid format');
  if (lines[2] !== '') throw wrong('third line must be empty');
  const { statement, rest } = splitStatement(lines.slice(3));
  const fields = readFields(rest);
  if (fields.get('Version') !== '1') throw wrong('Version value is not 1');
  const nonce = fields.get('Nonce');
  if (nonce !== undefined && !/^[a-zA-Z0-9]{8,250}$/.test(nonce)) {
    throw wrong('Nonce must have at least 8 letters and digits');
  }
  return {
    domain,
    address,
    statement,
    uri: required(fields, 'URI'),
    chainId: readChainId(required(fields, 'Chain ID')),
    nonce,
    issuedAt: readTime(fields, 'Issued At') ?? missing('Issued At'),
    expirationTime: readTime(fields, 'Expiration Time'),
    notBefore: readTime(fields, 'Not Before'),
  };
}

/**
 * Splits off the statement: one line that an empty line follows. A message without a statement has one more empty
 * line or none.
 */
function splitStatement(lines: string[]): { statement: string | undefined; rest: string[] } {
  if (lines[0]?.startsWith('URI: ')) return { statement: undefined, rest: lines };
  if (lines[0] === '') return { statement: undefined, rest: lines.slice(1) };
  if (lines[1] !== '') throw wrong('statement must be one line, followed by an empty one');
  return { statement: lines[0], rest: lines.slice(2) };
}

function readFields(lines: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (line === 'Resources:') {
      requireResources(lines.slice(at + 1));
      break;
    }
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    const index = fieldPatterns.indexOf(name, next);
    if (colon < 0 || index < 0)
      throw wrong(`line ${JSON.stringify(line.slice(0, 40))} is not expected there`);
    next = index + 1;
    fields.set(name, line.slice(colon + 2));
  }
  return fields;
}

function requireResources(lines: string[]): void {
  for (const line of lines) {
    if (!line.startsWith('- ') || !URL.canParse(line.slice(2))) throw wrong('a resource is not a URI');
  }
}

function required(fields: Map<string, string>, name: string): string {
  return fields.get(name) || missing(name);
}

function missing(name: string): never {
  throw wrong(`${name} is missing`);
}

function readChainId(text: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id) || id === 0)
    throw wrong('Chain ID is not a whole number');
  return id;
}

function readTime(fields: Map<string, string>, name: string): number | undefined {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  const time = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw wrong(`${name} is not a time in ISO 8601`);
  return time;
}

function wrong(what: string): Error {
  return validationFailedError(`Sign-In with Ethereum message: ${what}`);
}
