import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { emptyIfUnset } from '../project/fill-env.ts';
import { parseTable } from '../project/parse-table.ts';

const oneFunction = z.object({
  enabled: z.boolean().default(true),
  /** Whether a call must carry a key or a token of this server. */
  verify_jwt: z.boolean().default(true),
  entrypoint: z.string().optional(),
});

const functionsTable = z.record(z.string(), oneFunction).default({});
const runtimeTable = z
  .object({
    enabled: z.boolean().default(true),
    secrets: z.record(z.string(), z.string().transform(emptyIfUnset)).default({}),
  })
  .prefault({});

export interface FunctionsConfig {
  enabled: boolean;
  /** The folder supabase/functions. */
  folder: string;
  functions: Record<string, z.output<typeof oneFunction>>;
  /** From supabase/functions/.env, then `[edge_runtime.secrets]`; empty ones are left out. */
  secrets: Record<string, string>;
}

/** Reads `[functions.*]`, `[edge_runtime]` and supabase/functions/.env of a project. Throws a StartupError naming the key. */
export function parseFunctionsConfig(
  supabaseFolder: string,
  tables: Record<string, unknown>,
): FunctionsConfig {
  const functions = check('functions', functionsTable, tables['functions']);
  const runtime = check('edge_runtime', runtimeTable, tables['edge_runtime']);
  const folder = join(supabaseFolder, 'functions');
  const file = join(folder, '.env');
  const secrets = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...runtime.secrets };
  return {
    enabled: runtime.enabled,
    folder,
    functions,
    secrets: Object.fromEntries(
      Object.entries(secrets).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
  };
}

function check<S extends z.ZodType>(name: string, schema: S, table: unknown): z.output<S> {
  const result = parseTable(schema, table);
  if (result.success) return result.data;
  const key = [name, ...(result.issue?.path ?? [])].join('.');
  throw new StartupError(`supabase/config.toml: ${key} is wrong: ${result.issue?.message}`);
}
