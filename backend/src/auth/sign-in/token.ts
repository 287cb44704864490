import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { grantIdToken } from './grant-id-token.ts';
import { grantPassword } from './grant-password.ts';
import { grantPkce } from './grant-pkce.ts';
import { grantRefreshToken } from './grant-refresh-token.ts';
import { grantWeb3 } from './grant-web3.ts';

const GRANTS: Record<string, (request: Request, deps: AuthDeps) => Promise<Response>> = {
  password: grantPassword,
  refresh_token: grantRefreshToken,
  pkce: grantPkce,
  id_token: grantIdToken,
  web3: grantWeb3,
};

export async function token(request: Request, deps: AuthDeps): Promise<Response> {
  const grantType = new URL(request.url).searchParams.get('grant_type') ?? '';
  const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined;
  if (!grant) throw authError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(request, deps);
}
