// The `[auth]` table of config.toml.
import type { AccountMailLayout } from './messages/render-account-mail.ts';
import { z } from 'zod';
import { clearUnresolvedVariable, isUnresolvedVariable } from '../project/environment.ts';
import { parseConfigTable } from '../project/parse-table.ts';
import { durationSecondsSchema, authEmailConfigSchema, authSmsConfigSchema } from './message-config.ts';
import { checkProviderConfigs, providersConfigSchema } from './provider-config.ts';

const hook = z.object({
  enabled: z.boolean().default(false),
  /** `pg-functions://postgres/SCHEMA/FUNCTION`, or a URL that takes POST requests. */
  uri: z.string().default(''),
  /** "v1,whsec_…", several separated by "|". */
  secrets: z.string().default(''),
});

const secretPattern = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/;

/**
 * The server does not start if a hook that allows or denies is unusable. send_sms only delivers: if unusable, it fails
 * when a message is sent.
 */
const validatedHook = hook.superRefine(({ enabled, uri, secrets }, context) => {
  if (!enabled) return;
  if (!parsePostgresHookUri(uri) && !parseHttpsOrLoopbackUrl(uri)) {
    const message =
      'uri must be pg-functions://postgres/SCHEMA/FUNCTION or https://… (http on this machine only)';
    context.addIssue({ code: 'custom', message });
  } else if (
    !parsePostgresHookUri(uri) &&
    !secrets.split('|').every((secret) => secretPattern.test(secret))
  ) {
    context.addIssue({
      code: 'custom',
      message: 'secrets must be "v1,whsec_…" with 32 to 88 characters of base64',
    });
  }
});

const hookSchema = z
  .object({
    send_sms: hook.prefault({}),
    before_user_created: validatedHook.prefault({}),
    custom_access_token: validatedHook.prefault({}),
  })
  .prefault({});

export type AuthHookName = keyof z.output<typeof hookSchema>;

export function parsePostgresHookUri(uri: string): { schema: string; name: string } | undefined {
  const found = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/?#]+)\/?$/i.exec(uri);
  const [schema, name] = [found?.[1], found?.[2]];
  return schema && name ? { schema, name } : undefined;
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|host\.docker\.internal)$/;

/** https, or http on this machine, which the Supabase CLI's containers call host.docker.internal. */
export function parseHttpsOrLoopbackUrl(uri: string): URL | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopbackHost.test(url.hostname)))
    return undefined;
  if (url.hostname === 'host.docker.internal') url.hostname = 'localhost';
  return url;
}

const kind = { enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) };

/** With the Supabase CLI's defaults: every factor type is off. */
const mfaConfigSchema = z
  .object({
    max_enrolled_factors: z.number().int().min(1).max(100).default(10),
    totp: z.object(kind).prefault({}),
    phone: z
      .object({
        ...kind,
        otp_length: z.number().int().min(6).max(10).default(6),
        /** Between two codes to one number. */
        max_frequency: durationSecondsSchema.prefault('5s'),
      })
      .prefault({}),
    web_authn: z.object(kind).prefault({}),
  })
  .prefault({});

const localSite = 'http://127.0.0.1:3000';

const limit = durationSecondsSchema.transform((given) => given || undefined).optional();
const seconds = z.number().int().positive();
const count = z.number().int().positive();

/** `[auth]` of config.toml, with the Supabase CLI's defaults. */
export const authConfigSchema = z.object({
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  enable_manual_linking: z.boolean().default(false),
  /** Default target of links and redirects. */
  site_url: z
    .string()
    .transform((url) => clearUnresolvedVariable(url) || localSite)
    .refine((url) => URL.canParse(url), 'must be an address such as "https://www.example.com"')
    .default(localSite),
  /** Further redirect targets, as patterns. */
  additional_redirect_urls: z
    .array(z.string())
    .transform((patterns) => patterns.filter((pattern) => !isUnresolvedVariable(pattern)))
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
      // Per client address and five minutes.
      sign_in_sign_ups: count.default(30),
      token_refresh: count.default(150),
      token_verifications: count.default(30),
      web3: count.default(30),
      // Per client address and hour.
      email_sent: count.default(30),
      sms_sent: count.default(30),
      anonymous_users: count.default(30),
    })
    .prefault({}),
  email: authEmailConfigSchema,
  sms: authSmsConfigSchema,
  hook: hookSchema,
  mfa: mfaConfigSchema,
  external: providersConfigSchema,
  /** Solana is not implemented. */
  web3: z.object({ ethereum: z.object({ enabled: z.boolean().default(false) }).prefault({}) }).prefault({}),
  /** In seconds; unset or 0 means no limit. */
  sessions: z.object({ timebox: limit, inactivity_timeout: limit }).prefault({}),
});

export type AuthConfig = z.output<typeof authConfigSchema> & {
  /** With AuthOverrides.strictPasswords: no password may contain one of these names. */
  guessableNames?: () => readonly string[];
};

/** The minimum length outside local mode. */
const strictLength = 8;

/** Options set at the start, because config.toml is written for one machine and cannot contain them. */
export interface AuthOverrides {
  /** Replaces `site_url`. */
  siteUrl?: string;
  /** Used in messages; defaults to the site's host. */
  siteName?: () => string;
  /** Lays out account mails as the site's other mails, in place of the HTML of templates in config.toml. */
  layOutMail?: AccountMailLayout;
  /** True overrides `email.enable_confirmations`. */
  confirmEmails?: boolean;
  /** True: a sign-up never returns a session, so that a registered email gets the same response. */
  signUpWithoutSession?: boolean;
  /**
   * True: rejects common passwords, those that contain a name (`siteName`, `guessableNames`, the host), and those
   * shorter than 8 characters, even if `minimum_password_length` is lower.
   */
  strictPasswords?: boolean;
  guessableNames?: readonly string[];
}

/** Undefined gives the defaults. Throws a StartupError that names the key. */
export function parseAuthConfig(table: unknown, overrides: AuthOverrides = {}): AuthConfig {
  const config = parseConfigTable(authConfigSchema, 'auth', table ?? {});
  checkProviderConfigs(config.external);
  return override(config, overrides);
}

function override(given: AuthConfig, overrides: AuthOverrides): AuthConfig {
  const { siteUrl, confirmEmails, strictPasswords } = overrides;
  const config = strictPasswords ? withStrictPasswords(given, overrides) : given;
  const enable_confirmations = confirmEmails || config.email.enable_confirmations;
  const email = { ...config.email, enable_confirmations };
  if (siteUrl === undefined) return { ...config, email };
  // Loopback addresses for development must not be redirect targets of a public site.
  const listed = config.additional_redirect_urls.filter(
    (pattern) => isLoopback(siteUrl) || !isLoopback(pattern),
  );
  return { ...config, site_url: siteUrl, additional_redirect_urls: listed, email };
}

function withStrictPasswords(
  config: AuthConfig,
  { siteName, siteUrl = config.site_url, guessableNames = [] }: AuthOverrides,
): AuthConfig {
  const minimum_password_length = Math.max(strictLength, config.minimum_password_length);
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname.replace(/^www\./, '') : '';
  // "maple" for maple.example.ca: the other parts of the host are shared with many sites.
  const ownHost = /[a-z]/.test(host) ? (host.split('.')[0] ?? '') : '';
  return {
    ...config,
    minimum_password_length,
    // Read at each use: an owner may rename the site.
    guessableNames: () => [siteName?.() ?? '', ownHost, ...guessableNames].filter(Boolean),
  };
}

function isLoopback(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[?::1)/i.test(address);
}
