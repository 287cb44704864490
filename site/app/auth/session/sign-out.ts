import { browserClient } from '../../data/browser-client.ts';
import { leaveByChoice, stayAfterAll } from './ended-elsewhere.ts';

/** Ends the session here and everywhere; throws when the server could not be told, and then nothing has changed. */
export async function signOut(): Promise<void> {
  leaveByChoice();
  const { error } = await browserClient().auth.signOut();
  if (!error) return;
  stayAfterAll();
  throw error;
}

/** Forgets the session on this device, whether or not the server hears of it. */
export async function signOutOnThisDevice(): Promise<void> {
  leaveByChoice();
  await browserClient().auth.signOut({ scope: 'local' });
}
