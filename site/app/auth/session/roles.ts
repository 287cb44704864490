// The access of an account: its roles, the level of its session, the team's rules.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { staffRoles, type StaffRole } from '../../data/staff-roles.ts';
import { useSignedInSession, isSigningOut } from './session-store.ts';
import { type Session, isAuthApiError } from '@supabase/supabase-js';

/** Prefix of every query about this account's access; a denied request invalidates it. */
export const rolesQueryKey = ['roles'];
export type OwnRoles = StaffRole[];

/** Fresh this long, because the screen that opens once the roles are known requests them too. */
const staleMs = 5_000;
/** Poll interval of an account without a role. */
const approvalPollMs = 20_000;

/** This account's current roles; throws the database's error. */
export async function readOwnRoles(): Promise<OwnRoles> {
  const data = await callDatabaseFunction('my_roles');
  // A session that was ended elsewhere has no roles either, but must sign in instead of waiting.
  if (data.length === 0) await signOutIfSessionEnded();
  return staffRoles.filter((role) => data.includes(role));
}

/** This account's roles; none while it waits for approval. For display only, because policies decide. */
export function useRoles() {
  const { user, access_token } = useSignedInSession();
  return useQuery({
    queryKey: [...rolesQueryKey, user.id, assuranceLevel(access_token)],
    queryFn: readOwnRoles,
    staleTime: staleMs,
    // so that an approval appears without a reload
    refetchInterval: ({ state }) => state.data?.length === 0 && approvalPollMs,
  });
}

/** Whether an account without roles lacks them only until it sets up a second factor. */
export function useMustSetUpFactor(enabled: boolean) {
  const { user, access_token } = useSignedInSession();
  const queryKey = [...rolesQueryKey, user.id, assuranceLevel(access_token), 'factor'];
  return useQuery({ queryKey, queryFn: () => callDatabaseFunction('must_set_up_factor'), enabled });
}

export function isOwner(mine: OwnRoles): boolean {
  return mine.includes('owner');
}

/** Whether this account owns the agency; false until known. */
export function useIsOwner(): boolean {
  const { data: mine = [] } = useRoles();
  return isOwner(mine);
}

export function mayReadLeads(mine: OwnRoles): boolean {
  return mine.includes('owner') || mine.includes('agent');
}

export function mayEditContent(mine: OwnRoles): boolean {
  return mine.includes('owner') || mine.includes('editor');
}

/** Whether this account may edit content; false until known. */
export function useMayEditContent(): boolean {
  const { data: mine = [] } = useRoles();
  return mayEditContent(mine);
}

/** Whether the account has a second factor that this session has not verified. Until then, policies return no rows. */
export function mustVerifySecondFactor(session: Session): boolean {
  const verified = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return verified && assuranceLevel(session.access_token) !== 'aal2';
}

/** The token's claimed level, `aal1` or `aal2`. Not verified: it decides only what is shown. */
function assuranceLevel(token: string): unknown {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  try {
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}

const endedCodes: ReadonlySet<string> = new Set(['session_not_found', 'user_not_found', 'user_banned']);

let pending: Promise<void> | null = null;

/**
 * Asks the server whether this tab's session is still valid and signs out if it is not. An unreachable server changes
 * nothing. Concurrent calls share one request, because one end is often detected in several ways.
 */
export function signOutIfSessionEnded(): Promise<void> {
  // events during the user's own sign-out are expected
  if (isSigningOut()) return Promise.resolve();
  pending ??= askServer().finally(() => {
    pending = null;
  });
  return pending;
}

async function askServer(): Promise<void> {
  const { auth } = browserClient();
  // The client deletes an ended session itself.
  const { error } = await auth.getUser();
  if (isAuthApiError(error) && endedCodes.has(error.code ?? '')) await auth.signOut({ scope: 'local' });
}

async function readTeamRules() {
  const { data } = await browserClient().rpc('team_rules').single().throwOnError();
  return data;
}

/** Team-wide settings: how accounts are created, and whether a second factor is required. For owners. */
export function useTeamRules(enabled: boolean) {
  return useQuery({ queryKey: ['team', 'rules'], queryFn: readTeamRules, enabled });
}
