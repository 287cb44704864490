const storageKey = 'owner-token';
const fragment = /^#owner=([\w-]+)$/;

/**
 * Takes the one-time set-up token out of `/auth#owner=TOKEN`: the address is where it would leak from
 * (history, screenshots, copied links), so it moves to this tab's storage at once.
 */
export function keepOwnerToken(): void {
  const token = fragment.exec(location.hash)?.[1];
  if (!token) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export function hasOwnerToken(): boolean {
  return sessionStorage.getItem(storageKey) !== null;
}

/** Single use: who takes the token must put it back if it never reached the server. */
export function takeOwnerToken(): string | null {
  const token = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return token;
}

export function putBackOwnerToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}
