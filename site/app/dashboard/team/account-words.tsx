import { Badge } from '../../ui/badge.tsx';
import { nameOf, type Account } from './read-team.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "Jan 5, 2025", in the viewer's zone. */
export function Day({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{day.format(new Date(timestamp))}</time>;
}

/** Who it is and how safe the account stands. */
export function AccountWords({
  id,
  account,
  badge,
  since,
}: {
  /** of the heading, for what names itself by it */
  id: string;
  account: Account;
  badge?: string;
  /** when it was made, for one that waits */
  since?: string;
}) {
  const { email, last_sign_in_at: seen, has_factor: hasFactor, is_verified: isProved, needs_link } = account;
  return (
    <div className="account-words">
      <div className="account-head">
        <h3 className="panel-title" id={id}>
          {nameOf(account)}
        </h3>
        {badge !== undefined && <Badge variant="land">{badge}</Badge>}
        {needs_link && <Badge variant="outline">Invited</Badge>}
      </div>
      {email !== null && email !== nameOf(account) && <p className="account-address">{email}</p>}
      <p className="account-facts">
        {since !== undefined && (
          <span>
            Signed up <Day timestamp={since} />
          </span>
        )}
        <span>{seen === null ? "Hasn't signed in yet" : <>Last signed in {<Day timestamp={seen} />}</>}</span>
        <span>{hasFactor ? 'Two-step on' : 'Two-step off'}</span>
        {!isProved && !needs_link && <span>Email not verified</span>}
      </p>
    </div>
  );
}
