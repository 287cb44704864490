import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

async function updateProfile(fullName: string): Promise<void> {
  const database = browserClient();
  const { data } = await database.auth.getUser();
  if (!data.user) throw new Error('No user found');
  await database
    .from('profiles')
    .upsert({
      id: data.user.id,
      full_name: fullName,
      email: data.user.email ?? null,
      updated_at: new Date().toISOString(),
    })
    .throwOnError();
}

/** Saves the signed-in account's name; throws 'No user found' without a session. */
export function useUpdateProfile(callbacks: { onUpdated: () => void; onFailed: (error: Error) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: updateProfile,
    onSuccess: () => callbacks.onUpdated(),
    onError: (error) => callbacks.onFailed(error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['profile'] });
    },
  });
}
