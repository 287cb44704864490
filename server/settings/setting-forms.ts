// The forms that values of settings may have. Each rejects a value with what is expected and an example.
import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

const longestName = 253;
const hostLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** A name that DNS may have, also one in other letters than ASCII; or an IP address. */
export function isHost(host: string): boolean {
  if (isIP(host) > 0) return true;
  // Other text of digits is resolved in surprising ways: 127.1 as 127.0.0.1.
  if (/^[\d.]*$/.test(host)) return false;
  const ascii = domainToASCII(host).replace(/\.$/, '');
  return ascii.length <= longestName && ascii.split('.').every((label) => hostLabel.test(label));
}

/** Whether a text ends in a host after its @, and is an email address in a form that every mail server knows. */
function isEmailAddress(text: string): boolean {
  const [, local = '', host = ''] = /^([\w.!#$%&'*/=?^`{|}~+-]{1,64})@([^@[\]]+)$/.exec(text) ?? [];
  return local !== '' && isHost(host) && isIP(host) === 0;
}

/** No setting has line breaks, tabs and other control characters. */
const controlCharacter = /\p{Cc}/u;

/** Quotes around the whole value, which an environment file of a container keeps. */
const quotedValue = /^(["']).*\1$/s;

/** A secret may have blanks and quotes around it. */
export function secret(expected: string, isValid: (value: string) => boolean) {
  return z.string().refine((value) => !controlCharacter.test(value) && isValid(value), expected);
}

export function text(expected: string, isValid: (value: string) => boolean) {
  return secret(expected, (value) => !quotedValue.test(value) && isValid(value));
}

/** Digits alone: other forms of numbers, such as 1e3, 0x10 and 1_000, are rejected. */
export function wholeNumber(expected: string, min: number, max: number) {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, expected)
    .transform(Number);
}

export function seconds(example: string) {
  return z
    .string()
    .refine(
      (value) => /^\d{1,4}(\.\d{1,3})?$/.test(value) && Number(value) <= 3600,
      `use a number of seconds from 0 to 3600, e.g. ${example}`,
    )
    .transform(Number);
}

/** A path that only a shell would expand, or another kind of address. */
const unexpandedPath = /^~|\$\{|^\$|^[a-z][a-z\d+.-]*:\/\//i;

export function isFolder(value: string): boolean {
  return !unexpandedPath.test(value) && value !== '/';
}

/** PostgreSQL reads a comma as the end of the path of its socket. */
export function isDataFolder(value: string): boolean {
  return isFolder(value) && !value.includes(',');
}

export function isAbsolutePath(value: string): boolean {
  return value.startsWith('/') && isFolder(value);
}

const bucketPattern = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?$/;

export function isBackupTarget(value: string): boolean {
  return isAbsolutePath(value) || bucketPattern.test(value);
}

/** For HTTP headers and the like, where a blank or a quote is a mistake of copying. */
export function isPrintableToken(value: string): boolean {
  return /^[!#-&(-~]+$/.test(value);
}

export function isDnsServer(value: string): boolean {
  try {
    new Resolver().setServers([value]);
    return !value.endsWith(':0') || isIP(value) > 0;
  } catch {
    return false;
  }
}

/** Without login, query and fragment. */
export function httpUrl(expected: string) {
  return text(expected, (value) => {
    const url = parseUrl(value, /^https?:$/);
    return url !== null && !/[?#]/.test(value) && url.username === '' && url.password === '';
  }).transform((value) => value.replace(/\/+$/, ''));
}

/** Without a path, because links append one; in the form that browsers send, which cookies and CORS compare. */
export function siteUrl(expected: string) {
  return httpUrl(expected)
    .refine((value) => URL.canParse(value) && new URL(value).pathname === '/', expected)
    .transform((value) => new URL(value).origin);
}

interface LoginUrlForm {
  protocol: RegExp;
  /** Whether what follows the host is right. */
  hasValidRest: (url: URL) => boolean;
}

const encoding = 'in user and password write # as %23, / as %2F, : as %3A, ? as %3F, @ as %40 and % as %25';

/**
 * An address that may contain a password. One with a special character in its password ends there (`#`, `?`, `/`):
 * the rest then contains the @ of the login.
 */
export function loginUrl(expected: string, { protocol, hasValidRest }: LoginUrlForm) {
  return text(`${expected}; ${encoding}`, (value) => {
    const url = parseUrl(value, protocol);
    if (url === null || url.hash !== '' || url.pathname.includes('@')) return false;
    if (url.username === '' && value.includes('@')) return false;
    return isEncoded(url.username) && isEncoded(url.password) && hasValidRest(url);
  });
}

/** Null for text that begins with another scheme, or whose host or port cannot be one. */
function parseUrl(value: string, protocol: RegExp): URL | null {
  if (!/^[a-z]+:\/\//i.test(value) || /[\s\\]/.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const isKnown = protocol.test(url.protocol) && url.port !== '0';
  return isKnown && (host === '' || isHost(decodeHost(host)) || isSocketFolder(decodeHost(host)))
    ? url
    : null;
}

/** "%2Fvar%2Frun%2Fpostgresql" in the address of a database. */
function isSocketFolder(host: string): boolean {
  return isAbsolutePath(host);
}

function decodeHost(host: string): string {
  return isEncoded(host) ? decodeURIComponent(host) : host;
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** `Name <address>` or an address; a name with characters that separate addresses is quoted. */
export function sender(expected: string) {
  return text(expected, (value) => parseSender(value) !== null).transform((value) => {
    const { name, address } = parseSender(value) ?? { name: '', address: value };
    if (name === '') return address;
    return /^[^()<>[\]:;@\\,."]*$/.test(name) ? `${name} <${address}>` : `"${name}" <${address}>`;
  });
}

function parseSender(value: string): { name: string; address: string } | null {
  const [, quoted, plain, address = value] =
    /^(?:"([^"\\<>]+)"|([^"\\<>]+?))\s*<([^<>]+)>$/.exec(value) ?? [];
  return isEmailAddress(address) ? { name: quoted ?? plain ?? '', address } : null;
}

/** The token is added to the part before the @, which may have 64 characters. */
export function canCarryReplyToken(value: string): boolean {
  return isEmailAddress(value) && /^[^@+]{1,21}@[^@]+\.[^@]+$/.test(value);
}
