// Runs a background job again and again, one run at a time.
import { writeLog } from '../log/write-log.ts';

interface JobFailure {
  level: 'warn' | 'error';
  /** The event of the log. */
  event: string;
  /** While it keeps failing, it is logged again after this time: 0 for each run, Infinity for once. */
  repeatMs: number;
}

/** What is known of a background job without starting it; server/jobs/jobs.ts lists all. */
export interface Job {
  name: string;
  /** One sentence for operators. */
  what: string;
  /** From the end of a run to the next one. */
  everyMs: number;
  /** Whether the first run is at the start, rather than an interval later. */
  runsAtStart: boolean;
  /** What makes it run at once. */
  wokenBy?: string;
  /** Null where a failure needs no entry in the log. */
  failure: JobFailure | null;
  /** The metrics that show whether it works. */
  metrics: readonly string[];
}

export interface JobRun {
  /** Aborted when the server ends. */
  signal: AbortSignal;
  /** Logs a failure of a part of the run, as an error that the run throws is logged. */
  report: (error: unknown) => void;
}

export interface RunningJob {
  /** Runs it at once, or again after the current run. */
  wake(): void;
  /** Resolves once the current run has ended. */
  stop(): Promise<void>;
}

interface JobTiming {
  everyMs?: number | undefined;
  /** Where the time until the next run varies. */
  waitMs?: () => number;
}

/** A run that returns true is followed by the next one at once. */
export function startJob(
  job: Job,
  run: (current: JobRun) => Promise<boolean | void>,
  { everyMs = job.everyMs, waitMs = () => everyMs }: JobTiming = {},
): RunningJob {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWoken = job.runsAtStart;
  let endWait = (): void => {};
  let loggedAt = -Infinity;
  let hasFailed = false;

  function report(error: unknown): void {
    hasFailed = true;
    if (!job.failure || performance.now() - loggedAt < job.failure.repeatMs) return;
    const { level, event } = job.failure;
    loggedAt = performance.now();
    writeLog({ level, event, message: (error as Error).message });
  }

  async function wait(): Promise<void> {
    if (isWoken || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs()).unref();
    endWait = () => {
      clearTimeout(timer);
      resolve();
    };
    await promise;
  }

  async function work(): Promise<void> {
    for (;;) {
      await wait();
      if (signal.aborted) return;
      isWoken = false;
      hasFailed = false;
      try {
        if (await run({ signal, report })) isWoken = true;
      } catch (error) {
        report(error);
      }
      if (!hasFailed) loggedAt = -Infinity;
    }
  }

  const ended = work();
  return {
    wake() {
      isWoken = true;
      endWait();
    },
    stop() {
      stopping.abort();
      endWait();
      return ended;
    },
  };
}
