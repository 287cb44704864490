import { useSyncExternalStore } from 'react';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { keepDraft } from './keep-draft.ts';

export interface Kept<Value> {
  value: Value;
  /** whether something is kept that differs from what was first */
  isChanged: boolean;
  /** whether it was typed before this page was opened, and not changed since */
  isRestored: boolean;
  change: (next: Value | ((current: Value) => Value)) => void;
  /** it was saved or discarded */
  drop: () => void;
}

/** Whether a value has the shape that this version of the program writes. */
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
 * State of a form of the dashboard: `first` until something is typed, which is kept for this account under `record`
 * until it is dropped (keep-draft.ts). Never for passwords and codes.
 */
export function useKept<Value>(record: string, first: Value): Kept<Value> {
  const draft = keepDraft(useSignedIn().user.id, record);
  const kept = useSyncExternalStore(draft.subscribe, draft.read);
  const current = () => (isLike(draft.read(), first) ? (draft.read() as Value) : first);
  const isChanged = isLike(kept, first);
  return {
    value: isChanged ? (kept as Value) : first,
    isChanged,
    isRestored: isChanged && draft.isRestored(),
    change(next) {
      const value = typeof next === 'function' ? (next as (current: Value) => Value)(current()) : next;
      if (JSON.stringify(value) === JSON.stringify(first)) draft.drop();
      else draft.write(value);
    },
    drop: draft.drop,
  };
}
