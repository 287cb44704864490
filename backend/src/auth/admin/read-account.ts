import { userJson } from '../accounts/user-json.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { requireAdmin } from '../http/require-key.ts';
import { requireAccount } from './require-account.ts';

export async function readAccount(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  return jsonResponse(userJson(await requireAccount(id, deps)));
}
