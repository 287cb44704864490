import { browserClient } from '../data/browser-client.ts';

/**
 * Asks for a message with a link to choose a new password. What is thrown never tells whether there is an account. A
 * project whose messages are not ours leads back here with a session, which `new-password` is for.
 */
export async function sendResetLink(email: string): Promise<void> {
  const redirectTo = `${location.origin}/auth?new-password`;
  const { error } = await browserClient().auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}
