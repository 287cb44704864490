import type { AuthDeps } from '../deps.ts';
import { allowWithoutHook } from '../hooks/in-account-transaction.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailed } from '../http/errors.ts';
import { requireAdmin } from '../http/require-key.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { insertUser } from '../accounts/insert-user.ts';
import { userJson } from '../accounts/user-json.ts';
import { attributesSchema, readAttributes } from './attributes.ts';
import { toAdminError } from './to-admin-error.ts';
import { requireAccount } from './require-account.ts';
import { applyAttributes } from './update-user.ts';

/** The project's triggers apply, its hook does not. */
export async function createUser(request: Request, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  const given = await readAuthBody(request, attributesSchema);
  const attributes = await readAttributes(given, deps);
  const { email, phone } = attributes;
  if (!email && !phone) throw validationFailed('Cannot create a user without either an email or phone');
  const user = await inTransaction(deps.pool, async (client) => {
    const account = {
      id: given.id ?? undefined,
      // With both, the phone is set afterwards.
      ...(email ? { email } : { phone }),
      passwordHash: attributes.passwordHash ?? null,
      data: attributes.userMetadata ?? {},
      byAdmin: true,
      confirmed: email ? attributes.emailConfirmed : attributes.phoneConfirmed,
    };
    const id = await insertUser(client, account, allowWithoutHook);
    await applyAttributes(client, await requireAccount(id, deps, client), {
      ...attributes,
      passwordHash: undefined,
      userMetadata: undefined,
    });
    return requireAccount(id, deps, client);
  }).catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'users_pkey') {
      throw authError(422, 'user_already_exists', 'A user with this id has already been registered');
    }
    throw toAdminError(error, 'Database error creating new user');
  });
  return jsonResponse(userJson(user));
}
