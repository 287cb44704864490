// Finds the unsaved drafts of an account that no other tab has open; deletes them.
import { browserClient } from '../../data/browser-client.ts';
import { localStore } from '../../ui/browser-storage.ts';
import { accountDraftPrefix, findDraftSlots, heldDraftSlots } from './use-stored-draft.ts';

/** The slots of an account that no other tab has open. */
export async function findUnsavedDrafts(account: string): Promise<string[]> {
  const locks = 'locks' in navigator ? await navigator.locks.query().catch(() => null) : null;
  const elsewhere = new Set(
    locks?.held?.map(({ name }) => name).filter((name) => !heldDraftSlots.has(name ?? '')),
  );
  return findDraftSlots(accountDraftPrefix(account))
    .map(({ key }) => key)
    .filter((key) => !elsewhere.has(key));
}

/**
 * Deletes what the server has of drafts, while the session lasts. What it can't delete now is offered again in the
 * editor.
 */
export async function deleteAutosavesOf(slots: readonly string[]): Promise<void> {
  if (slots.length === 0) return;
  const ids = slots.map((slot) => slot.slice(slot.lastIndexOf('/') + 1));
  await browserClient().from('content_autosaves').delete().in('draft_id', ids).eq('is_replaced', false);
}

/** Called after the user's own sign-out. Drafts that other tabs have open are kept. */
export function deleteUnsavedDrafts(slots: readonly string[]): void {
  for (const slot of slots) localStore.remove(slot);
}
