/**
 * Runs work that yields every few milliseconds, with other requests in between: a body of 20 MB takes a second, and
 * whoever sends one must not stop the server for as long.
 */
export async function runInSlices<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
