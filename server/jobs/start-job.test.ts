import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startJob, type Job, type RunningJob } from './start-job.ts';

const declared: Job = {
  name: 'example',
  what: 'is an example',
  everyMs: 3_600_000,
  runsAtStart: true,
  failure: { level: 'warn', event: 'example.failed', repeatMs: 0 },
  metrics: [],
};

let lines: string[] = [];
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  vi.restoreAllMocks();
});

/** Events and messages of the log. */
function recordLog(): string[] {
  lines = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const { event, message } = JSON.parse(String(line)) as { event: string; message: string };
    return lines.push(`${event}: ${message}`) > 0;
  });
  return lines;
}

function start(...given: Parameters<typeof startJob>): RunningJob {
  const job = startJob(...given);
  cleanups.push(job.stop);
  return job;
}

/** A run that ends when the test says so. */
function createSteppedRun() {
  const begun: PromiseWithResolvers<boolean | void>[] = [];
  const run = () => {
    const one = Promise.withResolvers<boolean | void>();
    begun.push(one);
    return one.promise;
  };
  return { begun, run };
}

test('B-448 a job that is woken while it runs does not overlap: it runs once more afterwards', async () => {
  const { begun, run } = createSteppedRun();
  const job = start(declared, run);
  await expect.poll(() => begun.length).toBe(1);
  for (let time = 0; time < 3; time++) job.wake();
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await turn();
  await turn();
  expect(begun).toHaveLength(2);
});

test('B-448 a run that says there is more is followed by the next at once', async () => {
  const { begun, run } = createSteppedRun();
  start(declared, run);
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.resolve(true);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
});

test('B-448 a job that does not run at the start runs after its interval, and again after a failure', async () => {
  recordLog();
  let runs = 0;
  const failing = async (): Promise<void> => {
    runs += 1;
    throw new Error(runs % 2 === 1 ? 'odd' : 'even');
  };
  start({ ...declared, runsAtStart: false }, failing, { everyMs: 5 });
  expect(runs).toBe(0);
  await expect.poll(() => runs).toBeGreaterThan(2);
  expect(lines.slice(0, 2)).toEqual(['example.failed: odd', 'example.failed: even']);
});

test('B-448 a lasting failure is logged once where the job says so, and again after a success', async () => {
  recordLog();
  const outcomes = [new Error('a'), new Error('b'), null, new Error('c')];
  const failure = { level: 'warn', event: 'example.failed', repeatMs: Infinity } as const;
  start(
    { ...declared, failure },
    async () => {
      const error = outcomes.shift();
      if (error) throw error;
      return outcomes.length > 0;
    },
    { everyMs: 1 },
  );
  await expect.poll(() => outcomes.length).toBe(0);
  await expect.poll(() => lines).toEqual(['example.failed: a', 'example.failed: c']);
});

test('B-448 a part of a run that fails is logged, and the others are still done', async () => {
  recordLog();
  const done: string[] = [];
  start(declared, async ({ report }) => {
    report(new Error('one'));
    report(new Error('two'));
    done.push('three');
  });
  await expect.poll(() => done).toEqual(['three']);
  expect(lines).toEqual(['example.failed: one', 'example.failed: two']);
});

test('B-448 stopping waits for the run in progress, which is told, and starts no other', async () => {
  const { begun, run } = createSteppedRun();
  let signal: AbortSignal | undefined;
  const job = start(declared, (current) => {
    ({ signal } = current);
    return run();
  });
  await expect.poll(() => begun.length).toBe(1);
  job.wake();
  let hasStopped = false;
  const stopped = job.stop().then(() => (hasStopped = true));
  expect(signal?.aborted).toBe(true);
  await turn();
  expect(hasStopped).toBe(false);
  begun[0]?.resolve(true);
  await stopped;
  expect(begun).toHaveLength(1);
});
