import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { requireUser } from '../sessions/require-user.ts';
import { userJson } from '../accounts/user-json.ts';

export async function getUser(request: Request, deps: AuthDeps): Promise<Response> {
  const { user } = await requireUser(request, deps);
  return jsonResponse(userJson(user));
}
