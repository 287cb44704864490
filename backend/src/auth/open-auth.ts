import { type AuthOverrides, parseAuthConfig } from './config.ts';
import { createAuth } from './create-auth.ts';
import type { AuthDeps } from './deps.ts';
import { readTemplates } from './messages/mail-templates.ts';
import { deleteExpiredPeriodically } from './sessions/delete-expired.ts';

export interface AuthParts extends Omit<
  AuthDeps,
  'config' | 'templates' | 'siteName' | 'signUpWithoutSession'
> {
  /** The table `[auth]` of the project's config.toml. */
  table: unknown;
  overrides: AuthOverrides | undefined;
  /** Where the paths in that table count from. */
  workdir: string;
}

export interface Auth {
  handle: ReturnType<typeof createAuth>;
  /** Begins to delete what has expired; call it once the database is migrated. */
  start(): void;
  close(): Promise<void>;
}

/** Makes the auth service of a project. Throws a StartupError that names what is wrong in its config.toml. */
export function openAuth({ table, overrides, workdir, ...parts }: AuthParts): Auth {
  const config = parseAuthConfig(table, overrides);
  const templates = readTemplates(config, workdir, parts.log);
  const { siteName, signUpWithoutSession } = overrides ?? {};
  return {
    handle: createAuth({ ...parts, config, siteName, signUpWithoutSession, templates }),
    ...deleteExpiredPeriodically(parts.pool, config, parts.log),
  };
}
