// Hooks that read the signed-in user's profile row or display name.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { useSignedInSession } from './session-store.ts';

async function readProfile(userId: string) {
  const { data } = await browserClient()
    .from('profiles')
    .select('*')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** This account's profile row, or null. */
export function useProfile() {
  const { user } = useSignedInSession();
  return useQuery({
    queryKey: ['profile', user.id],
    queryFn: () => readProfile(user.id),
    // several parts of a screen use the profile; after a change it is fetched again at once
    staleTime: 60_000,
  });
}

/** The profile's name, else the name given at sign-up, else the email. */
export function useDisplayName(): string {
  const { user } = useSignedInSession();
  const { data } = useProfile();
  const given: unknown = user.user_metadata['full_name'];
  return data?.full_name || (typeof given === 'string' && given) || user.email || '';
}
