import { createContext, useContext, useState, type ReactNode } from 'react';

const Announce = createContext<(text: string) => void>(() => undefined);

/** One polite live text for the inbox: what a change did, where no toast says it. */
export function Announcer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  return (
    <Announce value={setText}>
      <output className="sr-only">{text}</output>
      {children}
    </Announce>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
