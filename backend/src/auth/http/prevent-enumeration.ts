import type { AuthDeps } from '../deps.ts';
import { HookError } from './errors.ts';
import { padResponseTime } from './pad-response-time.ts';

/** Whether responses must not differ between emails with and without an account, stricter than the protocol. */
export async function mustHideUsers(deps: AuthDeps): Promise<boolean> {
  return deps.hideExistingUsers !== undefined && (await deps.hideExistingUsers());
}

const REVEALING_CODES = new Set(['otp_disabled', 'signup_disabled']);

/** Whether an error can only happen for an email without an account. */
function revealsAccount(error: unknown): boolean {
  return error instanceof HookError || REVEALING_CODES.has((error as { code?: string }).code ?? '');
}

/**
 * Runs work that takes another path for an unknown email: with padded response time and, where accounts are hidden,
 * without the errors that would reveal it.
 */
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
