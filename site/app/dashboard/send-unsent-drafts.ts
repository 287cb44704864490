// Sends what was typed in an editor that was left before the server had it.
import { contentTables } from '../content/content-types.ts';
import { sendAutosave, type SentDraft } from './content/autosaves.ts';
import type { ContentDraft } from './content/content-form.ts';
import type { KeptDraft } from './content/use-form-draft.ts';
import { findUnsavedDrafts } from './screen/unsaved-drafts.ts';
import {
  accountDraftPrefix,
  findDraftSlots,
  heldDraftSlots,
  markDraftSent,
  type DraftSlot,
} from './screen/use-stored-draft.ts';

/** An open editor of this page has sent what is older. */
const settledMs = 20_000;

/** null: not of an editor of content */
function sentDraftOf({ key, at, value }: DraftSlot, start: string): SentDraft | null {
  const [record = '', draftId = ''] = key.slice(start.length).split('/');
  const [name, id = ''] = decodeURIComponent(record).split(':');
  const table = contentTables.find((each) => each === name);
  if (!table) return null;
  const draft = value as KeptDraft<ContentDraft>;
  const isNew = id === 'new';
  return { record: { table, id: isNew ? draft.began.revision : id, isNew }, draftId, typedAt: at, draft };
}

/** What can't be sent now is sent by a later call. */
export async function sendUnsentDrafts(account: string): Promise<void> {
  const start = accountDraftPrefix(account);
  const closed = new Set(await findUnsavedDrafts(account));
  for (const slot of findDraftSlots(start)) {
    const mayBeOpen = heldDraftSlots.has(slot.key) && Date.now() - slot.at < settledMs;
    if (slot.isSent || mayBeOpen || !closed.has(slot.key)) continue;
    const draft = sentDraftOf(slot, start);
    if (!draft) continue;
    await sendAutosave(draft, false);
    markDraftSent(slot);
  }
}
