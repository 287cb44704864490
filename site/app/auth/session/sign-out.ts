import { browserClient } from '../../data/browser-client.ts';
import { beginSignOut, cancelSignOut } from './remote-sign-out.ts';

/** Ends all sessions of this account. Throws if the server did not confirm; then nothing has changed. */
export async function signOut(): Promise<void> {
  beginSignOut();
  const { error } = await browserClient().auth.signOut();
  if (!error) return;
  cancelSignOut();
  throw error;
}

/** Deletes the session on this device, whatever the server responds. */
export async function signOutOnThisDevice(): Promise<void> {
  beginSignOut();
  await browserClient().auth.signOut({ scope: 'local' });
}
