// Stores what is typed in a form until it is saved.
import { useLayoutEffect, useReducer, useSyncExternalStore } from 'react';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { localStore } from '../../ui/browser-storage.ts';
import { randomId } from '../../ui/random-id.ts';

/** Whether a stored value has the shape of the initial value: another version of the program may have stored it. */
function isLike(kept: unknown, first: unknown, levels = 2): boolean {
  if (kept === undefined) return false;
  if (kept === null || first === null) return true;
  if (typeof kept !== typeof first || Array.isArray(kept) !== Array.isArray(first)) return false;
  if (typeof first !== 'object' || Array.isArray(first) || levels === 0) return true;
  const found = new Map(Object.entries(kept as object));
  const expected = Object.entries(first);
  return (
    found.size === expected.length &&
    expected.every(([name, value]) => found.has(name) && isLike(found.get(name), value, levels - 1))
  );
}

/**
 * State of a dashboard form: `first` until the user types; then the value is stored for this account under `record`
 * until it is dropped. Must not be used for passwords and codes.
 */
export function useStoredDraft<Value>(record: string, first: Value) {
  const account = useSignedInSession().user.id;
  const draft = keepDraft(account, record);
  const kept = useSyncExternalStore(draft.subscribe, draft.read);
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  // useSyncExternalStore subscribes only after the paint. A dialog may have focused its field before: text that is
  // typed until then would be undone by React.
  useLayoutEffect(() => draft.subscribe(render), [draft]);
  const current = () => (isLike(draft.read(), first) ? (draft.read() as Value) : first);
  const isChanged = isLike(kept, first);
  return {
    value: isChanged ? (kept as Value) : first,
    /** whether the stored value differs from the initial one */
    isChanged,
    /** whether the value was typed before this page was opened, and not changed since */
    isRestored: isChanged && draft.isRestored(),
    change(next: Value | ((current: Value) => Value)): void {
      const value = typeof next === 'function' ? (next as (current: Value) => Value)(current()) : next;
      if (JSON.stringify(value) === JSON.stringify(first)) draft.drop();
      else draft.write(value);
    },
    /** deletes the stored value, because it was saved or discarded */
    drop: draft.drop,
    /** deletes the stored value and stores another one under the name of a record, which may be another one */
    move(value: Value, to: string): void {
      draft.drop();
      keepDraft(account, to).write(value);
    },
  };
}

const longestMs = 30 * 24 * 60 * 60 * 1_000;
/** Each page writes its own slots, so that two tabs never overwrite each other's text. */
const page = randomId();

interface Slot {
  key: string;
  at: number;
  value: unknown;
}

type KeptDraft = ReturnType<typeof createDraft>;

const drafts = new Map<string, KeptDraft>();
/** The slots that this page holds, each with the function that releases it. */
export const heldDraftSlots = new Map<string, () => void>();

/** Resolves to true if this page now holds the slot; always true without the Locks API, which plain HTTP lacks. */
function hold(slot: string): Promise<boolean> {
  return new Promise((settle) => {
    function accept(release: () => void): void {
      heldDraftSlots.set(slot, release);
      settle(true);
    }
    if (heldDraftSlots.has(slot)) settle(true);
    else if (!('locks' in navigator)) accept(() => undefined);
    else {
      navigator.locks
        .request(slot, { ifAvailable: true }, (lock) => {
          if (lock) return new Promise<void>(accept);
          settle(false);
          return undefined;
        })
        .catch(() => accept(() => undefined));
    }
  });
}

function readSlot(key: string): Slot | null {
  try {
    const { at, value } = JSON.parse(localStore.get(key) ?? '') as Partial<Slot>;
    if (typeof at === 'number' && Date.now() - at < longestMs) return { key, at, value };
  } catch {
    // an unreadable entry is deleted below, like an old one
  }
  localStore.remove(key);
  return null;
}

/** Newest first. */
export function findDraftSlots(start: string): Slot[] {
  const keys = localStore.keys().filter((key) => key.startsWith(start));
  return keys.flatMap((key) => readSlot(key) ?? []).toSorted((a, b) => b.at - a.at);
}

/** The unsaved input for one record. */
function createDraft(start: string) {
  const listeners = new Set<() => void>();
  let slot: string | undefined;
  let value: unknown;
  let isRestored = false;
  let isSearched = false;

  function set(next: unknown, restored: boolean): void {
    value = next;
    isRestored = restored;
    for (const listener of listeners) listener();
  }

  /** Adopts a draft of a page that was closed, or whose session has ended. */
  async function restore(): Promise<void> {
    for (const { key, value: stored } of findDraftSlots(start)) {
      const isOurs = await hold(key);
      if (slot !== undefined) return;
      if (!isOurs) continue;
      slot = key;
      set(stored, true);
      return;
    }
  }

  return {
    /** undefined if there is none */
    read: () => value,
    /** whether it was typed in another page or session, and not changed since */
    isRestored: () => isRestored,
    write(next: unknown): void {
      slot ??= start + page;
      void hold(slot);
      localStore.set(slot, JSON.stringify({ at: Date.now(), value: next }));
      set(next, false);
    },
    /** deletes it, because it was saved or discarded */
    drop(): void {
      if (slot !== undefined) localStore.remove(slot);
      set(undefined, false);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!isSearched) void restore();
      isSearched = true;
      return () => listeners.delete(listener);
    },
  };
}

/** Prefix of the keys of an account's drafts. */
export function accountDraftPrefix(account: string): string {
  return `draft/${account}/`;
}

/**
 * The draft of a record, stored on this device for the account until it is dropped, even after the session ends. A slot
 * belongs to the page that writes it; once that page is closed, the first page that opens its record adopts it.
 */
function keepDraft(account: string, record: string): KeptDraft {
  const start = `${accountDraftPrefix(account)}${encodeURIComponent(record)}/`;
  const draft = drafts.get(start) ?? createDraft(start);
  drafts.set(start, draft);
  return draft;
}

/** Releases all drafts when the session has ended, so that the first tab that signs in adopts them. */
export function releaseDraftLocks(): void {
  for (const release of heldDraftSlots.values()) release();
  heldDraftSlots.clear();
  drafts.clear();
}
