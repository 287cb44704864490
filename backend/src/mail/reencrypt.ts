import type { QueueClient } from './queue-rows.ts';
import { decryptMessage, encryptMessage } from './encrypt-message.ts';

const BATCH = 100;

/** After a rotation: what waits is encrypted with the new secret, the first one. Unreadable messages stay as they are. */
export async function reencrypt(db: QueueClient, secrets: readonly string[]): Promise<void> {
  const [current = ''] = secrets;
  for (let last = '0'; ;) {
    const { rows } = await db.query<{ id: string; content: Buffer }>(
      'select id, content from backend.account_mails where id > $1 order by id limit $2',
      [last, BATCH],
    );
    for (const { id, content } of rows) {
      if (decryptMessage(content, [current])) continue;
      const message = decryptMessage(content, secrets);
      if (!message) continue;
      // Only what was read: another process may have done the same, or have sent it.
      await db.query('update backend.account_mails set content = $2 where id = $1 and content = $3', [
        id,
        encryptMessage(message, current),
        content,
      ]);
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}
