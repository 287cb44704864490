import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

export type ProjectEnvironment = Record<string, string | undefined>;

/**
 * For `env(NAME)`: the process, then `.env` files in supabase/ and the project root, in the Supabase CLI's order; the
 * first wins. SUPABASE_ENV names the stage.
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
    throw new StartupError(`${file} cannot be read: ${code || message}`, { cause: error });
  }
}
