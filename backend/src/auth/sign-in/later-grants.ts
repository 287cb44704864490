// Grants that come with their providers; until then each answers as GoTrue does where they are switched off.
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { readBody } from '../http/read-body.ts';
import { refusal, validationFailed } from '../http/refuse.ts';
import { addressKey } from '../../limits/address-key.ts';
import { signInSignUp } from '../rate-rules.ts';

const pkceSchema = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

/** No flow can have begun, so no code is known. */
export async function grantPkce(request: Request, deps: AuthDeps): Promise<Response> {
  await deps.limits.spend(signInSignUp(deps.config), addressKey(deps.clientAddress(request)));
  const { auth_code: code, code_verifier: verifier } = await readBody(request, pkceSchema);
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  throw refusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}

const idTokenSchema = z.object({ provider: z.string().nullish(), id_token: z.string().nullish() });

export async function grantIdToken(request: Request): Promise<Response> {
  const { provider, id_token: idToken } = await readBody(request, idTokenSchema);
  if (!idToken) throw validationFailed('id_token required');
  throw refusal(400, 'provider_disabled', `Provider (${(provider ?? '').slice(0, 40)}) is not enabled`);
}

export async function grantWeb3(): Promise<Response> {
  throw refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}
