import { statusLabel, statusOrNew } from '../../../lead/lead-status.ts';
import { assigneeTexts } from '../card/assignee-texts.ts';
import type { Lead } from '../read-lead-page.ts';
import { inboxTexts } from '../inbox-texts.ts';

const t = inboxTexts.changes;

/** What to announce of a changed lead, or null. A reply of the user's own (`userId`) may come from another tab. */
export function describeChange(before: Lead, after: Lead, userId: string): string | null {
  const known = new Set(before.replies.map(({ id }) => id));
  const added = after.replies.filter(({ id }) => !known.has(id));
  if (added.some(({ sender_type }) => sender_type !== 'admin')) return t.leadWrote(after.name);
  const isOwn = added.every(({ author_id }) => author_id === userId);
  if (added.length > 0) return isOwn ? t.youReplied(after.name) : t.colleagueReplied(after.name);
  if (before.assignee_id !== userId && after.assignee_id === userId)
    return assigneeTexts.givenToYou(after.name);
  if (statusOrNew(before.status) === statusOrNew(after.status)) return null;
  return t.status(after.name, statusLabel(after.status));
}
