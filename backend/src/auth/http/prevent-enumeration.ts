import type { AuthDeps } from '../deps.ts';
import { HookError } from './errors.ts';
import { padResponseTime } from './pad-response-time.ts';

/** Whether responses must be equal for emails with and without an account; stricter than the protocol. */
export async function mustHideUsers(deps: AuthDeps): Promise<boolean> {
  return deps.hideExistingUsers !== undefined && (await deps.hideExistingUsers());
}

const REVEALING_CODES = new Set(['otp_disabled', 'signup_disabled']);

/** Whether it can only happen for an email without an account. */
function revealsAccount(error: unknown): boolean {
  return error instanceof HookError || REVEALING_CODES.has((error as { code?: string }).code ?? '');
}

/** For work that differs for an unknown email: pads the time and, where accounts are hidden, drops revealing errors. */
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
