import { badPreferences } from '../errors.ts';

export interface Preferences {
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

const none: Preferences = {
  resolution: null,
  return: null,
  count: null,
  missing: null,
  handling: null,
  tx: null,
  timezone: null,
  maxAffected: null,
};

/** The first of a repeated preference counts. Unknown ones are ignored, or throw PGRST122 with `handling=strict`. */
export function parsePrefer(header: string | null): Preferences {
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
  const preferences = found as unknown as Preferences;
  if (preferences.handling === 'strict' && invalid.length > 0) throw badPreferences(invalid);
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

export function preferenceApplied(preferences: Preferences, names: readonly PreferenceName[]): string | null {
  const applied = appliedOrder.flatMap(([header, name]) => {
    const value = names.includes(name) ? preferences[name] : null;
    return value === null ? [] : [`${header}=${value}`];
  });
  return applied.length === 0 ? null : applied.join(', ');
}
