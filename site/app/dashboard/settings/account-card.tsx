import { useSignedIn } from '../../auth/session/session-store.ts';
import { LocalDate } from '../screen/local-date.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { useCurrentUser } from './use-current-user.ts';
import styles from './settings.module.css';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../screen/panel.tsx';

export function AccountCard() {
  const { user: signedIn } = useSignedIn();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  return (
    <Panel className={styles.card} id="account" padded title="Account Information">
      {isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't refresh your account details."
        />
      )}
      <dl className={styles.accountFactsList}>
        <div>
          <dt className="small muted">User ID</dt>
          <dd className={classNames(styles.id, 'small')}>{user.id}</dd>
        </div>
        <div>
          <dt className="small muted">Account Created</dt>
          <dd>{user.created_at ? <LocalDate timestamp={user.created_at} /> : 'N/A'}</dd>
        </div>
        <div>
          <dt className="small muted">Last Sign In</dt>
          <dd>{user.last_sign_in_at ? <LocalDate timestamp={user.last_sign_in_at} /> : 'N/A'}</dd>
        </div>
      </dl>
    </Panel>
  );
}
