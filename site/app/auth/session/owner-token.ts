const tokenKey = 'owner-token';
const emailKey = 'owner-email';

/** What the set-up link `/auth?owner#owner=TOKEN&email=ADDRESS` says; null where it was not opened. */
function readLink(): { token: string; email: string } | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('owner');
  return token ? { token, email: fragment.get('email') ?? '' } : null;
}

/**
 * Takes the one-time set-up token out of the address, which is where it would leak from (history, screenshots, copied
 * links): it moves to this tab's storage at once.
 */
export function storeOwnerToken(): void {
  const link = readLink();
  if (!link) return;
  sessionStorage.setItem(tokenKey, link.token);
  sessionStorage.setItem(emailKey, link.email);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Whether this tab has opened the set-up link, taken out of the address yet or not. */
export function hasOwnerToken(): boolean {
  return sessionStorage.getItem(tokenKey) !== null || readLink() !== null;
}

let confirmed: string | null = null;

/**
 * Notes the account, by its email or id, that may become the owner without a question: its user signs in by a form of
 * this page, or has said so. A session that was here already may have been planted by a link.
 */
export function confirmOwner(emailOrId: string): void {
  confirmed = emailOrId.toLowerCase();
}

export function isConfirmedOwner({ id, email }: { id: string; email?: string | undefined }): boolean {
  return confirmed !== null && (confirmed === id || confirmed === email?.toLowerCase());
}

/** The address that the set-up link was made for, or an empty text. */
export function ownerEmail(): string {
  return readLink()?.email ?? sessionStorage.getItem(emailKey) ?? '';
}

/** Single use: who takes the token must put it back if it never reached the server. */
export function consumeOwnerToken(): string | null {
  const token = sessionStorage.getItem(tokenKey);
  sessionStorage.removeItem(tokenKey);
  sessionStorage.removeItem(emailKey);
  return token;
}

export function restoreOwnerToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}
