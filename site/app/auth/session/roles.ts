import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { assuranceLevel } from './assurance.ts';
import { checkSession } from './check-session.ts';
import { useSignedIn } from './session-store.ts';

const knownRoles = ['owner', 'editor', 'agent', 'viewer'] as const;
/** Every reading of what this account may do starts with this key: a refusal elsewhere has them read again. */
export const rolesKey = ['roles'];
export type Roles = (typeof knownRoles)[number][];

/** The screen that opens once the roles are here asks for them too: they are not read again for that. */
const staleMs = 5_000;
/** Between two looks of somebody who has no role yet. */
const approvalPollMs = 20_000;

/** The roles of this account as the server knows them now; throws what it could not answer. */
export async function readOwnRoles(): Promise<Roles> {
  const { data } = await browserClient().rpc('my_roles').throwOnError();
  // A session that was ended elsewhere has no roles either: that one is to sign in again, not to wait.
  if (data.length === 0) await checkSession();
  return knownRoles.filter((role) => data.includes(role));
}

async function readMustSetUpFactor(): Promise<boolean> {
  const { data } = await browserClient().rpc('must_set_up_factor').throwOnError();
  return data;
}

/** The roles of this account; none means that it waits for an owner's approval. Policies decide, this only explains. */
export function useRoles() {
  const { user, access_token } = useSignedIn();
  return useQuery({
    queryKey: [...rolesKey, user.id, assuranceLevel(access_token)],
    queryFn: readOwnRoles,
    staleTime: staleMs,
    // who waits for an owner's approval sees it come
    refetchInterval: ({ state }) => state.data?.length === 0 && approvalPollMs,
  });
}

/** For an account without roles: whether it has some that wait for a second factor alone. */
export function useMustSetUpFactor(enabled: boolean) {
  const { user, access_token } = useSignedIn();
  const queryKey = [...rolesKey, user.id, assuranceLevel(access_token), 'factor'];
  return useQuery({ queryKey, queryFn: readMustSetUpFactor, enabled });
}

/** Whether this account owns the agency; false until that is known. */
export function useIsOwner(): boolean {
  const { data: mine = [] } = useRoles();
  return mine.includes('owner');
}

/** Whether these roles may read leads and their messages. */
export function mayReadLeads(mine: Roles): boolean {
  return mine.includes('owner') || mine.includes('agent');
}

/** Whether this account may write services, categories, apps, posts and media; false until that is known. */
export function useMayEditContent(): boolean {
  const { data: mine = [] } = useRoles();
  return mine.includes('owner') || mine.includes('editor');
}
