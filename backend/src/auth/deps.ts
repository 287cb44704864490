// The dependencies of the auth handlers (pool, keys, mail, limits); the event of a failed sign-in.
import type pg from 'pg';
import type { Log } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Mailer } from '../mail/message.ts';
import type { Keys } from '../tokens/keys.ts';
import type { AuthConfig } from './config.ts';
import type { MailTemplates } from './message-config.ts';

export interface AuthDeps {
  /** As owner of schema auth, which no caller's role may read. */
  pool: pg.Pool;
  keys: Keys;
  /** Origin; the issuer of tokens adds /auth/v1. */
  publicUrl: string;
  config: AuthConfig;
  limits: RateLimiter;
  mail: Mailer;
  /** In messages; without it the site's host. */
  siteName?: (() => string) | undefined;
  /** See AuthOverrides.signUpWithoutSession. */
  signUpWithoutSession?: boolean | undefined;
  templates?: MailTemplates;
  log: Log;
  clientAddress(request: Request): string;
  /** The same; undefined for a request of this process, e.g. of the site's server for a visitor. */
  remoteAddress(request: Request): string | undefined;
  /** Whether to hide that an email is registered; without it, where emails must be confirmed, as on hosted Supabase. */
  hideExistingUsers?: (() => Promise<boolean>) | undefined;
  /** Does not throw. */
  onFailedSignIn: (failed: FailedSignIn) => void;
}

/** A wrong password or code. */
export interface FailedSignIn {
  kind: 'password' | 'code';
  /** The account whose code was expected. */
  account: string | null;
  /** As it was given with a password. */
  email: string | null;
  /** Of the client, as the listening process knows it; empty inside this process. */
  address: string;
}
