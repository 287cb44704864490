import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { accountName, type TeamAccount } from './read-team.ts';
import { teamTexts } from './team-texts.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './team.module.css';

const t = teamTexts.account;
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** A sentence with a day, such as "Jan 5, 2025" in the viewer's time zone. */
function DayFact({ text, timestamp }: { text: (day: string) => string; timestamp: string }) {
  return (
    <span>
      <RichText
        tags={{ day: (day) => <time dateTime={timestamp}>{day}</time> }}
        text={text(dayFormat.format(new Date(timestamp)))}
      />
    </span>
  );
}

/** An account, with what may be done with it. */
export function AccountRow({
  account,
  badge,
  since,
  children,
}: {
  account: TeamAccount;
  badge?: string;
  /** creation time, for a waiting account */
  since?: string;
  /** buttons */
  children: ReactNode;
}) {
  const { email, last_sign_in_at: seen, has_factor, is_verified, needs_link } = account;
  const name = accountName(account);
  const id = `account-${account.id}`;
  return (
    <li>
      <article aria-labelledby={id} className={classNames('spread p-16-20', screenStyles.panel)}>
        <div className={styles.accountWords}>
          <div className={styles.accountHead}>
            <h3 className={screenStyles.panelTitle} id={id}>
              {name}
            </h3>
            {badge !== undefined && <Badge variant="land">{badge}</Badge>}
            {needs_link && <Badge variant="outline">{t.invited}</Badge>}
          </div>
          {email !== null && email !== name && <p>{email}</p>}
          <p className="cluster muted gap-0-20">
            {since !== undefined && <DayFact text={t.signedUp} timestamp={since} />}
            {seen === null ? (
              <span>{t.neverSignedIn}</span>
            ) : (
              <DayFact text={t.lastSignedIn} timestamp={seen} />
            )}
            <span>{has_factor ? t.twoStepOn : t.twoStepOff}</span>
            {!is_verified && !needs_link && <span>{t.unverified}</span>}
          </p>
        </div>
        <div className="cluster gap-8">{children}</div>
      </article>
    </li>
  );
}
