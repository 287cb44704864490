import { DeleteRecord } from '../screen/delete-record.tsx';
import { deleteWaitingAccount } from './change-team.ts';
import { accountName, teamKey, type Account } from './read-team.ts';

export function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={teamKey}
      remove={() => deleteWaitingAccount(account.id)}
      thing="account"
      title={`${accountName(account)}'s account`}
    >
      <li>They're signed out right away.</li>
      <li>What they wrote stays, without their name.</li>
    </DeleteRecord>
  );
}
