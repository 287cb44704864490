import { createContext, useContext } from 'react';

/** False while the inbox joins its channel: earlier reads would have to be repeated. */
export const Joined = createContext(true);

export function useIsJoined(): boolean {
  return useContext(Joined);
}
