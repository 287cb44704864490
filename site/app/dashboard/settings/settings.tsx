// The screen of the user's own settings, with the cards of profile, account, signature.
import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { classNames } from '../../ui/class-names.ts';
import { useSearchParams } from 'react-router';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { NewPasswordCard } from './security/password-form.tsx';
import { SecurityCard } from './security/security-card.tsx';
import { settingsTexts as t, settingsTexts } from './settings-texts.ts';
import styles from './settings.module.css';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { ViewerLocaleDate } from '../screen/viewer-locale-date.tsx';
import { Panel } from '../screen/panel.tsx';
import { useCurrentUser } from './security/factors.ts';
import { useProfile } from '../../auth/session/profile.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField, TextAreaField } from '../../ui/field.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import { SingleKeyShortcutSwitch, useSaveProfile } from '../screen/single-key-shortcut-switch.tsx';

export default function SettingsScreen() {
  const [search] = useSearchParams();
  if (search.has('new-password')) {
    return (
      <>
        <ScreenHeading text={t.newPasswordDescription} title={t.title} />
        <NewPasswordCard />
      </>
    );
  }
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className={classNames('stack items-start', styles.cards)}>
        <ProfileCard />
        <InboxCard />
        <NotificationsCard />
        <SecurityCard />
        <AccountCard />
      </div>
    </>
  );
}

const accountCardTexts = settingsTexts.account;

function AccountCard() {
  const { user: signedIn } = useSignedInSession();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  const dates = [
    { label: accountCardTexts.created, timestamp: user.created_at },
    { label: accountCardTexts.lastSignIn, timestamp: user.last_sign_in_at },
  ];
  return (
    <Panel id="account" padded stacked title={accountCardTexts.title}>
      {isError && (
        <LoadFailedNotice busy={isFetching} onRetry={() => void refetch()} text={accountCardTexts.failed} />
      )}
      <dl className="stack gap-16">
        <div>
          <dt className="small muted">{accountCardTexts.id}</dt>
          <dd className={'small figure'}>{user.id}</dd>
        </div>
        {dates.map(({ label, timestamp }) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>{timestamp ? <ViewerLocaleDate timestamp={timestamp} /> : accountCardTexts.unknown}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const profileTexts = settingsTexts.profile;

async function updateProfile(fullName: string): Promise<void> {
  const database = browserClient();
  const { data, error } = await database.auth.getUser();
  if (isAuthRetryableFetchError(error)) throw error;
  if (!data.user) throw new Error(profileTexts.signedOut);
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
  const name = useStoredDraft('profile', fullName);
  const profile = useWriteMutation(updateProfile, ['profile'], {
    waits: true,
    form: 'profile',
    done: () => ({ title: profileTexts.updated, description: profileTexts.updatedDescription }),
  });
  return (
    <form
      className="stack dense max-w-34rem"
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const saved = name.value.trim();
        // text that was typed while saving stays
        const onSuccess = () => name.change((now) => (now.trim() === saved ? fullName : now));
        profile.mutate(saved, { onSuccess });
      }}
    >
      <TextField
        autoComplete="name"
        label={profileTexts.fullName}
        maxLength={200}
        name="full_name"
        onChange={(event) => name.change(event.target.value)}
        placeholder={profileTexts.fullNamePlaceholder}
        value={name.value}
      />
      <TextField
        disabled
        hint={profileTexts.emailHint}
        label={profileTexts.email}
        name="email"
        type="email"
        value={email}
      />
      <output className="sr-only">{profile.isPending ? profileTexts.updating : ''}</output>
      <Button
        busy={profile.isPending}
        busyText={profileTexts.busy}
        className="justify-self-start"
        type="submit"
      >
        {profileTexts.submit}
      </Button>
    </form>
  );
}

function ProfileCard() {
  const { user } = useSignedInSession();
  return (
    <Panel data-screen-only="" id="profile" padded stacked title={profileTexts.title}>
      <QueryResult
        failedText={profileTexts.failed}
        hidesRefetchErrors
        loadingText={profileTexts.loading}
        query={useProfile()}
      >
        {(profile) => <ProfileForm email={user.email ?? ''} fullName={profile?.full_name ?? ''} />}
      </QueryResult>
    </Panel>
  );
}

const inboxTexts = settingsTexts.inbox;

/** The lines with which this colleague's replies end, in addition to the agency's. */
function SignatureForm({ signature }: { signature: string }) {
  const kept = useStoredDraft('signature', signature);
  const save = useSaveProfile('signature', inboxTexts.saved);
  return (
    <form
      className="stack dense max-w-34rem"
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const saved = kept.value.trim();
        // text that was typed while saving stays
        const onSuccess = () => kept.change((now) => (now.trim() === saved ? signature : now));
        save.mutate({ reply_signature: saved }, { onSuccess });
      }}
    >
      <TextAreaField
        hint={inboxTexts.signatureHint}
        label={inboxTexts.signature}
        maxLength={500}
        name="signature"
        onChange={(event) => kept.change(event.target.value)}
        rows={3}
        value={kept.value}
      />
      <Button busy={save.isPending} className="justify-self-start" type="submit">
        {inboxTexts.submit}
      </Button>
    </form>
  );
}

/** Preferences of the inbox for this account. If they cannot be read, the profile's card shows the error. */
function InboxCard() {
  const { data: profile, isSuccess } = useProfile();
  return (
    <Panel id="inbox" padded stacked title={inboxTexts.title}>
      <div className="stack gap-24">
        {isSuccess && <SignatureForm signature={profile?.reply_signature ?? ''} />}
        <SingleKeyShortcutSwitch />
      </div>
    </Panel>
  );
}
