export interface FunctionLimits {
  bootTimeoutMs: number;
  /** Until the response begins. */
  responseTimeoutMs: number;
  totalTimeoutMs: number;
  /** Processor time during which the event loop does not run: an endless loop. */
  stuckCpuMs: number;
  memoryMib: number;
  idleTimeoutMs: number;
}

export const defaultFunctionLimits: FunctionLimits = {
  bootTimeoutMs: 20_000,
  responseTimeoutMs: 60_000,
  totalTimeoutMs: 150_000,
  stuckCpuMs: 2_000,
  memoryMib: 512,
  idleTimeoutMs: 300_000,
};

/** An idle process takes about 60 MiB. */
export const maxProcesses = 12;
