import { useCallback, useSyncExternalStore } from 'react';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import type { Presence, PresentColleague } from './presence-channel.ts';

/** The colleagues who have this place open, one entry for each of their tabs. */
export function useColleaguesAt(presence: Presence, place: string): readonly PresentColleague[] {
  const { id } = useSignedInSession().user;
  const follow = useCallback((listener: () => void) => presence.subscribe(id, listener), [presence, id]);
  const present = useSyncExternalStore(follow, () => presence.readPresentAt(place));
  return present.filter(({ account }) => account !== id);
}
