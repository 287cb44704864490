// The `[functions]` tables of config.toml, with the limits of functions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { clearUnresolvedVariable } from '../project/environment.ts';
import { parseConfigTable } from '../project/parse-table.ts';

const functionSchema = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().default(true),
  entrypoint: z.string().optional(),
});

const functionsSchema = z.record(z.string(), functionSchema).default({});
const runtimeSchema = z
  .object({
    enabled: z.boolean().default(true),
    secrets: z.record(z.string(), z.string().transform(clearUnresolvedVariable)).default({}),
  })
  .prefault({});

export interface FunctionsConfig {
  enabled: boolean;
  folder: string;
  functions: Record<string, z.output<typeof functionSchema>>;
  /** From supabase/functions/.env, overridden by `[edge_runtime.secrets]`; empty ones are left out. */
  secrets: Record<string, string>;
}

/** Reads `[functions.*]`, `[edge_runtime]` and supabase/functions/.env. Throws a StartupError naming the key. */
export function readFunctionsConfig(
  supabaseFolder: string,
  tables: Record<string, unknown>,
): FunctionsConfig {
  const functions = parseConfigTable(functionsSchema, 'functions', tables['functions']);
  const runtime = parseConfigTable(runtimeSchema, 'edge_runtime', tables['edge_runtime']);
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

export interface FunctionLimits {
  bootTimeoutMs: number;
  /** Time until the response must begin. */
  responseTimeoutMs: number;
  totalTimeoutMs: number;
  /** Processor time during which the event loop may not respond, as in an endless loop. */
  stuckCpuMs: number;
  memoryMib: number;
  idleTimeoutMs: number;
}

export const defaultFunctionLimits: FunctionLimits = {
  bootTimeoutMs: 20_000,
  responseTimeoutMs: 60_000,
  totalTimeoutMs: 150_000,
  stuckCpuMs: 2_000,
  memoryMib: 512,
  idleTimeoutMs: 300_000,
};

/** An idle process takes about 60 MiB. */
export const maxFunctionProcesses = 12;
