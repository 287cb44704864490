import { statusLabel } from '../../../lead/lead-status.ts';
import { bulkTexts as t } from './bulk-texts.ts';
import type { AppliedChange } from './change-leads.ts';

/** What was changed and what was not, in sentences. `name` is who was made responsible. */
export function describeApplied({ status, assignee, ids, former }: AppliedChange, name: string): string {
  const changed = former.filter((lead) => lead.is_changed).length;
  const already = former.length - changed;
  const gone = ids.length - former.length;
  const parts = [describeChanged(changed)];
  if (already > 0) parts.push(t.already(already));
  if (gone > 0) parts.push(t.gone(gone));
  return parts.join(' ');

  function describeChanged(count: number): string {
    if (count === 0) return t.noneChanged;
    if (status === null) return t.givenTo(count, name);
    const label = statusLabel(status);
    return assignee === null ? t.setTo(count, label) : t.setAndGiven(count, label, name);
  }
}

/** The same of its undo. */
export function describeRestored({ former }: AppliedChange, restored: readonly string[]): string {
  const left = former.filter((lead) => lead.is_changed).length - restored.length;
  return left > 0 ? `${t.undone(restored.length)} ${t.left(left)}` : t.undone(restored.length);
}
