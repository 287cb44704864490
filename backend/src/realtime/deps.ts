// The dependencies of the realtime service: connection, caller resolution, rate limits, config.
import type { ReadCounter } from '../database/rows-read.ts';
import type { Caller } from '../database/run-sql-as-caller.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import type { LogWriter } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { RealtimeConfig, RealtimeLimits } from './config.ts';

export interface RealtimeDeps {
  connection: ConnectionParameters;
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** The address by which requests are limited. */
  clientAddress: (request: Request) => string;
  limits: RateLimiter;
  config: RealtimeConfig;
  limitOverrides?: Partial<RealtimeLimits> | undefined;
  reads: ReadCounter;
  log: LogWriter;
}
