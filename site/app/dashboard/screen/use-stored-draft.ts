// Stores what is typed in a form until it is saved.
import { useLayoutEffect, useReducer, useRef, useSyncExternalStore } from 'react';
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
 * until it is dropped. Must not be used for passwords and codes. `isSoleTab`: no other tab edits the record, so what
 * was typed in another one continues here.
 */
export function useStoredDraft<Value>(record: string, first: Value, isSoleTab = false) {
  const account = useSignedInSession().user.id;
  const draft = keepDraft(account, record);
  const kept = useSyncExternalStore(draft.subscribe, draft.read);
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  // useSyncExternalStore subscribes only after the paint. A dialog may have focused its field before: text that is
  // typed until then would be undone by React.
  useLayoutEffect(() => {
    draft.find(isSoleTab);
    return draft.subscribe(render);
  }, [draft, isSoleTab]);
  // functions of an earlier render may be called later, by a button in a toast
  const latestFirst = useRef(first);
  useLayoutEffect(() => {
    latestFirst.current = first;
  });
  const current = () =>
    isLike(draft.read(), latestFirst.current) ? (draft.read() as Value) : latestFirst.current;
  const isChanged = isLike(kept, first);
  return {
    value: isChanged ? (kept as Value) : first,
    /** whether the stored value differs from the initial one */
    isChanged,
    /** whether the value was typed before this page was opened, and not changed since */
    isRestored: isChanged && draft.isRestored(),
    change(next: Value | ((current: Value) => Value)): void {
      const value = typeof next === 'function' ? (next as (current: Value) => Value)(current()) : next;
      if (JSON.stringify(value) === JSON.stringify(latestFirst.current)) draft.drop();
      else draft.write(value);
    },
    /** whether a value has the shape of the initial one */
    accepts: (value: unknown) => isLike(value, first),
    /** identifies the stored value, also after it was taken over by another page */
    id: draft.id,
    /** when it was typed, and how it was when this page found it, by the clock of the device */
    times: draft.times,
    /** what was typed at that time is on the server too */
    markSent: draft.markSent,
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

export interface DraftSlot {
  key: string;
  at: number;
  value: unknown;
  /** whether an autosave of it is on the server */
  isSent: boolean;
}

type KeptDraft = ReturnType<typeof createDraft>;

const drafts = new Map<string, KeptDraft>();
/** The slots that this page holds, each with the function that releases it. */
export const heldDraftSlots = new Map<string, () => void>();

/**
 * Resolves to true if this page now holds the slot; always true without the Locks API, which plain HTTP lacks. `steals`
 * takes it from another page, which calls its `lose`.
 */
function hold(slot: string, steals: boolean, lose: () => void): Promise<boolean> {
  return new Promise((settle) => {
    function accept(release: () => void): void {
      heldDraftSlots.set(slot, release);
      settle(true);
    }
    if (heldDraftSlots.has(slot)) settle(true);
    else if (!('locks' in navigator)) accept(() => undefined);
    else {
      navigator.locks
        .request(slot, steals ? { steal: true } : { ifAvailable: true }, (lock) => {
          if (lock) return new Promise<void>(accept);
          settle(false);
          return undefined;
        })
        .catch(() => {
          // a lock that is stolen rejects; without permission to lock, every page may use its slots
          if (heldDraftSlots.delete(slot)) lose();
          else accept(() => undefined);
        });
    }
  });
}

function readSlot(key: string): DraftSlot | null {
  try {
    const { at, value, isSent = false } = JSON.parse(localStore.get(key) ?? '') as Partial<DraftSlot>;
    if (typeof at === 'number' && Date.now() - at < longestMs) return { key, at, value, isSent };
  } catch {
    // an unreadable entry is deleted below, like an old one
  }
  localStore.remove(key);
  return null;
}

function writeSlot({ key, ...slot }: DraftSlot): void {
  localStore.set(key, JSON.stringify(slot));
}

/** Notes that a draft is on the server, unless more was typed. */
export function markDraftSent(slot: DraftSlot): void {
  if (readSlot(slot.key)?.at === slot.at) writeSlot({ ...slot, isSent: true });
}

/** Newest first. */
export function findDraftSlots(start: string): DraftSlot[] {
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
  let typedAt = 0;
  let restoredAt = 0;

  function set(next: unknown, restored: boolean): void {
    value = next;
    isRestored = restored;
    for (const listener of listeners) listener();
  }

  /** Another page has taken the draft over, and edits the record instead. Nothing was dropped, so there is no message. */
  function lose(): void {
    slot = undefined;
    value = undefined;
    isRestored = false;
    isSearched = false;
  }

  /** Adopts a draft of a page that was closed, or whose session has ended. */
  async function restore(steals: boolean): Promise<void> {
    for (const { key, at, value: stored } of findDraftSlots(start)) {
      const isOurs = await hold(key, steals, lose);
      if (slot !== undefined) return;
      if (!isOurs) continue;
      slot = key;
      typedAt = at;
      restoredAt = at;
      set(stored, true);
      return;
    }
  }

  return {
    /** undefined if there is none */
    read: () => value,
    id: () => slot?.slice(start.length) ?? page,
    times: () => ({ typedAt, restoredAt }),
    /** whether it was typed in another page or session, and not changed since */
    isRestored: () => isRestored,
    write(next: unknown): void {
      // no copy of what begins here is newer
      if (slot === undefined) restoredAt = Infinity;
      slot ??= start + page;
      void hold(slot, false, lose);
      typedAt = Date.now();
      writeSlot({ key: slot, at: typedAt, value: next, isSent: false });
      set(next, false);
    },
    markSent(at: number): void {
      if (slot !== undefined && at === typedAt) markDraftSent({ key: slot, at, value, isSent: true });
    },
    /** deletes it, because it was saved or discarded */
    drop(): void {
      if (slot !== undefined) localStore.remove(slot);
      set(undefined, false);
    },
    /** looks once for what was typed before; `steals`: also in a page that is open */
    find(steals: boolean): void {
      if (!isSearched) void restore(steals);
      isSearched = true;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
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
