import type pg from 'pg';
import type { Log } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Mailer } from '../mail/message.ts';
import type { Keys } from '../tokens/keys.ts';
import type { AuthConfig } from './config.ts';
import type { MailTemplates } from './message-config.ts';

/** What the auth service is given. */
export interface AuthDeps {
  /** Logs in as the owner of schema auth: no caller role may read it. */
  pool: pg.Pool;
  keys: Keys;
  /** The address visitors use, without a path; the issuer of tokens is `${publicUrl}/auth/v1`. */
  publicUrl: string;
  config: AuthConfig;
  limits: RateLimiter;
  mail: Mailer;
  /** What messages call the site; without it its host. */
  siteName?: string | undefined;
  /** Whether a sign-up answers no session even where nothing is confirmed; whoever signed up signs in next. */
  signUpWithoutSession?: boolean | undefined;
  /** The project's own words for messages. */
  templates?: MailTemplates;
  log: Log;
  /** The address a request came from, as limits and sessions should know it. */
  clientAddress(request: Request): string;
  /**
   * Whether a sign-up must not tell that an address is already registered. Without it they are hidden exactly where
   * addresses have to be confirmed, as on hosted Supabase.
   */
  hideExistingUsers?: (() => Promise<boolean>) | undefined;
}
