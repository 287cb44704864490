// The screen of the user's own settings, with the cards of profile, account, signature.
import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { classNames } from '../../ui/class-names.ts';
import { useSearchParams } from 'react-router';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { NewPasswordCard } from './security/password-form.tsx';
import { SecurityCard } from './security/security-card.tsx';
import { settingsTexts as t } from './settings-texts.ts';
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

function AccountCard() {
  const { user: signedIn } = useSignedInSession();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  const dates = [
    { label: t.account.created, timestamp: user.created_at },
    { label: t.account.lastSignIn, timestamp: user.last_sign_in_at },
  ];
  return (
    <Panel id="account" padded stacked title={t.account.title}>
      {isError && (
        <LoadFailedNotice busy={isFetching} onRetry={() => void refetch()} text={t.account.failed} />
      )}
      <dl className="stack gap-16">
        <div>
          <dt className="small muted">{t.account.id}</dt>
          <dd className="small mono">{user.id}</dd>
        </div>
        {dates.map(({ label, timestamp }) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>{timestamp ? <ViewerLocaleDate timestamp={timestamp} /> : t.account.unknown}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

async function updateProfile(fullName: string): Promise<void> {
  const database = browserClient();
  const { data, error } = await database.auth.getUser();
  if (isAuthRetryableFetchError(error)) throw error;
  if (!data.user) throw new Error(t.profile.signedOut);
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
    done: () => ({ title: t.profile.updated, description: t.profile.updatedDescription }),
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
        label={t.profile.fullName}
        maxLength={200}
        name="full_name"
        onChange={(event) => name.change(event.target.value)}
        placeholder={t.profile.fullNamePlaceholder}
        value={name.value}
      />
      <TextField
        disabled
        hint={t.profile.emailHint}
        label={t.profile.email}
        name="email"
        type="email"
        value={email}
      />
      <output className="sr-only">{profile.isPending ? t.profile.updating : ''}</output>
      <Button busy={profile.isPending} busyText={t.profile.busy} className="justify-self-start" type="submit">
        {t.profile.submit}
      </Button>
    </form>
  );
}

function ProfileCard() {
  const { user } = useSignedInSession();
  return (
    <Panel data-screen-only="" id="profile" padded stacked title={t.profile.title}>
      <QueryResult
        failedText={t.profile.failed}
        hidesRefetchErrors
        loadingText={t.profile.loading}
        query={useProfile()}
      >
        {(profile) => <ProfileForm email={user.email ?? ''} fullName={profile?.full_name ?? ''} />}
      </QueryResult>
    </Panel>
  );
}

/** The lines with which this colleague's replies end, in addition to the agency's. */
function SignatureForm({ signature }: { signature: string }) {
  const kept = useStoredDraft('signature', signature);
  const save = useSaveProfile('signature', t.inbox.saved);
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
        hint={t.inbox.signatureHint}
        label={t.inbox.signature}
        maxLength={500}
        name="signature"
        onChange={(event) => kept.change(event.target.value)}
        rows={3}
        value={kept.value}
      />
      <Button busy={save.isPending} className="justify-self-start" type="submit">
        {t.inbox.submit}
      </Button>
    </form>
  );
}

/** Preferences of the inbox for this account. If they cannot be read, the profile's card shows the error. */
function InboxCard() {
  const { data: profile, isSuccess } = useProfile();
  return (
    <Panel id="inbox" padded stacked title={t.inbox.title}>
      <div className="stack gap-24">
        {isSuccess && <SignatureForm signature={profile?.reply_signature ?? ''} />}
        <SingleKeyShortcutSwitch />
      </div>
    </Panel>
  );
}
