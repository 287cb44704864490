import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { inReadingOrder } from '../../data/reading-order.ts';

/** What owners see of an account. Times are ISO 8601. */
export interface Account {
  id: string;
  /** null where the account has a phone number alone */
  email: string | null;
  full_name: string | null;
  last_sign_in_at: string | null;
  has_factor: boolean;
  /** whether somebody has shown that mail to the address reaches them */
  is_verified: boolean;
  /** whether nobody can come in before a link was made */
  needs_link: boolean;
}

export interface Person extends Account {
  role: string;
}

export interface WaitingAccount extends Account {
  created_at: string;
}

const waitingPerPage = 20;

export const teamKey = ['team'];

/** What to call somebody of whom only the address may be known. */
export function nameOf({ full_name, email }: Pick<Account, 'full_name' | 'email'>): string {
  return full_name || email || 'Unnamed account';
}

async function readTeam(): Promise<Person[]> {
  const { data } = await browserClient().rpc('team').throwOnError();
  // The database puts owners first, then each role by address; the screen shows names.
  const roles = [...new Set(data.map(({ role }: Person) => role))];
  return roles.flatMap((role) =>
    inReadingOrder(
      data.filter((person: Person) => person.role === role),
      nameOf,
    ),
  );
}

/** Everybody with a role, owners first. */
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

/** Accounts without a role, newest first. */
export function useWaitingAccounts() {
  return useInfiniteQuery({
    queryKey: [...teamKey, 'waiting'],
    queryFn: ({ pageParam }) => readWaiting(pageParam),
    initialPageParam: null as WaitingAccount | null,
    getNextPageParam: (page) => page.next,
  });
}
