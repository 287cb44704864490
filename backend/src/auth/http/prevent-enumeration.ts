import type { AuthDeps } from '../deps.ts';
import { HookError } from './errors.ts';
import { padResponseTime } from './pad-response-time.ts';

/** Whether answers must not differ between addresses with and without an account, against the letter of the protocol. */
export async function mustHideUsers(deps: AuthDeps): Promise<boolean> {
  return deps.hideExistingUsers !== undefined && (await deps.hideExistingUsers());
}

const REVEALING_CODES = new Set(['otp_disabled', 'signup_disabled']);

/** Whether a authError meets only an address without an account. */
function revealsAccount(error: unknown): boolean {
  return error instanceof HookError || REVEALING_CODES.has((error as { code?: string }).code ?? '');
}

/** Runs work that goes another way for an unknown address: at a steady pace, and where needed without its refusals. */
export async function preventEnumeration(deps: AuthDeps, work: () => Promise<void>): Promise<void> {
  const anonymize = await mustHideUsers(deps);
  await padResponseTime(async () => {
    try {
      await work();
    } catch (error) {
      if (!anonymize || !revealsAccount(error)) throw error;
    }
  });
}
