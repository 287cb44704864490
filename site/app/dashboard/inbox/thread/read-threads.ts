import { browserClient } from '../../../data/browser-client.ts';

const rowsPerCall = 1000;

async function readMessages(leadIds: string[], from: number) {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('*')
    .in('lead_id', leadIds)
    .order('created_at')
    .order('id')
    .range(from, from + rowsPerCall - 1)
    .throwOnError();
  return data;
}

export type MessageRow = Awaited<ReturnType<typeof readMessages>>[number];

/** The messages of the leads on one page, oldest first. A server returns at most 1,000 rows a call. */
export async function readThreads(leadIds: string[]): Promise<Map<string, MessageRow[]>> {
  const threads = new Map<string, MessageRow[]>();
  if (leadIds.length === 0) return threads;
  for (let from = 0; ; from += rowsPerCall) {
    const messages = await readMessages(leadIds, from);
    for (const message of messages) {
      const thread = threads.get(message.lead_id);
      if (thread) thread.push(message);
      else threads.set(message.lead_id, [message]);
    }
    if (messages.length < rowsPerCall) return threads;
  }
}
