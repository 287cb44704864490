import { isAuthApiError } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';
import { isSigningOut } from './remote-sign-out.ts';

const endedCodes: ReadonlySet<string> = new Set(['session_not_found', 'user_not_found', 'user_banned']);

let pending: Promise<void> | null = null;

/**
 * Asks the server whether this tab's session is still valid and signs out if it is not. An unreachable server changes
 * nothing. Concurrent calls share one request, because one end is often noticed in several ways.
 */
export function checkSession(): Promise<void> {
  // events during one's own sign-out are expected
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
