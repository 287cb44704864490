import { QueryClient } from '@tanstack/react-query';

let client: QueryClient | undefined;
let owner: string | undefined;

/**
 * One account's query cache; another account in the same tab gets an empty one. TanStack's defaults are the
 * specification's (5 minutes' cache, 3 retries with backoff up to 30 s). Offline queries fail instead of pausing
 * silently.
 */
export function queryClientFor(userId: string): QueryClient {
  if (!client || owner !== userId) {
    client?.clear();
    client = new QueryClient({
      defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
    });
    owner = userId;
  }
  return client;
}

/** Keeps nothing of the account in memory after sign-out. */
export function clearQueries(): void {
  client?.clear();
  client = undefined;
  owner = undefined;
}
