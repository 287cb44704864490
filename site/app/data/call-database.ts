// Calls a database function, or deletes a row, as the signed-in account.
import { browserClient } from './browser-client.ts';
import type { Database } from './database-types.ts';

type Functions = Database['public']['Functions'];

/** The result of a database function; rejects with its error. */
export async function callDatabase<Name extends keyof Functions>(
  name: Name,
  ...args: [Functions[Name]['Args']] extends [never] ? [] : [Functions[Name]['Args']]
): Promise<Functions[Name]['Returns']> {
  const { data } = await browserClient()
    .rpc(name, ...args)
    .throwOnError();
  return data;
}

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
