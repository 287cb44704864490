// Parses the headers Prefer, Accept, Range of a REST request.
import { invalidPreferencesError, notAcceptableError, invalidRangeError } from '../errors.ts';
import type { RowRange } from './parse-query.ts';

export interface RequestPreferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  tx: 'commit' | 'rollback' | null;
  timezone: string | null;
  maxAffected: number | null;
}

const choices: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
};

const appliedOrder = [
  ['resolution', 'resolution'],
  ['missing', 'missing'],
  ['return', 'return'],
  ['count', 'count'],
  ['tx', 'tx'],
  ['handling', 'handling'],
  ['timezone', 'timezone'],
  ['max-affected', 'maxAffected'],
] as const;

export type PreferenceName = (typeof appliedOrder)[number][1];

const none: RequestPreferences = {
  resolution: null,
  return: null,
  count: null,
  missing: null,
  handling: null,
  tx: null,
  timezone: null,
  maxAffected: null,
};

/**
 * Uses the first of a repeated preference. Unknown ones are ignored, or throw PGRST122 with `handling=strict`.
 *
 * @example
 *   parsePrefer('return=minimal, count=exact') // { return: 'minimal', count: 'exact', handling: null }
 *   parsePrefer('count=exact,count=planned') // { count: 'exact' }
 *   parsePrefer('max-affected=10, timezone=America/Toronto, tx=rollback') // { maxAffected: 10, timezone: 'America/Toronto', tx: 'rollback' }
 *   parsePrefer('timezone=Mars/Olympus, max-affected=-1, respond-async') // { timezone: null, maxAffected: null }
 *   parsePrefer('handling=strict, anything') // throws Invalid preferences given with handling=strict
 */
export function parsePrefer(header: string | null): RequestPreferences {
  if (header === null || header === '') return none;
  const found: Record<string, string | number | null> = { ...none };
  const invalid: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    if (preference === '') continue;
    const at = preference.indexOf('=');
    const name = at < 0 ? preference : preference.slice(0, at).trim();
    const value = at < 0 ? '' : preference.slice(at + 1).trim();
    const read = readPreference(name, value);
    if (!read) invalid.push(preference);
    else found[read.name] ??= read.value;
  }
  const preferences = found as unknown as RequestPreferences;
  if (preferences.handling === 'strict' && invalid.length > 0) throw invalidPreferencesError(invalid);
  return preferences;
}

function readPreference(
  name: string,
  value: string,
): { name: PreferenceName; value: string | number } | null {
  if (name === 'max-affected')
    return /^\d{1,15}$/.test(value) ? { name: 'maxAffected', value: Number(value) } : null;
  if (name === 'timezone') return isTimeZone(value) ? { name: 'timezone', value } : null;
  const known = Object.hasOwn(choices, name) && choices[name]?.includes(value);
  return known ? { name: name as PreferenceName, value } : null;
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,60}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * @example
 *   preferenceAppliedHeader(parsePrefer('count=exact, return=minimal, tx=commit'), ['return', 'count']) // 'return=minimal, count=exact'
 *   preferenceAppliedHeader(parsePrefer(null), ['return']) // null
 */
export function preferenceAppliedHeader(
  preferences: RequestPreferences,
  names: readonly PreferenceName[],
): string | null {
  const applied = appliedOrder.flatMap(([header, name]) => {
    const value = names.includes(name) ? preferences[name] : null;
    return value === null ? [] : [`${header}=${value}`];
  });
  return applied.length === 0 ? null : applied.join(', ');
}

/** `object` allows exactly one row. */
export interface ResponseFormat {
  kind: 'array' | 'object' | 'csv';
  nullsStripped: boolean;
  contentType: string;
}

const json: ResponseFormat = {
  kind: 'array',
  nullsStripped: false,
  contentType: 'application/json; charset=utf-8',
};
const vendor = 'application/vnd.pgrst.';

/**
 * Throws PGRST107 (406) when no accepted format is available.
 *
 * @example
 *   parseAccept(null) // { kind: 'array', contentType: 'application/json; charset=utf-8' }
 *   parseAccept('text/csv;q=0.5, application/json') // { kind: 'array' }
 *   parseAccept('text/html, text/csv') // { kind: 'csv' }
 *   parseAccept('application/vnd.pgrst.object+json; nulls=stripped') // { kind: 'object', nullsStripped: true }
 *   parseAccept('text/html') // throws None of these media types are available: text/html
 */
export function parseAccept(header: string | null): ResponseFormat {
  if (header === null || header === '' || header === 'application/json' || header === '*/*') return json;
  const accepted = header
    .split(',')
    .map(readMediaType)
    .sort((a, b) => b.quality - a.quality);
  for (const media of accepted) {
    const format = toFormat(media.type, media.parameters);
    if (format) return format;
  }
  throw notAcceptableError(accepted.map((media) => media.type));
}

function readMediaType(text: string): { type: string; parameters: Map<string, string>; quality: number } {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '').toLowerCase()] as const;
    }),
  );
  const quality = Number(parameters.get('q') ?? '1');
  return { type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 0 };
}

function toFormat(type: string, parameters: Map<string, string>): ResponseFormat | null {
  const nullsStripped = parameters.get('nulls') === 'stripped';
  switch (type) {
    case 'application/json':
    case 'application/*':
    case '*/*':
      return json;
    case `${vendor}array+json`:
    case `${vendor}array`:
      return nullsStripped ? vendorFormat('array', true) : json;
    case `${vendor}object+json`:
    case `${vendor}object`:
      return vendorFormat('object', nullsStripped);
    case 'text/csv':
      return { kind: 'csv', nullsStripped: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

function vendorFormat(kind: 'array' | 'object', nullsStripped: boolean): ResponseFormat {
  const stripped = nullsStripped ? ';nulls=stripped' : '';
  return { kind, nullsStripped, contentType: `${vendor}${kind}+json${stripped}; charset=utf-8` };
}

/**
 * `0-9`, `10-`: both ends included; as in HTTP, anything else is ignored. Throws PGRST103 (416) for an end before the
 * start.
 *
 * @example
 *   parseRange('0-9') // { offset: 0, limit: 10 }
 *   parseRange('items=10-') // { offset: 10, limit: null }
 *   parseRange('bytes=0-9') // null
 *   parseRange('9-0') // throws Requested range not satisfiable
 */
export function parseRange(header: string | null): RowRange | null {
  const match = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const offset = Number(match[1]);
  if (match[2] === '') return { offset, limit: null };
  const last = Number(match[2]);
  if (last < offset) {
    throw invalidRangeError(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset, limit: last - offset + 1 };
}

/**
 * @example
 *   intersectRowRanges({ offset: 10, limit: 10 }, { offset: 15, limit: null }) // { offset: 15, limit: 5 }
 *   intersectRowRanges({ offset: 0, limit: 5 }, { offset: 9, limit: 5 }) // { offset: 9, limit: 0 }
 */
export function intersectRowRanges(outer: RowRange, inner: RowRange): RowRange {
  const offset = Math.max(outer.offset, inner.offset);
  const ends = [outer, inner].flatMap((range) => (range.limit === null ? [] : [range.offset + range.limit]));
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) };
}
