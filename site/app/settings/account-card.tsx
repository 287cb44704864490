import { useSignedIn } from '../session/session-store.ts';
import { LocalDate } from '../ui/screen/local-date.tsx';
import { ListFailed } from '../ui/screen/list-failed.tsx';
import { useCurrentUser } from './current-user.ts';

/** Facts about this account that nobody edits. */
export function AccountCard() {
  const { user: signedIn } = useSignedIn();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  return (
    <section aria-labelledby="account" className="panel p-6">
      <h2 className="panel-title mb-5" id="account">
        Account Information
      </h2>
      {isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't read your account anew."
        />
      )}
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">User ID</dt>
        <dd className="mb-3 font-mono text-small wrap-anywhere sm:mb-0">{user.id}</dd>
        <dt className="text-muted">Account Created</dt>
        <dd className="mb-3 sm:mb-0">
          {user.created_at ? <LocalDate timestamp={user.created_at} /> : 'N/A'}
        </dd>
        <dt className="text-muted">Last Sign In</dt>
        <dd>{user.last_sign_in_at ? <LocalDate timestamp={user.last_sign_in_at} /> : 'N/A'}</dd>
      </dl>
    </section>
  );
}
