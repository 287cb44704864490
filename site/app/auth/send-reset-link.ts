import { browserClient } from '../data/browser-client.ts';

/**
 * Sends a link to choose a new password. Errors do not reveal whether the account exists. On projects that send their
 * own messages the link returns here with a session, which `new-password` handles.
 */
export async function sendResetLink(email: string): Promise<void> {
  const redirectTo = `${location.origin}/auth?new-password`;
  const { error } = await browserClient().auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}
