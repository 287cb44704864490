import type { Caller } from '../database/run-as-caller.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Log } from '../errors/log-entry.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { RealtimeConfig, RealtimeLimits } from './config.ts';

/** What the realtime service needs from the server that mounts it. */
export interface RealtimeDeps {
  connection: DatabaseConnection;
  /** Throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** The address that limits count a request by. */
  clientAddress: (request: Request) => string;
  /** Request rates of the HTTP endpoints and of new sockets. */
  limits: RateLimiter;
  config: RealtimeConfig;
  /** Replace the defaults of config.ts. */
  limitOverrides?: Partial<RealtimeLimits> | undefined;
  log: Log;
}
