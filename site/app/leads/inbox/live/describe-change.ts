import { statusLabel, statusOrNew } from '../lead-status.ts';
import type { Lead } from '../read-lead-page.ts';

/** What happened to a lead between two readings, for those who do not see it happen; null when nothing they would ask about. */
export function describeChange(before: Lead, after: Lead): string | null {
  const known = new Set(before.replies.map(({ id }) => id));
  const added = after.replies.filter(({ id }) => !known.has(id));
  if (added.some(({ sender_type }) => sender_type !== 'admin')) return `${after.name} wrote a message`;
  if (added.length > 0) return `A colleague replied to ${after.name}`;
  if (statusOrNew(before.status) === statusOrNew(after.status)) return null;
  return `Status of ${after.name}: ${statusLabel(after.status)}`;
}
