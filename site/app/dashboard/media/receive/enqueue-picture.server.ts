// A queue that processes one picture at a time, to limit memory use.
let queue: Promise<unknown> = Promise.resolve();

/** A file and its pixels take memory: one at a time in this process. */
export function enqueuePicture<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  // the queue must not hold the result
  queue = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
