// Lets one tab of this browser at a time edit a record.
import { useEffect, useState } from 'react';

/** Which tab has it; undefined until that is known. */
type Holder = 'here' | 'elsewhere' | undefined;

/**
 * Holds `name` for this tab while it is rendered. The first tab that asks for it has it, until it is closed or another
 * one takes it over. Without the Locks API, which plain HTTP lacks, every tab has it.
 */
export function useSoleTab(name: string): { holder: Holder; takeOver: () => void } {
  const [holder, setHolder] = useState<Holder>(() => ('locks' in navigator ? undefined : 'here'));
  const [takes, setTakes] = useState(0);

  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const { locks } = navigator;
    const ended = new AbortController();
    const { signal } = ended;

    function hold(): Promise<void> {
      setHolder('here');
      return new Promise((release) => signal.addEventListener('abort', () => release()));
    }

    /** Another tab has it: this one gets it when that is closed. */
    function wait(): void {
      if (signal.aborted) return;
      setHolder('elsewhere');
      locks.request(name, { signal }, hold).catch(wait);
    }

    locks
      .request(name, takes > 0 ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (signal.aborted) return undefined;
        if (lock) return hold();
        wait();
        return undefined;
      })
      .catch(wait);
    return () => ended.abort();
  }, [name, takes]);

  return { holder, takeOver: () => setTakes((times) => times + 1) };
}
