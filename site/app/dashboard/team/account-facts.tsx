import { Badge } from '../../ui/badge.tsx';
import { accountName, type Account } from './read-team.ts';
import styles from './team.module.css';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "Jan 5, 2025" in the viewer's time zone. */
export function Day({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{day.format(new Date(timestamp))}</time>;
}

export function AccountFacts({
  id,
  account,
  badge,
  since,
}: {
  /** of the heading, for aria-labelledby */
  id: string;
  account: Account;
  badge?: string;
  /** creation time, for a waiting account */
  since?: string;
}) {
  const {
    email,
    last_sign_in_at: seen,
    has_factor: hasFactor,
    is_verified: isVerified,
    needs_link,
  } = account;
  return (
    <div className={styles.accountWords}>
      <div className={styles.accountHead}>
        <h3 className="panel-title" id={id}>
          {accountName(account)}
        </h3>
        {badge !== undefined && <Badge variant="land">{badge}</Badge>}
        {needs_link && <Badge variant="outline">Invited</Badge>}
      </div>
      {email !== null && email !== accountName(account) && <p>{email}</p>}
      <p className={styles.accountFacts}>
        {since !== undefined && (
          <span>
            Signed up <Day timestamp={since} />
          </span>
        )}
        <span>{seen === null ? "Hasn't signed in yet" : <>Last signed in {<Day timestamp={seen} />}</>}</span>
        <span>{hasFactor ? 'Two-step on' : 'Two-step off'}</span>
        {!isVerified && !needs_link && <span>Email not verified</span>}
      </p>
    </div>
  );
}
