/** What one function may take. */
export interface FunctionLimits {
  /** Until it listens. */
  bootTimeoutMs: number;
  /** Until it begins to answer. */
  responseTimeoutMs: number;
  /** Until an answer is through. */
  totalTimeoutMs: number;
  /** Processor time without a look at anything else: an endless loop. */
  stuckCpuMs: number;
  /** Memory that its process may hold. */
  memoryMib: number;
  /** Without a call, until its process is stopped. */
  idleTimeoutMs: number;
}

export const defaultLimits: FunctionLimits = {
  bootTimeoutMs: 20_000,
  responseTimeoutMs: 60_000,
  totalTimeoutMs: 150_000,
  stuckCpuMs: 2_000,
  memoryMib: 512,
  idleTimeoutMs: 300_000,
};

/** Processes at once; each holds about 60 MiB when it does nothing. */
export const maxProcesses = 12;
