import type { AuthDeps } from './deps.ts';
import { enabledProviders } from './providers/find-provider.ts';
import { jsonResponse } from '../errors/json-response.ts';

const PROVIDERS = [
  'anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google',
  'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch',
  'twitter', 'workos', 'zoom', 'phone',
]; // prettier-ignore

export async function settings(_request: Request, deps: AuthDeps): Promise<Response> {
  const { config } = deps;
  return jsonResponse({
    external: {
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
      ...Object.fromEntries(enabledProviders(config, deps.publicUrl).map(({ name }) => [name, true])),
      anonymous_users: config.enable_anonymous_sign_ins,
      web3: config.web3.ethereum.enabled,
      email: config.email.enable_signup,
      phone: config.sms.enable_signup,
    },
    disable_signup: !config.enable_signup,
    mailer_autoconfirm: !config.email.enable_confirmations,
    phone_autoconfirm: !config.sms.enable_confirmations,
    sms_provider: config.hook.send_sms.enabled ? 'hook' : '',
    saml_enabled: false,
  });
}
