import type { AuthDeps } from '../deps.ts';
import { lockFactor, requireFactorId } from '../factors/factor-row.ts';
import { dropFactor } from '../factors/unenroll-factor.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { requireAdmin } from '../http/require-key.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { factorJson } from '../accounts/user-json.ts';
import { requireAccount } from './require-account.ts';

export async function listFactors(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  return jsonResponse((await requireAccount(id, deps)).factors.map(factorJson));
}

/** For an account that has lost the factor. */
export async function deleteFactor(
  request: Request,
  id: string,
  factorId: string,
  deps: AuthDeps,
): Promise<Response> {
  requireAdmin(request, deps);
  const user = await requireAccount(id, deps);
  const known = requireFactorId(factorId);
  await inTransaction(deps.pool, async (client) => {
    await lockFactor(client, user.id, known);
    await dropFactor(client, known);
  });
  return jsonResponse({ id: known });
}
