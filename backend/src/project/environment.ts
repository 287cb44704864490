// Reads the environment variables that config.toml names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PermanentStartupError } from '../errors/startup-error.ts';

export type ProjectEnvironment = Record<string, string | undefined>;

/**
 * Values for `env(NAME)`: from the process, then from `.env` files in supabase/ and the project root, in the Supabase
 * CLI's order; the first one is used. SUPABASE_ENV names the stage.
 */
export function readEnvironment(workdir: string, processEnvironment: ProjectEnvironment): ProjectEnvironment {
  const stage = processEnvironment['SUPABASE_ENV'] || 'development';
  const names = [`.env.${stage}.local`, ...(stage === 'test' ? [] : ['.env.local']), `.env.${stage}`, '.env'];
  const files = [join(workdir, 'supabase'), workdir].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  const environment: ProjectEnvironment = {};
  for (const file of files.toReversed()) Object.assign(environment, readEnvFile(file));
  return { ...environment, ...processEnvironment };
}

function readEnvFile(file: string): ProjectEnvironment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new PermanentStartupError(`${file} cannot be read: ${code || message}`, { cause: error });
  }
}

const reference = /^env\((\w+)\)$/;

export function isUnresolvedVariable(text: string): boolean {
  return reference.test(text);
}

/** For settings that are treated as missing while their variable is unset. */
export function clearUnresolvedVariable(text: string): string {
  return isUnresolvedVariable(text) ? '' : text;
}

/** As in the Supabase CLI, an unset or empty variable leaves the text as it is. */
export function substituteEnv(value: unknown, environment: ProjectEnvironment): unknown {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1];
    return name === undefined ? value : environment[name] || value;
  }
  if (Array.isArray(value)) return value.map((item) => substituteEnv(item, environment));
  if (!isTomlTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, substituteEnv(item, environment)]),
  );
}

export function isTomlTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
