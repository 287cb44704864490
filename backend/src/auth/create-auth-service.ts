// Creates the auth service from the project's `[auth]` config, with its cleaner of expired rows.
import { type AuthOverrides, parseAuthConfig } from './config.ts';
import { createAuthHandler } from './create-auth.ts';
import type { AuthDeps } from './deps.ts';
import { readMailTemplates } from './messages/mail-templates.ts';
import { createExpiredAuthRowsCleaner } from './sessions/delete-expired.ts';

export interface AuthServiceOptions extends Omit<
  AuthDeps,
  'config' | 'templates' | 'siteName' | 'layOutMail' | 'signUpWithoutSession'
> {
  /** `[auth]` of the project's config.toml. */
  table: unknown;
  overrides: AuthOverrides | undefined;
  /** Base of relative paths in the table. */
  workdir: string;
}

/** Throws a StartupError. */
export function createAuthService({ table, overrides, workdir, ...parts }: AuthServiceOptions) {
  const config = parseAuthConfig(table, overrides);
  const templates = readMailTemplates(config, workdir, parts.log);
  const { siteName, layOutMail, signUpWithoutSession } = overrides ?? {};
  return {
    handle: createAuthHandler({ ...parts, config, siteName, layOutMail, signUpWithoutSession, templates }),
    ...createExpiredAuthRowsCleaner(parts.pool, config, parts.log),
  };
}
