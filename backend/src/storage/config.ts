// The `[storage]` table of config.toml.
import { z } from 'zod';
import { parseConfigTable } from '../project/parse-table.ts';

const mebibyte = 1024 * 1024;

/** As in the Supabase CLI, "50MiB" and "50MB" are the same. */
const size = z.union([z.string(), z.int()]).transform((value, context) => {
  const bytes = parseByteSize(value, 1024);
  if (bytes === null) context.addIssue('must be a size such as "50MiB"');
  return bytes ?? 0;
});

const bucket = z.object({
  public: z.boolean().default(false),
  file_size_limit: size.optional(),
  allowed_mime_types: z.array(z.string()).optional(),
});

/** With the defaults of the Supabase CLI. Other keys are ignored. */
const schema = z.object({
  enabled: z.boolean().default(true),
  /** Maximum size of one object in bytes; a bucket may allow less. */
  file_size_limit: size.default(50 * mebibyte),
  image_transformation: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  buckets: z.record(z.string(), bucket).default({}),
});

export type StorageConfig = z.output<typeof schema>;

/** Throws a StartupError naming the key. */
export function parseStorageConfig(table: unknown): StorageConfig {
  return parseConfigTable(schema, 'storage', table ?? {});
}

/**
 * Bytes of a number or a text such as "20mb" or "1.5 GiB". `kilo` is the base of K, M and G without an i: 1000 in
 * requests, 1024 in config.toml.
 */
export function parseByteSize(value: string | number, kilo: 1000 | 1024 = 1000): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = /^\s*(\d{1,15}(?:\.\d{1,3})?)\s*([kmgt]?)(i?)b?\s*$/i.exec(value);
  if (!match) return null;
  const [, number = '', prefix = '', binary] = match;
  if (binary && !prefix) return null;
  const power = ' kmgt'.indexOf(prefix.toLowerCase() || ' ');
  const bytes = Math.floor(Number(number) * (binary ? 1024 : kilo) ** power);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
