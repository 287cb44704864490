// A store outside React, so that any code can change it.
import { useSyncExternalStore } from 'react';

/** State of this tab; the server renders `initial`. */
export function createStore<State>(initial: State) {
  const listeners = new Set<() => void>();
  let state = initial;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    read: () => state,
    write(next: State): void {
      state = next;
      for (const listener of listeners) listener();
    },
    /** A part of the state; a component renders again only if the part has changed. */
    usePart<Part>(part: (current: State) => Part): Part {
      return useSyncExternalStore(
        subscribe,
        () => part(state),
        () => part(initial),
      );
    },
  };
}
