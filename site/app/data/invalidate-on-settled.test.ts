import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateOnSettled } from './invalidate-on-settled.ts';

test('a failed mutation does not wait for the refetch, a successful one does', async () => {
  const queries = new QueryClient();
  const key = ['leads'];
  queries.setQueryData(key, 'as before');
  let result = (_text: string): void => undefined;
  const queryFn = () => new Promise<string>((resolve) => (result = resolve));
  const stop = new QueryObserver(queries, { queryKey: key, queryFn, staleTime: Infinity }).subscribe(
    () => {},
  );
  const ended = invalidateOnSettled(queries, key);

  await ended(undefined, new Error('no'));
  expect(queries.getQueryData(key)).toBe('as before');

  const success = ended(undefined, null);
  result('as it is now');
  await success;
  expect(queries.getQueryData(key)).toBe('as it is now');
  stop();
});
