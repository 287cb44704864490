import type pg from 'pg';
import type { Log } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Mailer } from '../mail/message.ts';
import type { Keys } from '../tokens/keys.ts';
import type { AuthConfig } from './config.ts';
import type { MailTemplates } from './message-config.ts';

/** What the auth service is given. */
export interface AuthDeps {
  /** Logs in as the owner of schema auth, which no caller's role may read. */
  pool: pg.Pool;
  keys: Keys;
  /** The public origin; the issuer of tokens is `${publicUrl}/auth/v1`. */
  publicUrl: string;
  config: AuthConfig;
  limits: RateLimiter;
  mail: Mailer;
  /** What messages call the site; its host without it. */
  siteName?: string | undefined;
  /** See AuthOverrides.signUpWithoutSession. */
  signUpWithoutSession?: boolean | undefined;
  /** The project's own message templates. */
  templates?: MailTemplates;
  log: Log;
  /** The client's IP address, behind trusted proxies too. */
  clientAddress(request: Request): string;
  /**
   * Whether responses must hide that an email is registered. Without it that is hidden exactly where emails have to
   * be confirmed, as on hosted Supabase.
   */
  hideExistingUsers?: (() => Promise<boolean>) | undefined;
}
