// Grants that come with their providers; until then each answers as GoTrue does where they are switched off.
import { z } from 'zod';
import { readBody } from '../http/read-body.ts';
import { refusal, validationFailed } from '../http/refuse.ts';

const idTokenSchema = z.object({ provider: z.string().nullish(), id_token: z.string().nullish() });

export async function grantIdToken(request: Request): Promise<Response> {
  const { provider, id_token: idToken } = await readBody(request, idTokenSchema);
  if (!idToken) throw validationFailed('id_token required');
  throw refusal(400, 'provider_disabled', `Provider (${(provider ?? '').slice(0, 40)}) is not enabled`);
}

export async function grantWeb3(): Promise<Response> {
  throw refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}
