// The lists of accounts on the team screen: members, accounts that wait for approval.
import { formatShortDate } from '../../ui/format-values.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import {
  useTeamMutation,
  accountNameOf,
  useTeam,
  type TeamMember,
  type TeamAccount,
  useWaitingAccounts,
  requestTeamLink,
  type TeamLinkResult,
} from './team-queries.ts';
import { roleLabel } from './role-label.ts';
import { teamTexts as t } from './team-texts.ts';
import styles from './team.module.css';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import { useTeamRules } from '../../auth/session/roles.ts';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { LoadMoreButton } from '../screen/load-more-button.tsx';

interface NewLinkProps {
  member: TeamMember;
  onLink: (name: string, made: TeamLinkResult) => void;
}

/** For a colleague without a password: makes a new link if the first is lost or expired. */
function NewLink({ member, onLink }: NewLinkProps) {
  const name = accountNameOf(member);
  const making = useTeamMutation(requestTeamLink, `link-${member.id}`);

  function make(): void {
    making.mutate({ what: 'set-password', account: member.id }, { onSuccess: (made) => onLink(name, made) });
  }

  return (
    <Button busy={making.isPending} busyText={t.members.makingLink} onClick={make} variant="secondary">
      <RichText text={t.members.newLink(name)} />
    </Button>
  );
}

interface MemberListProps {
  onChange: (member: TeamMember) => void;
  onRemove: (member: TeamMember) => void;
  onLink: (name: string, made: TeamLinkResult) => void;
}

export function MemberList({ onChange, onRemove, onLink }: MemberListProps) {
  return (
    <section aria-labelledby="people">
      <h2 className={styles.title} id="people">
        {t.members.title}
      </h2>
      <QueryResult loadingText={t.members.loading} query={useTeam()}>
        {(people) => (
          <ul className="stack gap-12">
            {people.map((member) => (
              <AccountRow account={member} badge={roleLabel(member.role)} key={member.id}>
                {member.needs_link && <NewLink onLink={onLink} member={member} />}
                <Button icon="edit" onClick={() => onChange(member)} variant="secondary">
                  <RichText text={t.members.changeRole(accountNameOf(member))} />
                </Button>
                <Button icon="trash" iconOnly onClick={() => onRemove(member)} variant="secondary">
                  {t.members.remove(accountNameOf(member))}
                </Button>
              </AccountRow>
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}

/** A sentence with a day, such as "Jan 5, 2025". */
function DayFact({ text, timestamp }: { text: (day: string) => string; timestamp: string }) {
  const { timeZone } = useAgency();
  return (
    <span>
      <RichText
        tags={{ day: (day) => <time dateTime={timestamp}>{day}</time> }}
        text={text(formatShortDate(timestamp, timeZone))}
      />
    </span>
  );
}

interface AccountRowProps {
  account: TeamAccount;
  badge?: string;
  /** creation time of a waiting account */
  since?: string;
  /** buttons */
  children: ReactNode;
}

/** An account with its actions. */
function AccountRow({ account, badge, since, children }: AccountRowProps) {
  const { email, last_sign_in_at: seen, has_factor, is_verified, needs_link } = account;
  const name = accountNameOf(account);
  const id = `account-${account.id}`;
  return (
    <li>
      <article aria-labelledby={id} className={classNames('spread p-16-20', screenStyles.panel)}>
        <div className={styles.accountWords}>
          <div className="cluster gap-8">
            <h3 className={screenStyles.panelTitle} id={id}>
              {name}
            </h3>
            {badge !== undefined && <Badge variant="land">{badge}</Badge>}
            {needs_link && <Badge variant="outline">{t.account.invited}</Badge>}
          </div>
          {email !== null && email !== name && <p>{email}</p>}
          <p className="cluster muted gap-0-20">
            {since !== undefined && <DayFact text={t.account.signedUp} timestamp={since} />}
            {seen === null ? (
              <span>{t.account.neverSignedIn}</span>
            ) : (
              <DayFact text={t.account.lastSignedIn} timestamp={seen} />
            )}
            <span>{has_factor ? t.account.twoStepOn : t.account.twoStepOff}</span>
            {!is_verified && !needs_link && <span>{t.account.unverified}</span>}
          </p>
        </div>
        <div className="cluster gap-8">{children}</div>
      </article>
    </li>
  );
}

interface WaitingAccountListProps {
  onApprove: (account: TeamAccount) => void;
  onDelete: (account: TeamAccount) => void;
}

/** Accounts without a role. While sign-up is open, they have access nevertheless. */
export function WaitingAccountList({ onApprove, onDelete }: WaitingAccountListProps) {
  const waiting = useWaitingAccounts();
  const { data: rules } = useTeamRules(true);
  const { data: accounts = [] } = waiting;
  // without waiting accounts, no empty section is shown
  if (accounts.length === 0 && !waiting.isError) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 className={styles.title} id="waiting">
        {rules?.sign_up_mode === 'open' ? t.waiting.openSignUpTitle : t.waiting.title}
      </h2>
      {waiting.isError && (
        <LoadFailedNotice busy={waiting.isFetching} onRetry={() => void waiting.refetch()} />
      )}
      <ul className="stack gap-12">
        {accounts.map((account) => (
          <AccountRow account={account} key={account.id} since={account.created_at}>
            <Button icon="check" onClick={() => onApprove(account)}>
              <RichText text={t.waiting.approve(accountNameOf(account))} />
            </Button>
            <Button icon="trash" iconOnly onClick={() => onDelete(account)} variant="secondary">
              {t.waiting.remove(accountNameOf(account))}
            </Button>
          </AccountRow>
        ))}
      </ul>
      <LoadMoreButton pages={waiting} what={t.waiting.what} />
    </section>
  );
}
