import { browserClient } from '../data/browser-client.ts';
import { confirmOwner } from './session/owner-token.ts';
import type { SignIn } from './credentials.ts';

export async function signIn({ email, password }: SignIn): Promise<void> {
  // Before the call: the session arrives before its response.
  confirmOwner(email);
  const { error } = await browserClient().auth.signInWithPassword({ email, password });
  if (error) throw error;
}
