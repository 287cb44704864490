import { useEffect, useRef, useState } from 'react';
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
  const status = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
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

  function update(): void {
    if (profile.isPending) return;
    // The button is about to be disabled: the status line holds the focus until it returns.
    status.current?.focus();
    profile.mutate(name.trim());
  }

  useEffect(() => {
    if (!profile.isPending && document.activeElement === status.current) button.current?.focus();
  }, [profile.isPending]);

  return (
    <form
      className={classNames(styles.form, 'dense')}
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        update();
      }}
    >
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
      <p className="sr-only" ref={status} tabIndex={-1}>
        {profile.isPending ? 'Updating your profile' : ''}
      </p>
      <Button
        busy={profile.isPending}
        busyText="Updating..."
        className={styles.submit}
        ref={button}
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
