let signingOut = false;
let signedOutRemotely = false;

/** Called before this tab signs out, so that its session's end surprises nobody. */
export function beginSignOut(): void {
  signingOut = true;
}

/** Whether this tab is signing out just now. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** The sign-out did not happen. */
export function cancelSignOut(): void {
  signingOut = false;
}

/** Notes how the session of this tab ended; a new one begins afresh. */
export function recordSessionChange(before: 'in' | 'out', now: 'in' | 'out'): void {
  if (before === 'in' && now === 'out') signedOutRemotely = !signingOut;
  if (now === 'in') signedOutRemotely = false;
  signingOut = now === 'in' && signingOut;
}

/** Whether the session that was here ended by another tab, another device, or an owner. */
export function wasSignedOutRemotely(): boolean {
  return signedOutRemotely;
}
