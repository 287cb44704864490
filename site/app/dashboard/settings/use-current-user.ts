import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { useSignedIn } from '../../auth/session/session-store.ts';

async function readCurrentUser(): Promise<User> {
  const { data, error } = await browserClient().auth.getUser();
  if (error) throw error;
  return data.user;
}

/** This account from the server; this tab's session may be an hour old. */
export function useCurrentUser() {
  const { user } = useSignedIn();
  return useQuery({ queryKey: ['user', user.id], queryFn: readCurrentUser });
}
