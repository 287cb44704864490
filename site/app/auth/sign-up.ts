import { browserClient } from '../data/browser-client.ts';
import { confirmOwner } from './session/owner-token.ts';
import type { SignUp } from './credentials.ts';

/** Makes an account. Whether it is signed in at once, and whether it may see anything, is the server's decision. */
export async function signUp({ fullName, email, password }: SignUp): Promise<{ signedIn: boolean }> {
  // Before the call: the session is there before its answer.
  confirmOwner(email);
  const { data, error } = await browserClient().auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/dashboard` },
  });
  if (error) throw error;
  return { signedIn: data.session !== null };
}
