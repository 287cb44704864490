// The live region of the inbox for screen readers: its provider, the hook that announces a text.
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { randomId } from '../../ui/random-id.ts';

const Announce = createContext<(text: string) => void>(() => undefined);

/** Long enough for a screen reader to read it; afterwards it is removed, so that it is not found beside the list. */
const messageMs = 10_000;

interface Message {
  id: string;
  text: string;
}

/**
 * One polite live region for the inbox, for messages that are no toast. Texts are added, not replaced, because a text
 * that is replaced at once is not announced.
 */
export function Announcer({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const announce = useCallback((text: string) => {
    if (text === '') return;
    const message = { id: randomId(), text };
    setMessages((current) => [...current, message]);
    setTimeout(() => setMessages((current) => current.filter((one) => one !== message)), messageMs);
  }, []);
  return (
    <Announce value={announce}>
      <output aria-atomic="false" className="sr-only">
        {messages.map(({ id, text }) => (
          <span className="block" key={id}>
            {text}
          </span>
        ))}
      </output>
      {children}
    </Announce>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
