// The hook that reports to the server that the user has the dashboard in front.
import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { isPageInFront } from './is-page-in-front.ts';

const checkMs = 10_000;
/** The server treats a user as present for two minutes after a note. */
const noteMs = 60_000;

/** While the dashboard is in front of its user, the server sends them no mail about leads. */
export function useRecordPresence(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let notedAt = 0;
    const timer = setInterval(() => {
      if (!isPageInFront() || Date.now() - notedAt < noteMs) return;
      notedAt = Date.now();
      // if it fails, the user may get an unnecessary mail
      void browserClient()
        .rpc('note_presence')
        .then(() => undefined);
    }, checkMs);
    return () => clearInterval(timer);
  }, [enabled]);
}
