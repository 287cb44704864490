// Parses a table of config.toml with a zod schema; converts texts to booleans, numbers, lists.
import type { z } from 'zod';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { isTomlTable } from './environment.ts';

/**
 * Converts texts to a boolean, number or list as the Supabase CLI does, because `env(NAME)` gives only texts. `name` is
 * the table's, empty for the whole file. Throws a StartupError that names the key.
 */
export function parseConfigTable<S extends z.ZodType>(schema: S, name: string, table: unknown): z.output<S> {
  const first = schema.safeParse(table);
  if (first.success) return first.data;
  const copy = structuredClone(table);
  for (const issue of first.error.issues) {
    if (issue.code === 'invalid_type') convertAt(copy, issue.path, issue.expected);
  }
  const second = schema.safeParse(copy);
  if (second.success) return second.data;
  const [issue] = second.error.issues;
  const key = [...(name === '' ? [] : [name]), ...(issue?.path ?? [])].join('.');
  throw new PermanentStartupError(`supabase/config.toml: ${key}: ${issue?.message}`);
}

function convertAt(table: unknown, path: readonly PropertyKey[], expected: string): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (isTomlTable(value) ? value[String(key)] : undefined), table);
  const key = String(path.at(-1));
  if (!isTomlTable(parent) || typeof parent[key] !== 'string') return;
  parent[key] = convert(parent[key], expected);
}

function convert(text: string, expected: string): unknown {
  if (expected === 'boolean') return parseBoolean(text) ?? text;
  if (expected === 'number' || expected === 'int') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (expected === 'array') return text.split(',');
  return text;
}

/** Accepts the same texts as Go's strconv.ParseBool; undefined for any other text. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(1|t|true)$/i.test(text)) return true;
  return /^(0|f|false)$/i.test(text) ? false : undefined;
}
