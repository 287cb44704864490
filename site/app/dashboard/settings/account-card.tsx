import { useSignedIn } from '../../auth/session/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { ListFailed } from '../screen/list-failed.tsx';
import { LocalDate } from '../screen/local-date.tsx';
import { Panel } from '../screen/panel.tsx';
import { settingsTexts } from './settings-texts.ts';
import { useCurrentUser } from './use-current-user.ts';
import styles from './settings.module.css';

const t = settingsTexts.account;

export function AccountCard() {
  const { user: signedIn } = useSignedIn();
  const { data, isError, isFetching, refetch } = useCurrentUser();
  const user = data ?? signedIn;
  const dates = [
    { label: t.created, timestamp: user.created_at },
    { label: t.lastSignIn, timestamp: user.last_sign_in_at },
  ];
  return (
    <Panel className={styles.card} id="account" padded title={t.title}>
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} text={t.failed} />}
      <dl className="stack" data-gap="l">
        <div>
          <dt className="small muted">{t.id}</dt>
          <dd className={classNames(styles.id, 'small')}>{user.id}</dd>
        </div>
        {dates.map(({ label, timestamp }) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>{timestamp ? <LocalDate timestamp={timestamp} /> : t.unknown}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
