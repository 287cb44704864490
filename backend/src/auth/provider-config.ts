// Validates `[auth.external.NAME]`: settings of OAuth providers, their issuer URLs.
import { z } from 'zod';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { clearUnresolvedVariable } from '../project/environment.ts';

/** `[auth.external.NAME]`. */
const externalSchema = z.object({
  enabled: z.boolean().default(false),
  /** Comma-separated: sign-in uses the first, id_tokens of all are accepted. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** The redirect URI if it is not our own callback. */
  redirect_uri: z.string().default('').transform(clearUnresolvedVariable),
  /** The issuer, for providers that ISSUERS does not define. */
  url: z.string().default('').transform(clearUnresolvedVariable),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
});

const namePattern = /^[a-z][a-z0-9_]{0,39}$/;

export const providersConfigSchema = z.record(
  z.string().regex(namePattern, 'must be a name of lower-case letters, digits and underscores'),
  externalSchema,
).default({}); // prettier-ignore

export type ProviderConfig = z.output<typeof externalSchema>;

const issuers: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
};

/** Identities that are created without OAuth. */
const reservedNames = new Set(['email', 'phone', 'web3', 'anonymous_users']);

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Throws a StartupError. */
export function checkProviderConfigs(providers: z.output<typeof providersConfigSchema>): void {
  for (const [name, external] of Object.entries(providers)) {
    if (!external.enabled) continue;
    if (reservedNames.has(name))
      throw wrong(name, 'enabled', 'cannot be true: the name stands for a way in of our own');
    if (external.client_id === '') throw wrong(name, 'client_id', 'is missing');
    if (!providerIssuerOf(name, external) && external.url !== '') {
      throw wrong(name, 'url', 'must be an https address (http on this machine only)');
    }
  }
}

/** Undefined if it is unknown or not safe to connect to. */
export function providerIssuerOf(name: string, { url }: ProviderConfig): URL | undefined {
  const given = url || (Object.hasOwn(issuers, name) ? issuers[name] : undefined);
  if (given === undefined || !URL.canParse(given)) return undefined;
  const issuer = new URL(given);
  const safe =
    issuer.protocol === 'https:' || (issuer.protocol === 'http:' && loopbackHost.test(issuer.hostname));
  return safe ? issuer : undefined;
}

function wrong(name: string, key: string, what: string): PermanentStartupError {
  return new PermanentStartupError(`supabase/config.toml: auth.external.${name}.${key} ${what}`);
}
