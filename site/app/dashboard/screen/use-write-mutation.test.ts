import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateQueriesByName } from './use-write-mutation.ts';

test('a failed write does not wait until what it may have changed is read again, a successful one does', async () => {
  const queries = new QueryClient();
  const key = ['leads', 'list'];
  queries.setQueryData(key, 'as before');
  let result = (_text: string): void => undefined;
  const queryFn = () => new Promise<string>((resolve) => (result = resolve));
  const stop = new QueryObserver(queries, { queryKey: key, queryFn, staleTime: Infinity }).subscribe(
    () => {},
  );

  await invalidateQueriesByName(queries, ['media', 'leads'], false);
  expect(queries.getQueryData(key)).toBe('as before');

  const success = invalidateQueriesByName(queries, ['media', 'leads'], true);
  result('as it is now');
  await success;
  expect(queries.getQueryData(key)).toBe('as it is now');
  stop();
});
