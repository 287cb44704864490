import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * For `onSettled` of a mutation: invalidates the queries under the key. A success waits for the refetch; a failure
 * does not, because an unreachable server would delay its message.
 */
export function invalidateOnSettled(queries: QueryClient, queryKey: QueryKey) {
  return async (_answer: unknown, error: Error | null): Promise<void> => {
    const reading = queries.invalidateQueries({ queryKey });
    if (!error) await reading;
  };
}
