import { algorithmOf, publicKeySet } from '../tokens/signing-keys.ts';
import type { AuthDeps } from './deps.ts';
import { jsonResponse } from '../errors/json-response.ts';

// Short: a new signing key must be known everywhere soon.
const CACHE = { 'cache-control': 'public, max-age=600' };

export async function keySet(deps: AuthDeps): Promise<Response> {
  return jsonResponse(publicKeySet(deps.keys.signingKeys ?? []), 200, CACHE);
}

export async function openIdConfiguration(deps: AuthDeps): Promise<Response> {
  const issuer = `${deps.publicUrl}/auth/v1`;
  const signing = deps.keys.signingKeys?.[0];
  const document = {
    issuer,
    // Required by OpenID Connect; the endpoint responds that the OAuth server is not enabled.
    authorization_endpoint: `${issuer}/oauth/authorize`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signing ? algorithmOf(signing) : 'HS256'],
    claims_supported: [
      'sub',
      'aud',
      'iss',
      'exp',
      'iat',
      'email',
      'phone',
      'role',
      'aal',
      'amr',
      'session_id',
    ],
  };
  return jsonResponse(document, 200, CACHE);
}
