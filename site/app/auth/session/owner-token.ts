// Stores the one-time owner set-up token from the URL in this tab; consumes it, restores it.
import { tabStore } from '../../ui/browser-storage.ts';

const tokenKey = 'owner-token';
const emailKey = 'owner-email';

/** The parts of the set-up link `/auth?owner#owner=TOKEN&email=ADDRESS`, or null. */
function readLink(): { token: string; email: string } | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('owner');
  return token ? { token, email: fragment.get('email') ?? '' } : null;
}

/**
 * Moves the one-time set-up token from the URL, where history, screenshots and copied links would leak it, to this
 * tab's storage.
 */
export function captureOwnerToken(): void {
  const link = readLink();
  if (!link) return;
  tabStore.set(tokenKey, link.token);
  tabStore.set(emailKey, link.email);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Whether this tab has opened the set-up link, whether or not the token is still in the URL. */
export function hasOwnerToken(): boolean {
  return tabStore.get(tokenKey) !== null || readLink() !== null;
}

let confirmed: string | null = null;

/**
 * Records the account, by email or id, that may become owner without a question, because its user signed in with a
 * form here or confirmed it. A session that existed before may come from another person's link.
 */
export function markFutureOwnerConfirmed(emailOrId: string): void {
  confirmed = emailOrId.toLowerCase();
}

export function isConfirmedFutureOwner({ id, email }: { id: string; email?: string | undefined }): boolean {
  return confirmed !== null && (confirmed === id || confirmed === email?.toLowerCase());
}

let signedUp: string | null = null;

/** Records that this page has just created the account, which its own toast says. */
export function markSignedUp(email: string): void {
  signedUp = email.toLowerCase();
}

export function hasSignedUpHere(email: string | undefined): boolean {
  return signedUp !== null && signedUp === email?.toLowerCase();
}

/** The email that the set-up link was made for, or ''. */
export function readOwnerLinkEmail(): string {
  return readLink()?.email ?? tabStore.get(emailKey) ?? '';
}

/** Returns the token and removes it; callers must restore it if it did not reach the server. */
export function consumeOwnerToken(): string | null {
  const token = tabStore.get(tokenKey);
  tabStore.remove(tokenKey);
  tabStore.remove(emailKey);
  return token;
}

export function restoreOwnerToken(token: string): void {
  tabStore.set(tokenKey, token);
}
