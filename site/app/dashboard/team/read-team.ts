import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { usePages } from '../../data/read-newest.ts';
import { sortByName } from '../../data/sort-by-name.ts';
import { teamTexts } from './team-texts.ts';

/** What owners see of an account. Times are ISO 8601. */
export interface TeamAccount {
  id: string;
  /** null for an account with a phone number only */
  email: string | null;
  full_name: string | null;
  last_sign_in_at: string | null;
  has_factor: boolean;
  /** whether the address was confirmed */
  is_verified: boolean;
  /** whether it cannot sign in without a new link */
  needs_link: boolean;
}

export interface TeamMember extends TeamAccount {
  role: string;
}

interface WaitingAccount extends TeamAccount {
  created_at: string;
}

const waitingPerPage = 20;

export const teamKey = ['team'];

/** The name, else the email. */
export function accountName({ full_name, email }: Pick<TeamAccount, 'full_name' | 'email'>): string {
  return full_name || email || teamTexts.account.unnamed;
}

async function readTeam(): Promise<TeamMember[]> {
  const { data } = await browserClient().rpc('team').throwOnError();
  // Roles in the database's order, owners first; accounts by name, which the database sorts by address.
  const roles = [...new Set(data.map(({ role }: TeamMember) => role))];
  return roles.flatMap((role) =>
    sortByName(
      data.filter((member: TeamMember) => member.role === role),
      accountName,
    ),
  );
}

/** Accounts with a role, owners first. */
export function useTeam() {
  return useQuery({ queryKey: [...teamKey, 'people'], queryFn: readTeam });
}

async function readWaiting(after: WaitingAccount | null) {
  const { data } = await browserClient()
    .rpc('waiting_accounts', {
      page_size: waitingPerPage + 1,
      ...(after ? { before_created_at: after.created_at, before_id: after.id } : {}),
    })
    .throwOnError();
  const rows: WaitingAccount[] = data;
  const items = rows.slice(0, waitingPerPage);
  return { items, next: rows.length > waitingPerPage ? (items.at(-1) ?? null) : null };
}

export function useWaitingAccounts() {
  return usePages([...teamKey, 'waiting'], readWaiting);
}
