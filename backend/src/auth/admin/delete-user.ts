import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DatabaseError } from 'pg';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readOptionalBody } from '../http/read-body.ts';
import { authError } from '../http/errors.ts';
import { requireAdmin } from '../http/require-key.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';
import { requireAccount } from './require-account.ts';

const deleteSchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** A soft deletion keeps rows that refer to the account. */
export async function deleteUser(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  const user = await requireAccount(id, deps);
  const { should_soft_delete: soft } = await readOptionalBody(request, deleteSchema);
  await inTransaction(deps.pool, async (client) => {
    if (soft) await softDelete(client, user);
    else await client.query('delete from auth.users where id = $1', [user.id]);
  }).catch(rethrowReferenceError);
  return jsonResponse({});
}

/** Deletes personal data; email and phone can be registered again. */
async function softDelete(db: Queryable, { id, email, phone }: UserRow): Promise<void> {
  await db.query(
    `update auth.users
     set deleted_at = now(), updated_at = now(), email = $2, phone = $3, encrypted_password = null,
       email_change = '', phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
     where id = $1`,
    [id, email && anonymize(id, email), phone && anonymize(id, phone)],
  );
  for (const table of ['sessions', 'mfa_factors', 'identities', 'one_time_tokens']) {
    await db.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
}

function anonymize(id: string, value: string): string {
  return createHash('sha256').update(`${id}${value}`).digest('base64url');
}

function rethrowReferenceError(error: unknown): never {
  if (error instanceof DatabaseError && error.code === '23503') {
    const message = 'Rows of the project still refer to this account: remove them first, or delete softly';
    throw authError(409, 'conflict', message);
  }
  throw error;
}
