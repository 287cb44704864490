import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { Button } from '../../ui/button.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { LoadMore } from '../screen/load-more.tsx';
import { AccountFacts } from './account-facts.tsx';
import { accountName, useWaitingAccounts, type Account } from './read-team.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './team.module.css';

/** Accounts without a role. With open sign-up they have access all the same. */
export function WaitingList({
  onApprove,
  onDelete,
}: {
  onApprove: (account: Account) => void;
  onDelete: (account: Account) => void;
}) {
  const waiting = useWaitingAccounts();
  const { data: rules } = useTeamRules(true);
  const accounts = waiting.data?.pages.flatMap(({ items }) => items) ?? [];
  // usually there are none: no heading over nothing
  if (accounts.length === 0 && !waiting.isError) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 className={styles.title} id="waiting">
        {rules?.sign_up_mode === 'open' ? 'Signed up, without a role' : 'Waiting for approval'}
      </h2>
      {waiting.isError && <ListFailed busy={waiting.isFetching} onRetry={() => void waiting.refetch()} />}
      <ul className={styles.accountRows}>
        {accounts.map((account) => (
          <li key={account.id}>
            <article
              aria-labelledby={`waiting-${account.id}`}
              className={classNames(styles.accountRow, 'panel')}
            >
              <AccountFacts account={account} id={`waiting-${account.id}`} since={account.created_at} />
              <div className={styles.accountButtons}>
                <Button icon="check" onClick={() => onApprove(account)} size="dashboard">
                  Approve<span className="sr-only"> {accountName(account)}</span>
                </Button>
                <Button
                  icon="trash"
                  iconOnly
                  onClick={() => onDelete(account)}
                  size="dashboard"
                  variant="secondary"
                >
                  Delete {accountName(account)}'s account
                </Button>
              </div>
            </article>
          </li>
        ))}
      </ul>
      <LoadMore pages={waiting} what="accounts" />
    </section>
  );
}
