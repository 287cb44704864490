import { isAuthApiError } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';
import { isLeaving } from './ended-elsewhere.ts';

const over: ReadonlySet<string> = new Set(['session_not_found', 'user_not_found', 'user_banned']);

let underWay: Promise<void> | null = null;

/**
 * Asks the server whether the session of this tab still stands, and forgets it where it does not: then whoever follows
 * the session hears of its end. A server that cannot be reached says nothing. Asked twice meanwhile, it is still one
 * call: an end is often noticed in several ways at once.
 */
export function checkSession(): Promise<void> {
  // what is heard of now is one's own sign-out
  if (isLeaving()) return Promise.resolve();
  underWay ??= ask().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function ask(): Promise<void> {
  const { auth } = browserClient();
  // the client itself forgets a session that is gone
  const { error } = await auth.getUser();
  if (isAuthApiError(error) && over.has(error.code ?? '')) await auth.signOut({ scope: 'local' });
}
