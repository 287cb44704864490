import type { AuthDeps } from '../deps.ts';
import { answerEmpty } from '../http/answer.ts';
import { validationFailed } from '../http/refuse.ts';
import { requireUser } from './require-user.ts';

type Scope = 'global' | 'local' | 'others';

/** Which of the account's sessions each scope ends; the parameter is the session of the request. */
const ENDED: Record<Scope, string> = {
  global: 'true or id = $2::uuid',
  local: 'id = $2::uuid',
  others: 'id is distinct from $2::uuid',
};

/** POST /logout?scope=global|local|others: deletes sessions, so that their access tokens end at once for /user. */
export async function logOut(request: Request, deps: AuthDeps): Promise<Response> {
  const scope = new URL(request.url).searchParams.get('scope') || 'global';
  if (!isScope(scope))
    throw validationFailed(`Unsupported logout scope "${scope}": use global, local or others`);
  const { user, sessionId } = await requireUser(request, deps);
  const text = `delete from auth.sessions where user_id = $1 and (${ENDED[scope]})`;
  await deps.pool.query(text, [user.id, sessionId ?? null]);
  return answerEmpty();
}

function isScope(scope: string): scope is Scope {
  return Object.hasOwn(ENDED, scope);
}
