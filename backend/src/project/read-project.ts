import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';

const schema = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).min(1).default(['public', 'graphql_public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.int().positive().default(1000),
    })
    .prefault({}),
  db: z
    .object({
      seed: z
        .object({
          enabled: z.boolean().default(true),
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
});

/** What a project's supabase/config.toml says, as far as this server uses it. */
export interface Project {
  /** The folder supabase/. */
  folder: string;
  /** Schemas that /rest/v1 serves, the first is the default. */
  schemas: string[];
  /** Schemas looked in after the request's own. */
  extraSearchPath: string[];
  /** The most rows one read or rpc answers. */
  maxRows: number;
  /** Files to run once, absolute; none when seeding is switched off. */
  seedFiles: string[];
  /** Every table of the file, variables filled in, for services that read one of their own; empty without it. */
  tables: Record<string, unknown>;
}

/** Reads the project under a workdir; a folder without config.toml has the CLI's defaults. Throws a StartupError. */
export function readProject(workdir: string, environment: Record<string, string | undefined> = {}): Project {
  const folder = join(workdir, 'supabase');
  const file = join(folder, 'config.toml');
  const tables = fillEnv(parseToml(file, readText(file)), environment) as Record<string, unknown>;
  const parsed = schema.safeParse(tables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { api, db } = parsed.data;
  return {
    folder,
    schemas: api.schemas,
    extraSearchPath: api.extra_search_path,
    maxRows: api.max_rows,
    seedFiles: db.seed.enabled ? findSeedFiles(folder, db.seed.sql_paths) : [],
    tables,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new StartupError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new StartupError(`${file} is not TOML: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    });
  }
}

/** Paths may be patterns; each pattern's files come in order of their names. */
function findSeedFiles(folder: string, patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).sort());
  return [...new Set(found)].map((path) => join(folder, path));
}

/** As the CLI does: a text that is `env(NAME)` stands for that variable; one that is not set becomes empty. */
function fillEnv(value: unknown, environment: Record<string, string | undefined>): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1];
    return name === undefined ? value : (environment[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => fillEnv(item, environment));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillEnv(item, environment)]));
}
