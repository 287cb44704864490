import { browserClient } from '../data/browser-client.ts';
import type { SignIn } from './credentials.ts';

/** Signs in; a refusal is thrown with the auth service's own message. */
export async function signIn({ email, password }: SignIn): Promise<void> {
  const { error } = await browserClient().auth.signInWithPassword({ email, password });
  if (error) throw error;
}
