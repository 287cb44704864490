// The dependencies of the auth handlers (pool, keys, mail, limits); the event of a failed sign-in.
import type pg from 'pg';
import type { LogWriter } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { AccountMailer } from '../mail/message.ts';
import type { BackendKeys } from '../tokens/keys.ts';
import type { AccountMailLayout } from './messages/render-account-mail.ts';
import type { AuthConfig } from './config.ts';
import type { MailTemplates } from './message-config.ts';

/** A wrong password or code. */
export interface FailedSignIn {
  kind: 'password' | 'code';
  /** The account whose code was expected. */
  account: string | null;
  /** As entered, for a sign-in with a password. */
  email: string | null;
  /** The client's address; empty for a request inside this process. */
  address: string;
}

export interface AuthDeps {
  /** Connects as the owner of schema auth, which no caller's role may read. */
  pool: pg.Pool;
  keys: BackendKeys;
  /** Origin only; the issuer of tokens is `${publicUrl}/auth/v1`. */
  publicUrl: string;
  config: AuthConfig;
  limits: RateLimiter;
  mail: AccountMailer;
  /** Used in messages; defaults to the site's host. */
  siteName?: (() => string) | undefined;
  /** See AuthOverrides.layOutMail. */
  layOutMail?: AccountMailLayout | undefined;
  /** See AuthOverrides.signUpWithoutSession. */
  signUpWithoutSession?: boolean | undefined;
  templates?: MailTemplates;
  log: LogWriter;
  clientAddress(request: Request): string;
  /** The client's address; undefined for a request of this process, e.g. of the site's server for a visitor. */
  remoteAddress(request: Request): string | undefined;
  /** Whether to hide that an email is registered. Default: if emails must be confirmed, as on hosted Supabase. */
  hideExistingUsers?: (() => Promise<boolean>) | undefined;
  /** Told how many accounts the response of the admin API contains. Does not throw. */
  onUsersRead: (request: Request, users: number) => void;
  /** Does not throw. */
  onFailedSignIn: (failed: FailedSignIn) => void;
}
