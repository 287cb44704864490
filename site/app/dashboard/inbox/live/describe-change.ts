import { statusLabel, statusOrNew } from '../../../lead/lead-status.ts';
import type { Lead } from '../read-lead-page.ts';

/**
 * What happened to a lead between two readings, for those who do not see it happen; null when nothing they would ask
 * about. `readerId` is the account of who hears it: a reply of one's own may come from another tab.
 */
export function describeChange(before: Lead, after: Lead, readerId: string): string | null {
  const known = new Set(before.replies.map(({ id }) => id));
  const added = after.replies.filter(({ id }) => !known.has(id));
  if (added.some(({ sender_type }) => sender_type !== 'admin')) return `${after.name} wrote a message`;
  const isOwn = added.every(({ author_id }) => author_id === readerId);
  if (added.length > 0) return `${isOwn ? 'You' : 'A colleague'} replied to ${after.name}`;
  if (statusOrNew(before.status) === statusOrNew(after.status)) return null;
  return `Status of ${after.name}: ${statusLabel(after.status)}`;
}
