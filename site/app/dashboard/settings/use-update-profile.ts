import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';
import { settingsTexts } from './settings-texts.ts';

const t = settingsTexts.profile;
const form = 'profile';

async function updateProfile(fullName: string): Promise<void> {
  const database = browserClient();
  const { data } = await database.auth.getUser();
  if (!data.user) throw new Error(t.signedOut);
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

/** Saves the signed-in account's name. */
export function useUpdateProfile() {
  return useWrite(updateProfile, ['profile'], {
    onSuccess: () => toastSuccess({ title: t.updated, description: t.updatedDescription, form }),
    onError: (error) => showError(error, form),
  });
}
