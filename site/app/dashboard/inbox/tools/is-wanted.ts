import { useEffect, useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a card was opened in this tab, and so other requests are shown. A list that is only looked at costs no call. */
export function useIsWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
}

/** Called by what shows them. */
export function useWant(): void {
  useEffect(() => {
    isWanted = true;
    for (const listener of listeners) listener();
  }, []);
}
