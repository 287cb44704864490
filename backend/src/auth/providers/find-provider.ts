// Lists the enabled OAuth providers; finds one by name with its client id, secret, redirect URI.
import type { AuthConfig } from '../config.ts';
import { providerIssuerOf } from '../provider-config.ts';

/** Its URLs come from config.toml, never from a request. */
export interface OAuthProvider {
  name: string;
  /** The issuer of OpenID Connect; for github its web address. */
  issuer: URL;
  kind: 'openid' | 'github';
  clientIds: string[];
  secret: string;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}

export function findProvider(name: string, config: AuthConfig, publicUrl: string): OAuthProvider | undefined {
  const external = Object.hasOwn(config.external, name) ? config.external[name] : undefined;
  const issuer = external?.enabled ? providerIssuerOf(name, external) : undefined;
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

export function enabledProviders(config: AuthConfig, publicUrl: string): OAuthProvider[] {
  return Object.keys(config.external).flatMap((name) => findProvider(name, config, publicUrl) ?? []);
}
