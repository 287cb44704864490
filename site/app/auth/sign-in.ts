import { browserClient } from '../data/browser-client.ts';
import { confirmOwner } from './session/owner-token.ts';
import type { SignIn } from './credentials.ts';

/** Signs in; a refusal is thrown with the auth service's own message. */
export async function signIn({ email, password }: SignIn): Promise<void> {
  // Before the call: the session is there before its answer.
  confirmOwner(email);
  const { error } = await browserClient().auth.signInWithPassword({ email, password });
  if (error) throw error;
}
