import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * For `onSettled` of a change: reads again whatever the key begins. A change that succeeded is under way until that is
 * there; one that failed is told at once, however long a server that is away keeps the reading waiting.
 */
export function invalidateOnSettled(queries: QueryClient, queryKey: QueryKey) {
  return async (_answer: unknown, error: Error | null): Promise<void> => {
    const reading = queries.invalidateQueries({ queryKey });
    if (!error) await reading;
  };
}
