import type { Environment } from './env-files.ts';

const reference = /^env\((\w+)\)$/;

/** Whether a text still is `env(NAME)` because that variable is not set. */
export function isUnset(text: string): boolean {
  return reference.test(text);
}

/** A text that counts as not given while its variable is not set. */
export function emptyIfUnset(text: string): string {
  return isUnset(text) ? '' : text;
}

/**
 * Puts variables in place of texts that are `env(NAME)`. As with the Supabase CLI, one that is not set or empty leaves
 * the text as it is.
 */
export function fillEnv(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1];
    return name === undefined ? value : environment[name] || value;
  }
  if (Array.isArray(value)) return value.map((item) => fillEnv(item, environment));
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillEnv(item, environment)]));
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
