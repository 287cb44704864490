import { loopPacer } from '../../limits/loop-pacer.ts';

/** Runs work that yields about every millisecond: a body of 20 MB takes a second, which other requests must not wait. */
export async function runInSlices<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await loopPacer.rest();
  }
}
