// A queue that processes one picture at a time, to limit memory use.
let queue: Promise<unknown> = Promise.resolve();

/** Processes one at a time in this process, because a file and its pixels need much memory. */
export function runInPictureQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  // so that the queue does not keep the result in memory
  queue = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
