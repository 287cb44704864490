import { browserClient } from '../data/browser-client.ts';
import { confirmOwner } from './session/owner-token.ts';
import type { SignUp } from './credentials.ts';

/** Creates an account. The server decides whether it is signed in at once. */
export async function signUp({ fullName, email, password }: SignUp): Promise<{ signedIn: boolean }> {
  // Before the call: the session arrives before its response.
  confirmOwner(email);
  const { data, error } = await browserClient().auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/dashboard` },
  });
  if (error) throw error;
  return { signedIn: data.session !== null };
}
