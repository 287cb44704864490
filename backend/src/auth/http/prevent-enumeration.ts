// Responses that do not reveal whether an account exists.
import type { AuthDeps } from '../deps.ts';
import { HookRejectionError } from './errors.ts';

/** Whether responses must be the same with and without an account, which is stricter than the protocol. */
export async function isEnumerationPrevented(deps: AuthDeps): Promise<boolean> {
  return deps.hideExistingUsers !== undefined && (await deps.hideExistingUsers());
}

const revealingCodes = new Set(['otp_disabled', 'signup_disabled']);

/** Whether only an email without an account can cause this error. */
function revealsAccount(error: unknown): boolean {
  return error instanceof HookRejectionError || revealingCodes.has((error as { code?: string }).code ?? '');
}

/** Pads the time of work that differs for unknown emails and, where accounts are hidden, drops revealing errors. */
export async function preventEnumeration(deps: AuthDeps, work: () => Promise<void>): Promise<void> {
  const anonymize = await isEnumerationPrevented(deps);
  await padResponseTime(async () => {
    try {
      await work();
    } catch (error) {
      if (!anonymize || !revealsAccount(error)) throw error;
    }
  });
}

/** Longer than a lookup, a write and a commit together. */
const stepMs = 100;

/** Settles at a multiple of STEP_MS, so that the time does not reveal whether an account exists. */
export async function padResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const steps = Math.ceil((performance.now() - began) / stepMs);
    await waitUntil(began + Math.max(1, steps) * stepMs);
  }
}

/** A timer may fire a little early. */
async function waitUntil(time: number): Promise<void> {
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
  }
}
