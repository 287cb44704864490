// Undoes a sent reply in the database while it is still possible.
import type { QueryClient } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { clearFormerStatus } from '../leads/update-lead-column.ts';

/** Within ten seconds: the database deletes the reply and restores its lead. Rejects once it was sent. */
export async function undoReply(reply: string, leadId: string, queries: QueryClient): Promise<void> {
  try {
    await callDatabaseFunction('undo_reply', { reply });
    clearFormerStatus(leadId);
  } finally {
    void queries.invalidateQueries({ queryKey: leadsQueryKey });
  }
}
