import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { useSignedIn } from '../../../auth/session/session-store.ts';

async function listSessions() {
  const { data } = await browserClient().rpc('my_sessions').throwOnError();
  return data;
}

/** This account's sessions, the current one first. */
export function useOwnSessions() {
  const { user } = useSignedIn();
  return useQuery({ queryKey: ['sessions', user.id], queryFn: listSessions });
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

async function endOthers(): Promise<void> {
  const { error } = await browserClient().auth.signOut({ scope: 'others' });
  if (error) throw error;
}

export function useEndOtherSessions() {
  return useWrite(endOthers, ['sessions']);
}
