import type { AuthConfig } from '../config.ts';
import { StartupError } from '../../errors/startup-error.ts';
import type { ExternalConfig } from './providers-config.ts';

/** A provider that people may sign in with. Addresses come from config.toml alone, never from a request. */
export interface Provider {
  name: string;
  /** Issuer of OpenID Connect; for github its web address. */
  issuer: URL;
  kind: 'openid' | 'github';
  clientIds: string[];
  secret: string;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}

/** Issuers known by name. Any other provider names its own in `url`. */
const ISSUERS: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
};

/** Identities of these names are made without a provider. */
const RESERVED = new Set(['email', 'phone', 'web3', 'anonymous_users']);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The provider of this name, if config.toml enables it and says where it is. */
export function findProvider(name: string, config: AuthConfig, publicUrl: string): Provider | undefined {
  const external = Object.hasOwn(config.external, name) ? config.external[name] : undefined;
  const issuer = external?.enabled ? issuerOf(name, external) : undefined;
  if (!external || !issuer) return undefined;
  return {
    name,
    issuer,
    kind: name === 'github' ? 'github' : 'openid',
    clientIds: external.client_id.split(',').map((id) => id.trim()).filter(Boolean),
    secret: external.secret,
    redirectUri: external.redirect_uri || `${publicUrl}/auth/v1/callback`,
    skipNonceCheck: external.skip_nonce_check,
    emailOptional: external.email_optional,
  }; // prettier-ignore
}

/** Those that work, by name. */
export function enabledProviders(config: AuthConfig, publicUrl: string): Provider[] {
  return Object.keys(config.external).flatMap((name) => findProvider(name, config, publicUrl) ?? []);
}

/** Throws a StartupError for an enabled provider whose settings cannot work. */
export function checkProviders(config: AuthConfig): void {
  for (const [name, external] of Object.entries(config.external)) {
    if (!external.enabled) continue;
    if (RESERVED.has(name))
      throw wrong(name, 'enabled', 'cannot be true: the name stands for a way in of our own');
    if (external.client_id === '') throw wrong(name, 'client_id', 'is missing');
    if (!issuerOf(name, external) && external.url !== '') {
      throw wrong(name, 'url', 'must be an https address (http on this machine only)');
    }
  }
}

function issuerOf(name: string, { url }: ExternalConfig): URL | undefined {
  const given = url || (Object.hasOwn(ISSUERS, name) ? ISSUERS[name] : undefined);
  if (given === undefined || !URL.canParse(given)) return undefined;
  const issuer = new URL(given);
  const safe =
    issuer.protocol === 'https:' || (issuer.protocol === 'http:' && LOOPBACK.test(issuer.hostname));
  return safe ? issuer : undefined;
}

function wrong(name: string, key: string, what: string): StartupError {
  return new StartupError(`supabase/config.toml: auth.external.${name}.${key} ${what}`);
}
