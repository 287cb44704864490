import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { teamKey } from './read-team.ts';
import type { Role } from '../../data/roles.ts';
import { teamTexts } from './team-texts.ts';

/** Sets a role. If that cleared the account's password, also makes a link to set a new one. */
export async function giveRole(account: string, wanted: Role): Promise<LinkResult> {
  const { data: cleared } = await browserClient().rpc('give_role', { account, wanted }).throwOnError();
  if (!cleared) return { outcome: 'ready' };
  return requestLink({ what: 'set-password', account }).catch(() => {
    throw new Error(teamTexts.changeRole.linkFailed);
  });
}

export async function removeFromTeam(account: string): Promise<void> {
  await browserClient().rpc('remove_from_team', { account }).throwOnError();
}

export async function deleteWaitingAccount(account: string): Promise<void> {
  await browserClient().rpc('delete_waiting_account', { account }).throwOnError();
}

export async function requireSecondFactor(required: boolean): Promise<void> {
  await browserClient().rpc('require_second_factor', { required }).throwOnError();
}

/** A mutation that refetches the team, whether it succeeded or not. */
export function useTeamChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  return useWrite(change, teamKey, { waits: true });
}
