import { useSignedIn } from '../../auth/session/session-store.ts';
import { ListFailed } from '../screen/list-failed.tsx';
import { LocalDate } from '../screen/local-date.tsx';
import { Panel } from '../screen/panel.tsx';
import { settingsTexts } from './settings-texts.ts';
import { useCurrentUser } from './use-current-user.ts';

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
    <Panel id="account" padded stacked title={t.title}>
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} text={t.failed} />}
      <dl className="stack gap-16">
        <div>
          <dt className="small muted">{t.id}</dt>
          <dd className={'small figure'}>{user.id}</dd>
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
