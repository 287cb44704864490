import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { roles, type Role } from '../../data/roles.ts';
import { assuranceLevel } from './assurance.ts';
import { checkSession } from './check-session.ts';
import { useSignedIn } from './session-store.ts';

/** Prefix of every query about this account's access; a denial elsewhere invalidates it. */
export const rolesKey = ['roles'];
export type Roles = Role[];

/** Fresh this long: the screen that opens once the roles are known asks for them too. */
const staleMs = 5_000;
/** Poll interval of an account without a role. */
const approvalPollMs = 20_000;

/** This account's current roles; throws the database's error. */
export async function readOwnRoles(): Promise<Roles> {
  const { data } = await browserClient().rpc('my_roles').throwOnError();
  // A session that was ended elsewhere has no roles either, but must sign in and not wait.
  if (data.length === 0) await checkSession();
  return roles.filter((role) => data.includes(role));
}

async function readMustSetUpFactor(): Promise<boolean> {
  const { data } = await browserClient().rpc('must_set_up_factor').throwOnError();
  return data;
}

/** This account's roles; none while it waits for approval. For display only: policies decide. */
export function useRoles() {
  const { user, access_token } = useSignedIn();
  return useQuery({
    queryKey: [...rolesKey, user.id, assuranceLevel(access_token)],
    queryFn: readOwnRoles,
    staleTime: staleMs,
    // approval then appears without a reload
    refetchInterval: ({ state }) => state.data?.length === 0 && approvalPollMs,
  });
}

/** Whether an account without roles lacks them only until it sets up a second factor. */
export function useMustSetUpFactor(enabled: boolean) {
  const { user, access_token } = useSignedIn();
  const queryKey = [...rolesKey, user.id, assuranceLevel(access_token), 'factor'];
  return useQuery({ queryKey, queryFn: readMustSetUpFactor, enabled });
}

export function isOwner(mine: Roles): boolean {
  return mine.includes('owner');
}

/** Whether this account owns the agency; false until known. */
export function useIsOwner(): boolean {
  const { data: mine = [] } = useRoles();
  return isOwner(mine);
}

export function mayReadLeads(mine: Roles): boolean {
  return mine.includes('owner') || mine.includes('agent');
}

/** Whether this account may edit content; false until known. */
export function useMayEditContent(): boolean {
  const { data: mine = [] } = useRoles();
  return mine.includes('owner') || mine.includes('editor');
}
