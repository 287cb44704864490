import type { Lead } from '../read-lead-page.ts';
import { threadEntries, type ThreadEntry } from '../thread/thread-entries.ts';

/** Messages of one request that follow each other. */
export interface MessageGroup {
  lead: Lead;
  entries: ThreadEntry[];
}

/** All messages of these requests, oldest first, each run of one request together. */
export function orderMessages(leads: readonly Lead[]): MessageGroup[] {
  const all = leads
    .flatMap((lead) => threadEntries(lead).map((entry) => ({ lead, entry })))
    .toSorted((one, other) => Date.parse(one.entry.sentAt) - Date.parse(other.entry.sentAt));
  const groups: MessageGroup[] = [];
  for (const { lead, entry } of all) {
    const last = groups.at(-1);
    if (last?.lead === lead) last.entries.push(entry);
    else groups.push({ lead, entries: [entry] });
  }
  return groups;
}
