import { DeleteRecord } from '../screen/delete-record.tsx';
import { deleteWaitingAccount } from './change-team.ts';
import { accountName, teamKey, type Account } from './read-team.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.deleteAccount;

export function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={teamKey}
      remove={() => deleteWaitingAccount(account.id)}
      thing={t.thing}
      title={t.title(accountName(account))}
    >
      <li>{t.signedOut}</li>
      <li>{t.worksStay}</li>
    </DeleteRecord>
  );
}
