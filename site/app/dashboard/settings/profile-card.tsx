import { useProfile } from '../../auth/session/profile.ts';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { useKept } from '../screen/use-kept.ts';
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

function ProfileForm({ fullName, email }: { fullName: string; email: string }) {
  const name = useKept('profile', fullName);
  const profile = useWrite(updateProfile, ['profile'], {
    waits: true,
    onSuccess: () => toastSuccess({ title: t.updated, description: t.updatedDescription, form }),
    onError: (error) => showError(error, form),
  });
  return (
    <form
      className="stack dense max-w-34rem"
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const saved = name.value.trim();
        // what was typed since stays
        const onSuccess = () => name.change((now) => (now.trim() === saved ? fullName : now));
        profile.mutate(saved, { onSuccess });
      }}
    >
      <TextField
        autoComplete="name"
        label={t.fullName}
        maxLength={200}
        name="full_name"
        onChange={(event) => name.change(event.target.value)}
        placeholder={t.fullNamePlaceholder}
        value={name.value}
      />
      <TextField disabled hint={t.emailHint} label={t.email} name="email" type="email" value={email} />
      <output className="sr-only">{profile.isPending ? t.updating : ''}</output>
      <Button busy={profile.isPending} busyText={t.busy} className="justify-self-start" type="submit">
        {t.submit}
      </Button>
    </form>
  );
}

export function ProfileCard() {
  const { user } = useSignedIn();
  return (
    <Panel data-screen-only="" id="profile" padded stacked title={t.title}>
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={t.loading} query={useProfile()}>
        {(profile) => <ProfileForm email={user.email ?? ''} fullName={profile?.full_name ?? ''} />}
      </QueryResult>
    </Panel>
  );
}
