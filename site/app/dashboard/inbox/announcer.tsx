import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

const Announce = createContext<(text: string) => void>(() => undefined);

/** One polite live region for the inbox, for what no toast says. */
export function Announcer({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState({ text: '', count: 0 });
  const announce = useCallback(
    (text: string) => setAnnounced(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  return (
    <Announce value={announce}>
      <output className="sr-only">
        {/* a new element each time: the same text twice would be no change */}
        <span key={announced.count}>{announced.text}</span>
      </output>
      {children}
    </Announce>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
