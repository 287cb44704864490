// Mutation hook for a write: refetches the affected queries, shows the outcome in a toast.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { rolesQueryKey } from '../../auth/session/roles.ts';
import { dismissErrorToasts, toastSuccess } from '../../ui/toast.tsx';
import { showError } from './show-error.ts';

export interface WriteOptions<Input, Result> {
  /**
   * Whether the write stays pending until the data is refetched. A failed write does not, because an unreachable
   * server would delay its error.
   */
  waits?: boolean;
  /** Errors are shown in toasts about this form, until its next success. */
  form?: string;
  /** The record that the toasts name after their title: "for Vera Person". */
  about?: string;
  /** The title of the toast after a success, or its title and text. */
  done?: string | ((result: Result, input: Input) => { title: string; description?: string }) | undefined;
  onSuccess?: (result: Result, input: Input) => unknown;
  /** Called instead of showing the error. */
  onError?: (error: Error, input: Input) => unknown;
  gcTime?: number;
}

/** A write. Whether it succeeds or not, the queries whose keys begin with one of `names` are refetched. */
export function useWriteMutation<Input, Result>(
  write: (input: Input) => Promise<Result>,
  names: readonly string[],
  { waits = false, form, about, done, onSuccess, onError, ...options }: WriteOptions<Input, Result> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: write,
    onSuccess(result, input) {
      if (done) {
        const texts = typeof done === 'string' ? { title: done } : done(result, input);
        toastSuccess({ ...texts, about, form });
      } else if (form !== undefined) dismissErrorToasts(form);
      return onSuccess?.(result, input);
    },
    onError(error, input) {
      // the write may have failed because the role of the account has changed
      void queries.invalidateQueries({ queryKey: rolesQueryKey });
      if (onError) return onError(error, input);
      return form === undefined ? undefined : showError(error, form, about);
    },
    onSettled: (_answer, error) => invalidateQueriesByName(queries, names, waits && !error),
  });
}

/** Refetches queries by the first part of their keys. Resolves at once, or with `waits` after the refetch. */
export async function invalidateQueriesByName(
  queries: QueryClient,
  names: readonly string[],
  waits: boolean,
): Promise<void> {
  const reading = names.map((name) => queries.invalidateQueries({ queryKey: [name] }));
  if (waits) await Promise.all(reading);
}
