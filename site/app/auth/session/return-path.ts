const storageKey = 'return-path';

/** The path that the guard redirected from. Sign-in itself always leads to /dashboard. */
export function storeReturnPath(path: string): void {
  sessionStorage.setItem(storageKey, path);
}

export function readReturnPath(): string | null {
  return sessionStorage.getItem(storageKey);
}

export function clearReturnPath(): void {
  sessionStorage.removeItem(storageKey);
}
