import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

const Announce = createContext<(text: string) => void>(() => undefined);

/** One polite live text for the inbox: what a change did, where no toast says it. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  return (
    <Announce value={say}>
      <output className="sr-only">
        {/* made anew each time: the same words twice would be no change, and go unsaid */}
        <span key={said.turn}>{said.text}</span>
      </output>
      {children}
    </Announce>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
