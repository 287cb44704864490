/** What one function may take. */
export interface FunctionLimits {
  /** Until it listens. */
  bootMs: number;
  /** Until it begins to answer. */
  answerMs: number;
  /** Until an answer is through. */
  wholeAnswerMs: number;
  /** Processor time without a look at anything else: an endless loop. */
  stuckCpuMs: number;
  /** Memory that its process may hold. */
  memoryMib: number;
  /** Without a call, until its process is stopped. */
  idleMs: number;
}

export const defaultLimits: FunctionLimits = {
  bootMs: 20_000,
  answerMs: 60_000,
  wholeAnswerMs: 150_000,
  stuckCpuMs: 2_000,
  memoryMib: 512,
  idleMs: 300_000,
};

/** Processes at once; each holds about 60 MiB when it does nothing. */
export const mostProcesses = 12;
