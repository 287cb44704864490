import { useSignedIn } from '../../auth/session/session-store.ts';
import { LocalDate } from '../screen/local-date.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { useCurrentUser } from './use-current-user.ts';

export function AccountCard() {
  const { user: signedIn } = useSignedIn();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  return (
    <section aria-labelledby="account" className="panel p-[min(1.5rem,6vw)]">
      <h2 className="panel-title mb-5" id="account">
        Account Information
      </h2>
      {isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't refresh your account details."
        />
      )}
      <dl className="account-facts-list">
        <div>
          <dt>User ID</dt>
          <dd className="font-mono text-small wrap-anywhere">{user.id}</dd>
        </div>
        <div>
          <dt>Account Created</dt>
          <dd>{user.created_at ? <LocalDate timestamp={user.created_at} /> : 'N/A'}</dd>
        </div>
        <div>
          <dt>Last Sign In</dt>
          <dd>{user.last_sign_in_at ? <LocalDate timestamp={user.last_sign_in_at} /> : 'N/A'}</dd>
        </div>
      </dl>
    </section>
  );
}
