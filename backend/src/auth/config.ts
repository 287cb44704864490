import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { emptyIfUnset, isUnset } from '../project/fill-env.ts';
import { parseTable } from '../project/parse-table.ts';
import { duration, emailSchema, smsSchema } from './message-config.ts';
import { mfaConfigSchema } from './mfa-config.ts';
import { hookSchema } from './hook-config.ts';
import { checkProviders, externalConfigSchema } from './provider-config.ts';

const LOCAL_SITE = 'http://127.0.0.1:3000';

const limit = duration.transform((given) => given || undefined).optional();
const seconds = z.number().int().positive();

/** What `[auth]` of a project's config.toml decides, with the defaults of the Supabase CLI. Unknown keys are ignored. */
export const authConfigSchema = z.object({
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  enable_manual_linking: z.boolean().default(false),
  /** Where links and redirects lead that name no allowed address of their own. */
  site_url: z
    .string()
    .transform((url) => emptyIfUnset(url) || LOCAL_SITE)
    .refine((url) => URL.canParse(url), 'must be an address such as "https://www.example.com"')
    .default(LOCAL_SITE),
  /** Further addresses that may be named, as patterns. */
  additional_redirect_urls: z
    .array(z.string())
    .transform((patterns) => patterns.filter((pattern) => !isUnset(pattern)))
    .default([]),
  jwt_expiry: seconds.max(604_800).default(3600),
  enable_refresh_token_rotation: z.boolean().default(true),
  refresh_token_reuse_interval: z.number().int().min(0).default(10),
  minimum_password_length: z.number().int().min(6).max(72).default(6),
  password_requirements: z
    .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
    .default(''),
  rate_limit: z
    .object({
      // In five minutes, for one address.
      sign_in_sign_ups: seconds.default(30),
      token_refresh: seconds.default(150),
      token_verifications: seconds.default(30),
      // In an hour, caused by one address.
      email_sent: seconds.default(30),
      sms_sent: seconds.default(30),
      anonymous_users: seconds.default(30),
      // In five minutes, for one address.
      web3: seconds.default(30),
    })
    .prefault({}),
  email: emailSchema,
  sms: smsSchema,
  hook: hookSchema,
  mfa: mfaConfigSchema,
  external: externalConfigSchema,
  /** Ethereum alone. */
  web3: z.object({ ethereum: z.object({ enabled: z.boolean().default(false) }).prefault({}) }).prefault({}),
  /** Seconds that a session may live, and that it may lie unused. Without them, or with 0, it has no end. */
  sessions: z.object({ timebox: limit, inactivity_timeout: limit }).prefault({}),
});

export type AuthConfig = z.output<typeof authConfigSchema> & {
  /** Whether a password that is guessed first is refused; see AuthOverrides.strictPasswords. */
  rejectGuessablePasswords?: boolean;
};

/** The least that a password must have on the internet, whatever a project's file says. */
const STRICT_LENGTH = 8;

/** What a server is told at its start and its config.toml, which knows one address only, cannot say. */
export interface AuthOverrides {
  /** Stands for `site_url`. */
  siteUrl?: string;
  /** What messages call the site; without it its host. */
  siteName?: string;
  /** True: an address must be confirmed by mail, whatever `email.enable_confirmations` says. */
  confirmAddresses?: boolean;
  /** True: a sign-up answers no session even where nothing is confirmed, so that a registered address answers alike. */
  signUpWithoutSession?: boolean;
  /** True: passwords of fewer than 8 characters and common ones are refused, whatever `minimum_password_length` says. */
  strictPasswords?: boolean;
}

/** Reads the table `[auth]` of a config.toml; undefined gives the defaults. Throws a StartupError naming the key. */
export function parseAuthConfig(table: unknown, overrides: AuthOverrides = {}): AuthConfig {
  const result = parseTable(authConfigSchema, table ?? {});
  if (result.success) {
    checkProviders(result.data.external);
    return override(result.data, overrides);
  }
  const key = ['auth', ...(result.issue?.path ?? [])].join('.');
  throw new StartupError(`supabase/config.toml: ${key} is wrong: ${result.issue?.message}`);
}

function override(given: AuthConfig, overrides: AuthOverrides): AuthConfig {
  const { siteUrl, confirmAddresses, strictPasswords } = overrides;
  const config = strictPasswords ? withStrictPasswords(given) : given;
  const enable_confirmations = confirmAddresses || config.email.enable_confirmations;
  const email = { ...config.email, enable_confirmations };
  if (siteUrl === undefined) return { ...config, email };
  // The file was written on a laptop: what it allows of that is no place for a site on the internet to send people.
  const listed = config.additional_redirect_urls.filter(
    (pattern) => isLoopback(siteUrl) || !isLoopback(pattern),
  );
  return { ...config, site_url: siteUrl, additional_redirect_urls: listed, email };
}

function withStrictPasswords(config: AuthConfig): AuthConfig {
  const minimum_password_length = Math.max(STRICT_LENGTH, config.minimum_password_length);
  return { ...config, minimum_password_length, rejectGuessablePasswords: true };
}

function isLoopback(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[?::1)/i.test(address);
}
