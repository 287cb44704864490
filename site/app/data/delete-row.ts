// Deletes a row as the signed-in account.
import { browserClient } from './browser-client.ts';

type TableWithIds =
  | 'accessibility_feedback'
  | 'booking_blocks'
  | 'canned_replies'
  | 'lead_notes'
  | 'privacy_requests'
  | 'saved_views';

/** Deletes a row; no error if it does not exist. */
export async function deleteRow(table: TableWithIds, id: string): Promise<void> {
  await browserClient().from(table).delete().eq('id', id).throwOnError();
}
