// Keeps one process per edge function: start, reuse, backoff after failures, stop when idle.
import { functionBootError, functionsBusyError } from '../errors.ts';
import { maxFunctionProcesses } from '../config.ts';
import {
  startFunctionProcess,
  type FunctionProcess,
  type FunctionProcessOptions,
  type FunctionStopReason,
} from './function-process.ts';

interface Entry {
  process: FunctionProcess;
  version: string;
  /** Accepts no new calls, and ends after its last one. */
  retired: boolean;
  calls: number;
  usedAt: number;
}

/** A function that fails to start is retried with exponential backoff. */
const maxBackoffMs = 5_000;

/** One process per function, stopped when it is idle. */
export function createFunctionProcessPool(idleTimeoutMs: number) {
  const entries = new Map<string, Entry>();
  const failures = new Map<string, { count: number; until: number; version: string }>();
  const sweep = setInterval(
    () => {
      for (const [name, entry] of entries) {
        if (entry.calls === 0 && Date.now() - entry.usedAt >= idleTimeoutMs) retire(name, entry, 'idle');
      }
    },
    Math.min(idleTimeoutMs, 10_000),
  ).unref();

  function start(name: string, options: FunctionProcessOptions): Entry {
    const failure = failures.get(name);
    if (failure?.version === options.version && failure.until > Date.now()) throw functionBootError();
    if (entries.size >= maxFunctionProcesses) evictIdle();
    const { version } = options;
    const entry: Entry = {
      process: startFunctionProcess(options),
      version,
      retired: false,
      calls: 0,
      usedAt: Date.now(),
    };
    entries.set(name, entry);
    void removeWhenEnded(name, entry);
    return entry;
  }

  async function removeWhenEnded(name: string, entry: Entry): Promise<void> {
    await entry.process.ended;
    if (entries.get(name) === entry) entries.delete(name);
  }

  function evictIdle(): void {
    const idle = [...entries].filter(([, { calls }]) => calls === 0);
    const oldest = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
    if (!oldest) throw functionsBusyError();
    retire(...oldest, 'idle');
  }

  function retire(name: string, entry: Entry, reason: FunctionStopReason): void {
    entries.delete(name);
    entry.retired = true;
    if (entry.calls === 0) entry.process.stop(reason);
  }

  function find(name: string, options: FunctionProcessOptions): Entry {
    const entry = entries.get(name);
    if (entry?.version === options.version) return entry;
    if (entry) retire(name, entry, 'termination');
    return start(name, options);
  }

  function recordFailure(name: string, version: string): void {
    const count = (failures.get(name)?.count ?? 0) + 1;
    failures.set(name, { count, until: Date.now() + Math.min(maxBackoffMs, 100 * 2 ** count), version });
  }

  return {
    /**
     * `release` ends the call. Throws BOOT_ERROR if the process cannot start, TOO_BUSY (503) if too many functions are
     * busy.
     */
    async acquire(name: string, options: FunctionProcessOptions) {
      const entry = find(name, options);
      entry.calls += 1;
      const release = once(() => {
        entry.calls -= 1;
        entry.usedAt = Date.now();
        if (entry.retired && entry.calls === 0) entry.process.stop('termination');
      });
      try {
        await entry.process.ready;
        failures.delete(name);
        return { process: entry.process, release };
      } catch {
        release();
        recordFailure(name, options.version);
        throw functionBootError();
      }
    },
    async close() {
      clearInterval(sweep);
      const processes = [...entries.values()].map(({ process }) => process);
      for (const process of processes) process.stop('termination');
      await Promise.all(processes.map(({ ended }) => ended));
    },
  };
}

function once(work: () => void): () => void {
  let called = false;
  return () => {
    if (!called) work();
    called = true;
  };
}
