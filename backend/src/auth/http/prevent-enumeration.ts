import type { AuthDeps } from '../deps.ts';
import { HookError } from './errors.ts';
import { atSteadyPace } from './pad-response-time.ts';

/** Whether answers must not differ between addresses with and without an account, against the letter of the protocol. */
export async function mustHideUsers(deps: AuthDeps): Promise<boolean> {
  return deps.hideExistingUsers !== undefined && (await deps.hideExistingUsers());
}

const TELLING = new Set(['otp_disabled', 'signup_disabled']);

/** Whether a refusal meets only an address without an account. */
function tells(error: unknown): boolean {
  return error instanceof HookError || TELLING.has((error as { code?: string }).code ?? '');
}

/** Runs work that goes another way for an unknown address: at a steady pace, and where needed without its refusals. */
export async function withoutTelling(deps: AuthDeps, work: () => Promise<void>): Promise<void> {
  const hide = await mustHideUsers(deps);
  await atSteadyPace(async () => {
    try {
      await work();
    } catch (error) {
      if (!hide || !tells(error)) throw error;
    }
  });
}
