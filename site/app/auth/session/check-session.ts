import { isAuthApiError } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';
import { isSigningOut } from './remote-sign-out.ts';

const endedCodes: ReadonlySet<string> = new Set(['session_not_found', 'user_not_found', 'user_banned']);

let pending: Promise<void> | null = null;

/**
 * Asks the server whether the session of this tab still stands, and forgets it where it does not: then whoever follows
 * the session hears of its end. A server that cannot be reached says nothing. Asked twice meanwhile, it is still one
 * call: an end is often noticed in several ways at once.
 */
export function checkSession(): Promise<void> {
  // what is heard of now is one's own sign-out
  if (isSigningOut()) return Promise.resolve();
  pending ??= askServer().finally(() => {
    pending = null;
  });
  return pending;
}

async function askServer(): Promise<void> {
  const { auth } = browserClient();
  // the client itself forgets a session that is gone
  const { error } = await auth.getUser();
  if (isAuthApiError(error) && endedCodes.has(error.code ?? '')) await auth.signOut({ scope: 'local' });
}
