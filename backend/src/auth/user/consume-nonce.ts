import type { AuthDeps } from '../deps.ts';
import { consumeCode } from '../messages/consume-token.ts';
import { wrongCodePerRecipient } from '../rate-limits.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { UserRow } from '../accounts/user-row.ts';

/** False for a wrong nonce of GET /reauthenticate, which is counted. */
export async function consumeNonce(user: UserRow, nonce: string, deps: AuthDeps): Promise<boolean> {
  const relatesTo = user.email || user.phone || '';
  await deps.limits.consume(wrongCodePerRecipient, relatesTo);
  const types = ['reauthentication_token'] as const;
  const found = await inTransaction(deps.pool, (client) =>
    consumeCode(client, relatesTo, nonce, types, deps),
  );
  if (found?.userId !== user.id) return false;
  await deps.limits.refund(wrongCodePerRecipient, relatesTo);
  return true;
}
