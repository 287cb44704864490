import { allowInsecureRequests } from 'oauth4webapi';
import type { Provider } from './find-provider.ts';

const TIMEOUT_MS = 10_000;

interface HttpOptions {
  signal: () => AbortSignal;
  [allowInsecureRequests]: boolean;
}

/** How a provider is asked: not for long, and over plain http only on this machine, which find-provider.ts makes sure of. */
export function httpOptions({ issuer }: Provider): HttpOptions {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    [allowInsecureRequests]: issuer.protocol === 'http:',
  };
}
