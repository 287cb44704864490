import type { Log } from '../errors/log-entry.ts';
import type { Keys } from '../tokens/keys.ts';
import type { FunctionsConfig } from './config.ts';
import type { FunctionLimits } from './limits.ts';

export interface FunctionsDeps {
  config: FunctionsConfig;
  keys: Keys;
  publicUrl: string;
  /** SUPABASE_URL of a function. */
  internalUrl: string;
  limits?: Partial<FunctionLimits> | undefined;
  /** Undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  log: Log;
}
