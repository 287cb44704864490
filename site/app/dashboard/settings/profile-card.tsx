import { useState, type SubmitEvent } from 'react';
import { useProfile } from '../../auth/session/profile.ts';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { settingsTexts } from './settings-texts.ts';
import { useUpdateProfile } from './use-update-profile.ts';
import styles from './settings.module.css';

const t = settingsTexts.profile;

function ProfileForm({ fullName, email }: { fullName: string; email: string }) {
  // What is typed survives a refetch.
  const [typed, setTyped] = useState<string>();
  const name = typed ?? fullName;
  const profile = useUpdateProfile();

  function update(event: SubmitEvent): void {
    event.preventDefault();
    profile.mutate(name.trim());
  }

  return (
    <form className={classNames(styles.form, 'dense')} data-saves noValidate onSubmit={update}>
      <TextField
        autoComplete="name"
        label={t.fullName}
        maxLength={200}
        name="full_name"
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t.fullNamePlaceholder}
        value={name}
      />
      <TextField disabled hint={t.emailHint} label={t.email} name="email" type="email" value={email} />
      <output className="sr-only">{profile.isPending ? t.updating : ''}</output>
      <Button busy={profile.isPending} busyText={t.busy} className={styles.submit} type="submit">
        {t.submit}
      </Button>
    </form>
  );
}

export function ProfileCard() {
  const { user } = useSignedIn();
  return (
    <Panel className={styles.card} id="profile" padded title={t.title}>
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={t.loading} query={useProfile()}>
        {(profile) => <ProfileForm email={user.email ?? ''} fullName={profile?.full_name ?? ''} />}
      </QueryResult>
    </Panel>
  );
}
