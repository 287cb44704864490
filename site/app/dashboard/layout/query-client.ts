import { QueryClient } from '@tanstack/react-query';

let client: QueryClient | undefined;
let owner: string | undefined;

/**
 * The cache of one account. Another account in the same tab starts with an empty one. TanStack's defaults are the
 * spec's: unused data kept 5 minutes, 3 retries, delays that double up to 30 s. What is offline fails and says so
 * instead of waiting in silence.
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

/** After signing out nothing of the account stays in memory. */
export function forgetQueries(): void {
  client?.clear();
  client = undefined;
  owner = undefined;
}
