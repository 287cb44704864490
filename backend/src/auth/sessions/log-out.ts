import type { AuthDeps } from '../deps.ts';
import { needsSecondFactor } from './assurance-level.ts';
import { emptyResponse } from '../../errors/json-response.ts';
import { authError, validationFailed } from '../http/errors.ts';
import { requireUser } from './require-user.ts';

type Scope = 'global' | 'local' | 'others';

/**
 * SQL conditions; $2 is the session of the request. Each names $2: PostgreSQL cannot type a parameter that nothing uses.
 */
const ENDED: Record<Scope, string> = {
  global: 'true or id = $2::uuid',
  local: 'id = $2::uuid',
  others: 'id is distinct from $2::uuid',
};

/**
 * Of an account with a verified factor, a session at AAL1 ends only itself, whatever the scope: a stolen password must
 * not sign the owner out.
 */
export async function logOut(request: Request, deps: AuthDeps): Promise<Response> {
  const scope = new URL(request.url).searchParams.get('scope') || 'global';
  if (!isScope(scope))
    throw validationFailed(`Unsupported logout scope "${scope}": use global, local or others`);
  const signedIn = await requireUser(request, deps);
  const { user, sessionId } = signedIn;
  const lacksSecondFactor = needsSecondFactor(signedIn);
  if (lacksSecondFactor && scope === 'others') {
    throw authError(403, 'insufficient_aal', 'AAL2 session is required to end other sessions');
  }
  const text = `delete from auth.sessions where user_id = $1 and (${ENDED[lacksSecondFactor ? 'local' : scope]})`;
  await deps.pool.query(text, [user.id, sessionId ?? null]);
  return emptyResponse();
}

function isScope(scope: string): scope is Scope {
  return Object.hasOwn(ENDED, scope);
}
