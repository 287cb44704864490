/**
 * Runs work that yields every few milliseconds, with other requests in between: a body of 20 MB takes a second, for
 * which it must not block the server.
 */
export async function runInSlices<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
