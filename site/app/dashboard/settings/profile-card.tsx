import { useState, type SubmitEvent } from 'react';
import { useProfile } from '../../auth/session/profile.ts';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUpdateProfile } from './use-update-profile.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../screen/panel.tsx';
import styles from './settings.module.css';

function ProfileForm({ fullName, email }: { fullName: string; email: string }) {
  // What is typed survives a refetch.
  const [typed, setTyped] = useState<string>();
  const name = typed ?? fullName;
  const profile = useUpdateProfile({
    onUpdated: () =>
      toast({
        title: 'Success',
        description: 'Profile updated successfully',
        variant: 'success',
        form: 'profile',
      }),
    onFailed: (error) =>
      toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form: 'profile' }),
  });

  function update(event: SubmitEvent): void {
    event.preventDefault();
    profile.mutate(name.trim());
  }

  return (
    <form className={classNames(styles.form, 'dense')} data-saves noValidate onSubmit={update}>
      <TextField
        autoComplete="name"
        label="Full Name"
        maxLength={200}
        name="full_name"
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Enter your full name"
        value={name}
      />
      <TextField
        disabled
        hint="Email cannot be changed from this page"
        label="Email"
        name="email"
        type="email"
        value={email}
      />
      <output className="sr-only">{profile.isPending ? 'Updating your profile' : ''}</output>
      <Button
        busy={profile.isPending}
        busyText="Updating..."
        className={styles.submit}
        size="dashboard"
        type="submit"
      >
        Update Profile
      </Button>
    </form>
  );
}

export function ProfileCard() {
  const { user } = useSignedIn();
  const { data, isPending, isError, isFetching, refetch } = useProfile();
  return (
    <Panel className={styles.card} id="profile" padded title="Profile Information">
      {isPending && <Spinner label="Loading your profile…" />}
      {isError && !data && (
        <ListFailed busy={isFetching} onRetry={() => void refetch()} text="We couldn't load your profile." />
      )}
      {data !== undefined && <ProfileForm email={user.email ?? ''} fullName={data?.full_name ?? ''} />}
    </Panel>
  );
}
