// Reads a project's supabase/config.toml: enabled services, schemas, seed files, warnings.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { collectConfigWarnings } from './collect-config-warnings.ts';
import { type ProjectEnvironment, readEnvironment, substituteEnv } from './environment.ts';
import { parseConfigTable } from './parse-table.ts';

const schema = z.object({
  api: z
    .object({
      enabled: z.boolean().default(true),
      schemas: z.array(z.string()).min(1).default(['public', 'graphql_public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.int().positive().default(1000),
    })
    .prefault({}),
  auth: z.looseObject({ enabled: z.boolean().default(true) }).prefault({}),
  db: z
    .object({
      migrations: z.object({ enabled: z.boolean().default(true) }).prefault({}),
      seed: z
        .object({
          enabled: z.boolean().default(true),
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
});

/** A project's supabase/config.toml, as far as this server uses it. */
export interface SupabaseProject {
  folder: string;
  restEnabled: boolean;
  authEnabled: boolean;
  migrationsEnabled: boolean;
  /** Served by /rest/v1; the first is the default. */
  schemas: string[];
  /** Searched after the request's own schema. */
  extraSearchPath: string[];
  /** The maximum number of rows of one read or rpc. */
  maxRows: number;
  /** Absolute paths; none when seeding is disabled. */
  seedFiles: string[];
  /** The whole file, variables substituted. */
  tables: Record<string, unknown>;
  /** One line for each setting without effect. */
  warnings: string[];
}

/** Uses the CLI's defaults without config.toml. Throws a StartupError, also for a protection that is not offered. */
export function readProject(workdir: string, processEnvironment: ProjectEnvironment = {}): SupabaseProject {
  const folder = join(workdir, 'supabase');
  const file = join(folder, 'config.toml');
  const environment = readEnvironment(workdir, processEnvironment);
  const tables = substituteEnv(parseToml(file, readText(file)), environment) as Record<string, unknown>;
  const warnings = collectConfigWarnings(file, tables);
  const { api, auth, db } = parseConfigTable(schema, '', tables);
  return {
    folder,
    restEnabled: api.enabled,
    authEnabled: auth.enabled,
    migrationsEnabled: db.migrations.enabled,
    schemas: api.schemas,
    extraSearchPath: api.extra_search_path,
    maxRows: api.max_rows,
    seedFiles: db.seed.enabled ? findSeedFiles(folder, db.seed.sql_paths) : [],
    tables,
    warnings,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new PermanentStartupError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new PermanentStartupError(`${file} is not TOML: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    });
  }
}

/** Paths may be patterns; the files of each are sorted by name. */
function findSeedFiles(folder: string, patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).sort());
  return [...new Set(found)].map((path) => join(folder, path));
}
