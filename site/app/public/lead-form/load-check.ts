import type { checkLead } from '../../lead/check-lead.ts';

type Check = typeof checkLead;

let check: Check | null = null;

/**
 * Fetches the rules: they weigh a tenth of all scripts and are wanted only where somebody writes. Rejects where the
 * network does; a later call tries again.
 */
export async function loadCheck(): Promise<Check> {
  check ??= (await import('../../lead/check-lead.ts')).checkLead;
  return check;
}

/** The rules, when they are here already. */
export function loadedCheck(): Check | null {
  return check;
}
