// Stores the path to return to after sign-in, per account.
import { tabStore } from '../../ui/browser-storage.ts';

const storageKey = 'return-path';
const accountKey = 'return-account';

/**
 * Stores the path that the guard redirected from. Sign-in itself always leads to /dashboard. After a session has ended,
 * the path is only for the same `account`.
 */
export function storeReturnPath(path: string, account?: string): void {
  tabStore.set(storageKey, path);
  if (account === undefined) tabStore.remove(accountKey);
  else tabStore.set(accountKey, account);
}

export function readReturnPath(account: string): string | null {
  const stored = tabStore.get(accountKey);
  return stored === null || stored === account ? tabStore.get(storageKey) : null;
}

export function clearReturnPath(): void {
  tabStore.remove(storageKey);
}
