// Mutation hook that refetches the affected queries after a write.
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';

interface WriteOptions<Input, Result> extends Pick<
  UseMutationOptions<Result, Error, Input>,
  'gcTime' | 'onError' | 'onSuccess'
> {
  /** Pending until the changed data is refetched; not after a failure, because an unreachable server would delay it. */
  waits?: boolean;
}

/** A write. Whether it succeeds or not, the queries whose keys begin with one of `names` are refetched. */
export function useWrite<Input, Result>(
  write: (input: Input) => Promise<Result>,
  names: readonly string[],
  { waits = false, ...options }: WriteOptions<Input, Result> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: write,
    onSettled: (_answer, error) => refetchQueries(queries, names, waits && !error),
  });
}

/** Resolves at once unless it waits for the refetch. */
export async function refetchQueries(
  queries: QueryClient,
  names: readonly string[],
  waits: boolean,
): Promise<void> {
  const reading = names.map((name) => queries.invalidateQueries({ queryKey: [name] }));
  if (waits) await Promise.all(reading);
}
