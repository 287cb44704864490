import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The zone of the visitor's browser; null on the server, and so until scripts run. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(never, readZone, () => null);
}

function readZone(): string | null {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}
