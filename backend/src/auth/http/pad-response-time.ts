/** Far above what looking up, writing and committing take. */
const STEP_MS = 100;

/**
 * Runs work and answers, or throws on, only at the next full beat since it began: how long an answer took then does not
 * tell whether there was an account.
 */
export async function padResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const beats = Math.ceil((performance.now() - began) / STEP_MS);
    await waitUntil(began + Math.max(1, beats) * STEP_MS);
  }
}

/** A timer may fire a little early. */
async function waitUntil(time: number): Promise<void> {
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
  }
}
