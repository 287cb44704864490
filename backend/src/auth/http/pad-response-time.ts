/** A lookup, a write and a commit together take far less. */
const STEP_MS = 100;

/** Settles at a multiple of STEP_MS, so that the time does not reveal whether an account exists. */
export async function padResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const steps = Math.ceil((performance.now() - began) / STEP_MS);
    await waitUntil(began + Math.max(1, steps) * STEP_MS);
  }
}

/** A timer may fire a little early. */
async function waitUntil(time: number): Promise<void> {
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
  }
}
