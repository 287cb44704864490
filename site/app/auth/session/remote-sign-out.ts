let signingOut = false;
let signedOutRemotely = false;

/** Call before this tab signs out, so that the end of its session is not reported as remote. */
export function beginSignOut(): void {
  signingOut = true;
}

export function isSigningOut(): boolean {
  return signingOut;
}

export function cancelSignOut(): void {
  signingOut = false;
}

/** Records how this tab's session ended; a new session resets it. */
export function recordSessionChange(before: 'in' | 'out', now: 'in' | 'out'): void {
  if (before === 'in' && now === 'out') signedOutRemotely = !signingOut;
  if (now === 'in') signedOutRemotely = false;
  signingOut = now === 'in' && signingOut;
}

/** Whether the session was ended by another tab, another device or an owner. */
export function wasSignedOutRemotely(): boolean {
  return signedOutRemotely;
}
