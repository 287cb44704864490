import { allowInsecureRequests } from 'oauth4webapi';
import type { Provider } from './find-provider.ts';

const TIMEOUT_MS = 10_000;

interface HttpOptions {
  signal: () => AbortSignal;
  [allowInsecureRequests]: boolean;
}

/** Plain http only for issuers on this machine, which provider-config.ts ensures. */
export function httpOptions({ issuer }: Provider): HttpOptions {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    [allowInsecureRequests]: issuer.protocol === 'http:',
  };
}
