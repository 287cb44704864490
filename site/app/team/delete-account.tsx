import { DeleteRecord } from '../ui/editor/delete-record.tsx';
import { deleteWaitingAccount } from './change-team.ts';
import { nameOf, teamKey, type Account } from './read-team.ts';

/** Asks whether an account without a role may go. */
export function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={teamKey}
      remove={() => deleteWaitingAccount(account.id)}
      thing="account"
      title={`the account of ${nameOf(account)}`}
    >
      <li>It is signed out at once.</li>
      <li>What it wrote stays, without its name.</li>
    </DeleteRecord>
  );
}
