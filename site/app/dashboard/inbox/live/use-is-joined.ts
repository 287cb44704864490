import { createContext, useContext } from 'react';

/** False while the inbox joins its channel: what is read before that would have to be read again. */
export const Joined = createContext(true);

export function useIsJoined(): boolean {
  return useContext(Joined);
}
