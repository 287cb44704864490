import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { parseTable } from '../project/parse-table.ts';
import { parseSize } from './buckets/parse-size.ts';

const mebibyte = 1024 * 1024;

/** As in the Supabase CLI, "50MiB" and "50MB" are the same. */
const size = z.union([z.string(), z.int()]).transform((value, context) => {
  const bytes = parseSize(value, 1024);
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
  /** Bytes of one object; a bucket may allow less. */
  file_size_limit: size.default(50 * mebibyte),
  image_transformation: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  buckets: z.record(z.string(), bucket).default({}),
});

export type StorageConfig = z.output<typeof schema>;

/** Throws a StartupError naming the key. */
export function parseStorageConfig(table: unknown): StorageConfig {
  const result = parseTable(schema, table ?? {});
  if (result.success) return result.data;
  const key = ['storage', ...(result.issue?.path ?? [])].join('.');
  throw new StartupError(`supabase/config.toml: ${key} is wrong: ${result.issue?.message}`);
}
