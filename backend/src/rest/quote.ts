// Quotes identifiers, literals, arrays for SQL; collects the parameters of a statement.
import type { ChunkedValue } from '../database/chunked-value.ts';
import { nulByteInTextError } from './errors.ts';

// A caller's text may enter a statement only through these functions.

/** PostgreSQL itself truncates names at 63 bytes. */
export function quoteIdent(name: string): string {
  if (name.includes('\0')) throw nulByteInTextError();
  return `"${name.replaceAll('"', '""')}"`;
}

/** Independent of `standard_conforming_strings`. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw nulByteInTextError();
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}

export function quoteQualifiedName(table: { schema: string; name: string }): string {
  return `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`;
}

/** The name that PostgreSQL makes of a longer one: its first characters that fit into 63 bytes. */
export function cutName(name: string): string {
  const bytes = Buffer.from(name);
  let end = Math.min(bytes.length, 63);
  // A byte 10xxxxxx continues a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** `<name>_<suffix>`, the name cut to PostgreSQL's 63 bytes. */
export function addNameSuffix(name: string, suffix: string | number): string {
  let kept = name.slice(0, 63);
  while (Buffer.byteLength(`${kept}_${suffix}`) > 63) kept = kept.slice(0, -1);
  return `${kept}_${suffix}`;
}

export class SqlParameters {
  readonly values: unknown[] = [];

  /** Bytes are sent as bytea. */
  add(value: string | number | Buffer | ChunkedValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
