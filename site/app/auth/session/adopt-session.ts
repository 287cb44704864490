import type { Session } from '@supabase/supabase-js';
import { browserClient, detachedClient } from '../../data/browser-client.ts';
import type { UrlSession } from './url-session.ts';

/** Resolves to whether the session of `linked` replaces `current`. */
export type ConfirmSwitch = (current: Session, linked: Session) => Promise<boolean>;

/**
 * Makes a link's session this browser's session. If another account is signed in, its user decides: a stranger's link
 * must not switch accounts unnoticed. The server says whose session it is; an expired token could name anyone.
 */
export async function adoptSession(
  linked: UrlSession,
  confirmSwitch: ConfirmSwitch,
): Promise<'adopted' | 'kept' | 'rejected'> {
  const { auth } = browserClient();
  const { session: before } = (await auth.getSession()).data;
  if (!before) return (await auth.setSession(linked)).error ? 'rejected' : 'adopted';
  const detached = detachedClient().auth;
  const { session } = (await detached.setSession(linked)).data;
  if (!session) return 'rejected';
  const isOther = session.user.id !== before.user.id;
  if (isOther && !(await confirmSwitch(before, session))) {
    await detached.signOut({ scope: 'local' });
    return 'kept';
  }
  if ((await auth.setSession(session)).error) return 'rejected';
  if (isOther) await detached.admin.signOut(before.access_token, 'local');
  return 'adopted';
}
