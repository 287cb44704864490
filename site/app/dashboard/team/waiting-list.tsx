import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { LoadMore } from '../screen/load-more.tsx';
import { AccountRow } from './account-row.tsx';
import { accountName, useWaitingAccounts, type TeamAccount } from './read-team.ts';
import { teamTexts } from './team-texts.ts';
import styles from './team.module.css';

const t = teamTexts.waiting;

/** Accounts without a role. With open sign-up they have access all the same. */
export function WaitingList({
  onApprove,
  onDelete,
}: {
  onApprove: (account: TeamAccount) => void;
  onDelete: (account: TeamAccount) => void;
}) {
  const waiting = useWaitingAccounts();
  const { data: rules } = useTeamRules(true);
  const accounts = waiting.data?.pages.flatMap(({ items }) => items) ?? [];
  // usually there are none: no heading over nothing
  if (accounts.length === 0 && !waiting.isError) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 className={styles.title} id="waiting">
        {rules?.sign_up_mode === 'open' ? t.openSignUpTitle : t.title}
      </h2>
      {waiting.isError && <ListFailed busy={waiting.isFetching} onRetry={() => void waiting.refetch()} />}
      <ul className="stack gap-12">
        {accounts.map((account) => (
          <AccountRow account={account} key={account.id} since={account.created_at}>
            <Button icon="check" onClick={() => onApprove(account)}>
              <RichText text={t.approve(accountName(account))} />
            </Button>
            <Button icon="trash" iconOnly onClick={() => onDelete(account)} variant="secondary">
              {t.remove(accountName(account))}
            </Button>
          </AccountRow>
        ))}
      </ul>
      <LoadMore pages={waiting} what={t.what} />
    </section>
  );
}
