let byChoice = false;
let endedElsewhere = false;

/** Called before this tab signs out, so that its session's end surprises nobody. */
export function leaveByChoice(): void {
  byChoice = true;
}

/** Whether this tab is signing out just now. */
export function isLeaving(): boolean {
  return byChoice;
}

/** The sign-out did not happen. */
export function stayAfterAll(): void {
  byChoice = false;
}

/** Notes how the session of this tab ended; a new one begins afresh. */
export function noteSession(before: 'in' | 'out', now: 'in' | 'out'): void {
  if (before === 'in' && now === 'out') endedElsewhere = !byChoice;
  if (now === 'in') endedElsewhere = false;
  byChoice = now === 'in' && byChoice;
}

/** Whether the session that was here ended by another tab, another device, or an owner. */
export function wasEndedElsewhere(): boolean {
  return endedElsewhere;
}
