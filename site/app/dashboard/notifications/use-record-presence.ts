// The hook that reports to the server that the user has the dashboard in front.
import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { isPageInFront } from './is-page-in-front.ts';

const checkMs = 10_000;
/** The server counts two minutes. */
const noteMs = 60_000;

/** While the dashboard is in front of its user, the server sends them no mail about leads. */
export function useRecordPresence(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let notedAt = 0;
    const timer = setInterval(() => {
      if (!isPageInFront() || Date.now() - notedAt < noteMs) return;
      notedAt = Date.now();
      // one that fails costs a mail too many
      void browserClient()
        .rpc('note_presence')
        .then(() => undefined);
    }, checkMs);
    return () => clearInterval(timer);
  }, [enabled]);
}
