import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { invalidateOnSettled } from '../../data/invalidate-on-settled.ts';
import { askForLink, type MadeLink } from './links/ask-for-link.ts';
import { teamKey } from './read-team.ts';
import type { Role } from './roles.ts';

interface Refused {
  message: string;
  hint: string;
}

/** The database's own words and what to do about it. */
function explain({ message, hint }: Refused): Error {
  return new Error(hint ? `${message} ${hint}` : message);
}

/** Gives or changes a role. Where that cleared the account, a link to set a password is made as well. */
export async function giveRole(account: string, wanted: Role): Promise<MadeLink> {
  const { data: cleared, error } = await browserClient().rpc('give_role', { account, wanted });
  if (error) throw explain(error);
  if (!cleared) return { outcome: 'ready' };
  return askForLink({ what: 'set-password', account }).catch(() => {
    throw new Error(
      "The role is saved, but we couldn't create a link. Close this and select “New link” instead.",
    );
  });
}

export async function removeFromTeam(account: string): Promise<void> {
  const { error } = await browserClient().rpc('remove_from_team', { account });
  if (error) throw explain(error);
}

export async function deleteWaitingAccount(account: string): Promise<void> {
  const { error } = await browserClient().rpc('delete_waiting_account', { account });
  if (error) throw explain(error);
}

export async function requireSecondFactor(required: boolean): Promise<void> {
  const { error } = await browserClient().rpc('require_second_factor', { required });
  if (error) throw explain(error);
}

/** A change of the team, after which all of it is read again, whether it succeeded or not. */
export function useTeamChange<Wish, Result>(change: (wish: Wish) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: invalidateOnSettled(queries, teamKey),
  });
}
