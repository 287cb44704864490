import { browserClient } from '../../data/browser-client.ts';
import { beginSignOut, cancelSignOut } from './remote-sign-out.ts';

/** Ends the session here and everywhere; throws when the server could not be told, and then nothing has changed. */
export async function signOut(): Promise<void> {
  beginSignOut();
  const { error } = await browserClient().auth.signOut();
  if (!error) return;
  cancelSignOut();
  throw error;
}

/** Forgets the session on this device, whether or not the server hears of it. */
export async function signOutOnThisDevice(): Promise<void> {
  beginSignOut();
  await browserClient().auth.signOut({ scope: 'local' });
}
