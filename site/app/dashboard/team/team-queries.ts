// Reads or changes the team.
import { useQuery } from '@tanstack/react-query';
import { fetchJsonAsUser } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { usePagedQuery } from '../../data/read-newest.ts';
import { sortByName } from '../../data/sort-by-name.ts';
import { teamLinkTexts, teamTexts } from './team-texts.ts';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import type { StaffRole } from '../../data/staff-roles.ts';
import type { TeamLinkResponse, TeamLinkRequest } from './links/link-request.ts';

/** The data of an account for owners. Times are ISO 8601. */
export interface TeamAccount {
  id: string;
  /** null for an account with only a phone number */
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

export const teamQueryKey = ['team'];

/** The name, else the email. */
export function accountNameOf({ full_name, email }: Pick<TeamAccount, 'full_name' | 'email'>): string {
  return full_name || email || teamTexts.account.unnamed;
}

async function readTeam(): Promise<TeamMember[]> {
  const data = await callDatabaseFunction('team');
  // Roles in the database's order, owners first; accounts by name (the database sorts by address).
  const roles = [...new Set(data.map(({ role }: TeamMember) => role))];
  return roles.flatMap((role) =>
    sortByName(
      data.filter((member: TeamMember) => member.role === role),
      accountNameOf,
    ),
  );
}

/** Accounts with a role, owners first. */
export function useTeam() {
  return useQuery({ queryKey: [...teamQueryKey, 'people'], queryFn: readTeam });
}

async function readWaiting(after: WaitingAccount | null) {
  const data = await callDatabaseFunction('waiting_accounts', {
    page_size: waitingPerPage + 1,
    ...(after ? { before_created_at: after.created_at, before_id: after.id } : {}),
  });
  const rows: WaitingAccount[] = data;
  const items = rows.slice(0, waitingPerPage);
  return { items, next: rows.length > waitingPerPage ? (items.at(-1) ?? null) : null };
}

export function useWaitingAccounts() {
  return usePagedQuery([...teamQueryKey, 'waiting'], readWaiting);
}

export type TeamLinkResult = Exclude<TeamLinkResponse, { outcome: 'refused' }>;

/** Sets a role. If that cleared the account's password, also makes a link to set a new one. */
export async function setAccountRole(account: string, wanted: StaffRole): Promise<TeamLinkResult> {
  const cleared = await callDatabaseFunction('give_role', { account, wanted });
  if (!cleared) return { outcome: 'ready' };
  return requestTeamLink({ what: 'set-password', account }).catch(() => {
    throw new Error(teamTexts.changeRole.linkFailed);
  });
}

/** A mutation that refetches the team, whether it succeeded or not. */
export function useTeamMutation<Input, Result>(change: (input: Input) => Promise<Result>, form: string) {
  return useWriteMutation(change, teamQueryKey, { waits: true, form });
}

const { errors } = teamLinkTexts;

/** Requests a link from the site's server; throws a message for the owner. */
export async function requestTeamLink(request: TeamLinkRequest): Promise<TeamLinkResult> {
  const response = await fetchJsonAsUser<TeamLinkResponse>('/team-links', request).catch(() => null);
  if (!response) throw new Error(errors.unreachable);
  const result = response.body;
  if (!result) throw new Error(errors.fault);
  if (result.outcome === 'refused') throw new Error(result.message);
  return result;
}
