// Undoes a sent reply in the database while it is still possible.
import type { QueryClient } from '@tanstack/react-query';
import { callDatabase } from '../../../data/call-database.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { clearFormerStatus } from '../card/change-status.tsx';

/** Within ten seconds: the database deletes the reply and restores its lead. Rejects once it was sent. */
export async function undoReply(reply: string, leadId: string, queries: QueryClient): Promise<void> {
  try {
    await callDatabase('undo_reply', { reply });
    clearFormerStatus(leadId);
  } finally {
    void queries.invalidateQueries({ queryKey: leadsQueryKey });
  }
}
