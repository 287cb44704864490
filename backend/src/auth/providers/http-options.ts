import { allowInsecureRequests } from 'oauth4webapi';
import type { Provider } from './find-provider.ts';

const TIMEOUT_MS = 10_000;

interface HttpOptions {
  signal: () => AbortSignal;
  [allowInsecureRequests]: boolean;
}

/** Timeout, and plain http for issuers on this machine alone, which provider-config.ts ensures. */
export function httpOptions({ issuer }: Provider): HttpOptions {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    [allowInsecureRequests]: issuer.protocol === 'http:',
  };
}
