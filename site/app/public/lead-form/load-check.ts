import type { checkLead } from '../../lead/check-lead.ts';

type Check = typeof checkLead;

let check: Check | null = null;

/** Loads the rules, a tenth of all scripts, only where a form is used. Rejects offline; a later call retries. */
export async function loadCheck(): Promise<Check> {
  check ??= (await import('../../lead/check-lead.ts')).checkLead;
  return check;
}

/** Null until loaded. */
export function loadedCheck(): Check | null {
  return check;
}
